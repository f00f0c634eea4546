// Controls of the page that are covered, cut, outside or too small for a finger: a list of sentences (pagesweep.py).
() => {
  const named = (e) =>
    e.id ||
    Object.values(e.dataset)[0] ||
    (e.getAttribute("aria-label") || e.textContent).trim().slice(0, 24) ||
    e.localName;
  const inside = (point, box) =>
    point.x >= box.left - 1 &&
    point.x <= box.right + 1 &&
    point.y >= box.top - 1 &&
    point.y <= box.bottom + 1;
  const windowBox = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  // The corners of what can be pressed of an element; of rounded ones, where the edge begins.
  const corners = (e) => {
    const box = e.getClientRects()[0];
    const round = getComputedStyle(e).borderTopLeftRadius;
    const size = Math.min(box.width, box.height);
    const radius = Math.min(size / 2, parseFloat(round) * (round.endsWith("%") ? size / 100 : 1));
    const in_ = Math.min(size / 3, 2 + 0.3 * radius);
    return [
      [box.left + in_, box.top + in_],
      [box.right - in_, box.top + in_],
      [box.left + in_, box.bottom - in_],
      [box.right - in_, box.bottom - in_],
    ].map(([x, y]) => ({ x, y }));
  };
  const ancestors = function* (e) {
    for (let one = e.parentElement; one; one = one.parentElement) yield one;
  };
  // Nobody can scroll to what is cut off. What scrolls by itself is not cut by what it lies in.
  const cut = (e) => {
    const scrolls = { x: false, y: false };
    for (const one of ancestors(e)) {
      if (one === document.body) return false;
      const { overflowX, overflowY, position } = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      const clips = (how, along) => !scrolls[along] && ["hidden", "clip"].includes(how);
      const [x, y] = [clips(overflowX, "x"), clips(overflowY, "y")];
      const seen = (point) => inside({ x: x ? point.x : box.left, y: y ? point.y : box.top }, box);
      if ((x || y) && !corners(e).every(seen)) return true;
      scrolls.x ||= ["auto", "scroll"].includes(overflowX);
      scrolls.y ||= ["auto", "scroll"].includes(overflowY);
      if (position === "fixed") return false;
    }
    return false;
  };
  const trouble = (e) => {
    if (!corners(e).every((point) => inside(point, windowBox()))) return "outside";
    for (const { x, y } of corners(e)) {
      const hit = document.elementFromPoint(x, y);
      const own = hit && (e.contains(hit) || hit.closest("label")?.contains(e));
      if (!own) return `under ${hit ? named(hit) : "nothing"}`;
    }
    return null;
  };
  // What a finger presses of a control: it, or the label around it (WCAG 2.5.8; links in a text are exempt).
  const LEAST = 24;
  const small = (e) => {
    if (!matchMedia("(pointer: coarse)").matches || getComputedStyle(e).display === "inline") return false;
    const { width, height } = (e.closest("label") ?? e).getBoundingClientRect();
    return Math.min(width, height) < LEAST - 0.5;
  };
  const found = [];
  const controls = document.querySelectorAll("button, a[href], select, input, summary, label.file");
  // What is played with is to be there without scrolling.
  const first = [
    ...document.querySelectorAll("#face, #tap-flag, #hints, #ask, #undo, #more, #pane"),
  ];
  const visible = (e) =>
    e.checkVisibility({ visibilityProperty: true }) &&
    e.getClientRects().length &&
    !e.matches(".sr *, .file input, [inert] *");
  if (document.querySelector("dialog[open]")) first.length = 0;
  else if (scrollY === 0 && document.querySelector("#mode-play:not([hidden])")) {
    const large = parseFloat(getComputedStyle(document.documentElement).fontSize) > 20;
    // Under a mouse the page grows with large boards.
    const grows = document.querySelector(".grows") && mwState.level.rows > 16;
    const boardInSight =
      !grows && document.getElementById("pane").getBoundingClientRect().bottom <= innerHeight;
    for (const e of first.filter(visible)) {
      const box = e.getBoundingClientRect();
      if (e.id === "pane") {
        const [wide, high] = [
          Math.min(box.right, innerWidth) - Math.max(0, box.left),
          Math.min(box.bottom, innerHeight) - Math.max(0, box.top),
        ];
        if (wide < Math.min(box.width, 100) || high < Math.min(box.height, 100))
          found.push("pane out of sight");
      } else if (box.bottom > innerHeight + 1 && boardInSight && !large)
        found.push(`${named(e)} out of sight`);
    }
  }
  for (const e of controls) {
    if (!visible(e) || (document.querySelector("dialog[open]") && !e.closest("dialog[open]")))
      continue;
    if (cut(e)) {
      found.push(`${named(e)} cut`);
      continue;
    }
    let why = trouble(e);
    for (const place of ["nearest", "center"]) {
      if (!why) break;
      e.scrollIntoView({ block: place, inline: place, behavior: "instant" });
      why = trouble(e);
    }
    if (why) found.push(`${named(e)} ${why}`);
    if (small(e)) found.push(`${named(e)} under ${LEAST} pixels`);
    if (e.localName === "button" && e.scrollWidth > e.clientWidth + 1)
      found.push(`${named(e)} spills`);
  }
  window.scrollTo({ left: 0, top: 0, behavior: "instant" });
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth + 1) found.push(`the page is ${wide} wide`);
  return [...new Set(found)];
};
