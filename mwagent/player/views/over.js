// What lies over a board in a page that is not laid out with it: what it says, null for nothing.
// `points` are [x, y] of the board, in CSS pixels of the tab. The layer of the page that the board is
// in is noted where it is said to be `found`: later on most of the board may be covered.

(([points, found]) => {
  const layer = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (/^(DIALOG|IFRAME|FRAME)$/.test(one.tagName) || getComputedStyle(one).position === "fixed") return one;
    return document.documentElement;
  };
  const layers = points.map((at) => layer(document.elementFromPoint(...at)));
  const count = (one) => layers.filter((other) => other === one).length;
  const most = layers.reduce((first, one) => (count(one) > count(first) ? one : first), layers[0]);
  let board = window.__mwagentLayer?.deref();
  if (!board?.isConnected) board = most;
  if (found) window.__mwagentLayer = new WeakRef(board);
  const over = layers.find((one) => one !== board && !one.contains(board));
  return over ? String(over.innerText ?? "").trim().slice(0, 60) : null;
});
