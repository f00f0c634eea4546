// Files that are dropped on the page.

// Take files that are dropped anywhere on the page while `shown()`.
export function takeDrops(shown, take) {
  const page = document.documentElement;
  const over = (on) => page.classList.toggle("dropping", on);
  page.addEventListener("dragover", (event) => {
    if (!shown() || ![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    over(true);
  });
  page.addEventListener("dragleave", (event) => event.relatedTarget || over(false));
  page.addEventListener("drop", (event) => {
    over(false);
    const [file] = event.dataTransfer.files;
    if (!shown() || !file) return;
    event.preventDefault();
    take(file);
  });
}
