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

// Pictures that are pasted or dropped anywhere are read in the mode Screenshot.
export function catchPictures(shell) {
  const take = (event, files) => {
    const picture = [...(files ?? [])].find((file) => file.type.startsWith("image/"));
    // What the mode that is shown has taken already is not for us.
    if (!picture || event.defaultPrevented) return;
    event.preventDefault();
    shell.go("screenshot", { picture });
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData?.files));
  document.addEventListener("drop", (event) => take(event, event.dataTransfer?.files));
  document.addEventListener("dragover", (event) => {
    const types = [...(event.dataTransfer?.items ?? [])].map((item) => item.type);
    if (types.some((type) => type.startsWith("image/"))) event.preventDefault();
  });
}
