// Pictures that are pasted or dropped anywhere on the page: they are read in the mode Screenshot.

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
