// What lies over most of a board in a page that is not laid out with it: what it says, null for nothing.
// `points` are [x, y] of the board, in CSS pixels of the tab.

((points) => {
  const layer = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (/^(DIALOG|IFRAME|FRAME)$/.test(one.tagName) || getComputedStyle(one).position === "fixed") return one;
    return document.documentElement;
  };
  const layers = points.map((at) => layer(document.elementFromPoint(...at)));
  const count = (one) => layers.filter((other) => other === one).length;
  const board = layers.reduce((most, one) => (count(one) > count(most) ? one : most), layers[0]);
  const over = layers.find((one) => one !== board && !one.contains(board));
  return over ? String(over.innerText ?? "").trim().slice(0, 60) : null;
});
