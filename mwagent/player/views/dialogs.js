// Where the dialogs of a page are: [words, left, top, right, bottom] each, the topmost last, in CSS pixels
// of the tab.

(() => {
  /* layers.js */
  return [...document.querySelectorAll("body *")]
    .filter((one) => isDialog(one))
    .map((dialog) => [dialog.innerText, dialog.getBoundingClientRect()])
    .filter(([, box]) => box.width > 4 && box.height > 4)
    .map(([words, box]) => [words, box.left, box.top, box.right, box.bottom]);
})();
