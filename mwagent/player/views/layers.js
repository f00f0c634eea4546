// What of a page is a dialog: by its own roles, or as a layer over all of the page and something else than
// its parts, be it `at` one point, but for the one with the board. A part of under.js and dialogs.js.

const covers = (layer, at) => {
  const board = window.__mwagentGuard?.owner();
  if (getComputedStyle(layer).position !== "fixed" || (board && layer.contains(board))) return false;
  const box = layer.getBoundingClientRect();
  if (box.width < 0.9 * innerWidth || box.height < 0.9 * innerHeight) return false;
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [box.left + x * box.width, box.top + y * box.height]));
  if (at) points.push(at);
  return points.some((at) => {
    const there = document.elementsFromPoint(...at);
    const other = there.findIndex((one) => !layer.contains(one));
    return other > 0 && there.slice(other).some((one) => !one.contains(layer));
  });
};
const isDialog = (one, at) => one.matches("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]") || covers(one, at);
