// Holds back presses that would land on something else than what was seen.
//
// Between a picture of the page and a press on it the page may move, be covered, be loaded again or
// show another game. So `found` notes which element the board is; and before a picture is taken, `aim`
// notes what lies under each point, and how open cells around it look. When a press arrives, it must be
// on a part of that element, what lies there must still be in the same place, and the cells must look
// the same; or it and all that follow never reach the page. Events at other points, the user's own,
// pass, but in frames of a tab that nobody sees. What was no part of the board never becomes one.

(() => {
  if (window.__mwagentGuard) return;
  const MARK = "mwagent.aimed"; // survives loading the page again
  const SLIP = 3; // pixels that an element may move under the pointer
  const GROWTH = 0.5; // part of its size by which it may grow or shrink there
  const NEAR = 3; // pixels of a canvas around a point that are compared
  const INSIDE = 3; // elements inside each other at a point that are looked at, the topmost first
  const COVERED = [[NaN, NaN, NaN, NaN]]; // by a dialog that takes all presses: like no other place
  const ACTING =
    "a[href], area[href], button, input, select, textarea, label, summary, iframe, frame, object, embed, [role=button], [role=link], [contenteditable]";
  const PICTURES = /^(canvas|img|svg|video|picture)$/i;
  const HELD = top !== window && UNSEEN; // whether presses that nobody aims are held back in a frame
  const token = crypto.getRandomValues(new Uint32Array(2)).join();
  let targets = null;
  let stoppedAt = null;
  let board = null; // null until `found`, and where it is in a frame
  let framed = null; // the frame, then
  let asked = null; // what was asked about last, for a press beside the board
  let focus; // what a key is meant for
  const refused = new WeakMap(); // what was no part of the board, and what of its path was not

  const topmost = (x, y) => {
    let one = document.elementFromPoint(x, y);
    for (let inner; (inner = one?.shadowRoot?.elementFromPoint(x, y)) && inner !== one; ) one = inner;
    return one;
  };
  const focused = () => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    return one;
  };
  const pathOf = (one) => {
    const path = [];
    for (; one instanceof Element; one = one.parentElement ?? one.getRootNode().host) path.push(one);
    return path;
  };
  // It stays so for as long as it is in there.
  const isRefused = (path) => refused.has(path[0]) && path.includes(refused.get(path[0]));
  // Whether an element is larger than a cell in `some` direction, or in both.
  const large = (one, [width, height], some) => {
    const box = one.getBoundingClientRect();
    const [across, down] = [box.width > (1 + GROWTH) * width, box.height > (1 + GROWTH) * height];
    return some ? across || down : across && down;
  };
  // Whether an element paints anything, or so that nothing `shows` through it.
  const paints = (one, shows = true) => {
    const style = getComputedStyle(one);
    if (style.opacity === "0" || style.visibility !== "visible") return false;
    const clear = shows ? /^(transparent|rgba\(.*, 0\))$/ : /^(transparent|rgba)/;
    const plain = clear.test(style.backgroundColor) && style.backgroundImage === "none";
    return PICTURES.test(one.tagName) || !plain || parseFloat(style.borderTopWidth) > 0;
  };
  // What the board is that points lie on, `size` being that of a cell: `owner`, the innermost element
  // around most of them, or one around that of the same size, which may hold several `layers`, and
  // which kinds of elements that act are `linked` with most of its cells; null
  // where a transparent one lies over another picture, or `cells`, that it does not belong to.
  const boardAt = (points, size) => {
    const tops = points.map((at) => topmost(...at)).filter((one) => one && !isRefused(pathOf(one)));
    const paths = tops.map(pathOf);
    const counts = new Map();
    for (const one of paths.flat()) counts.set(one, (counts.get(one) ?? 0) + 1);
    const inner = paths.map((path) => path.find((one) => 2 * counts.get(one) > points.length)).filter(Boolean);
    let owner = inner.reduce((deepest, one) => (deepest && pathOf(deepest).length >= pathOf(one).length ? deepest : one), null);
    const surface = owner && 2 * tops.filter((one) => one === owner).length > points.length ? owner : null;
    const acting = paths.map((path) => path.slice(0, path.indexOf(owner)).filter((one) => one.matches(ACTING)).map((one) => one.tagName));
    const usual = (kind) => 2 * acting.filter((kinds) => kinds.includes(kind)).length > points.length;
    const linked = new Set([...new Set(acting.flat())].filter(usual));
    const sides = (one) => one.getBoundingClientRect();
    for (let outer; owner && (outer = pathOf(owner)[1]) && outer !== document.body; owner = outer) {
      const [wide, high] = [0, 1].map((i) => Math.max(...points.map((at) => at[i])) - Math.min(...points.map((at) => at[i])) + size[i]);
      if (sides(outer).width > wide + 4 * size[0] || sides(outer).height > high + 4 * size[1]) break;
    }
    const layers = new WeakSet();
    const some = points.filter((_, i) => i % Math.ceil(points.length / 16) === 0);
    const stacks = some.map((at) => (owner ?? document).getRootNode().elementsFromPoint(...at));
    for (const one of stacks.flat()) if (owner?.contains(one) && large(one, size, false)) layers.add(one);
    for (const one of paths.flat()) if (owner?.contains(one) && large(one, size, false)) layers.add(one);
    const beneath = stacks.map((stack) => stack.slice(stack.indexOf(surface) + 1).find((one) => !one.contains(surface) && paints(one)));
    const lies = (one) => one && !owner.contains(one) && (!PICTURES.test(surface.tagName) || !large(one, size, true));
    // What is seen through a veil lies beneath it.
    const veil = surface && !paints(surface, false);
    if (surface && (PICTURES.test(surface.tagName) || veil) && 2 * beneath.filter(lies).length > some.length) owner = null;
    return {owner, cover: owner ? null : surface, layers, linked, kind: surface?.tagName ?? "cells", points, size, at: owner?.getBoundingClientRect()};
  };
  // What of a path of elements, the innermost first, is no part of the board, null for nothing.
  const strange = (path) => {
    if (!board) return null;
    path = path.filter((one) => one instanceof Element);
    if (!path.length) return document.documentElement;
    const wrong = () => {
      const end = path.indexOf(board.owner);
      const acting = path.find((one, i) => one.matches(ACTING) && (large(one, board.size, true) || (i < end && !board.linked.has(one.tagName))));
      if (acting ?? end < 0) return acting ?? path[0];
      return path.slice(0, end).find((one) => large(one, board.size, false) && !board.layers.has(one));
    };
    let found = isRefused(path) ? path[0] : wrong();
    if (found && !isRefused(path)) {
      // A page may draw its board anew, in other elements of the same kind.
      const anew = boardAt(board.points, board.size);
      const gone = !board.owner?.getClientRects().length;
      const within = anew.owner && board.owner?.contains(anew.owner) && anew.kind === "cells";
      const plain = anew.kind === "cells" || PICTURES.test(anew.kind);
      const same = !board.owner || [...anew.linked].every((kind) => board.linked.has(kind));
      if (anew.owner && same && (board.owner ? anew.kind === board.kind && (gone || within) : plain)) {
        const before = board;
        board = anew;
        found = wrong();
        if (found) board = before;
      }
      if (found) refused.set(path[0], found);
    }
    return found ?? null;
  };
  // Note the board that points lie on, which may be the `same` that goes on; where they are in a frame,
  // tells where the page within begins.
  const found = (points, size, same) => {
    const frames = points.map((at) => topmost(...at)).filter((one) => /^I?FRAME$/.test(one?.tagName));
    framed = 2 * frames.length > points.length ? { frame: frames[0], points, at: frames[0].getBoundingClientRect() } : null;
    const before = board;
    board = framed ? null : boardAt(points, size);
    // Cells that were no links, or buttons, become none in the midst of a round.
    if (same && before?.owner && board?.owner === before.owner) board.linked = before.linked;
    return framed && frameAt(framed.frame);
  };
  const frameAt = (frame) => {
    const [box, style] = [frame.getBoundingClientRect(), getComputedStyle(frame)];
    return [box.left + frame.clientLeft + parseFloat(style.paddingLeft), box.top + frame.clientTop + parseFloat(style.paddingTop)];
  };
  // The points of a board that may have moved since it was `at` a place, where it is now.
  const moved = (owner, { points, at }) => {
    const now = owner?.getBoundingClientRect();
    if (!now?.width || !at?.width) return points;
    return points.map(([x, y]) => [now.left + ((x - at.left) * now.width) / at.width, now.top + ((y - at.top) * now.height) / at.height]);
  };
  // What lies over the board, in words; null for nothing.
  const over = () => {
    const owner = framed?.frame ?? board?.owner ?? null;
    const points = framed || board ? moved(owner, framed ?? board) : [];
    const there = points.map((at) => topmost(...at)).filter(Boolean);
    const modal = (top) => [top.closest(":modal, [aria-modal=true]")].find((one) => one && !one.contains(owner));
    const cover = board?.cover;
    const one = there.map((top) => modal(top) ?? (framed ? top !== owner && top : top === cover ? top : !cover?.isConnected && strange(pathOf(top)))).find(Boolean);
    if (!one) return null;
    const whole = pathOf(one).reverse().find((outer) => !outer.contains(owner) && !outer.matches("html, body")) ?? one;
    const said = [one.innerText, whole.innerText, ...["aria-label", "title", "alt", "href", "src", "id", "class"].map((name) => one.getAttribute(name)), one.tagName.toLowerCase()];
    return said.map((text) => String(text ?? "").trim()).find(Boolean).slice(0, 60);
  };

  // The boxes of what lies at a point: of the topmost element, and of those that it is inside of. A
  // dialog that takes all presses covers each `cell`; its own buttons it does not.
  const places = (x, y, cell) => {
    let element = topmost(x, y);
    if (!element || element.tagName === "IFRAME") return null;
    const modal = cell && element.closest(":modal, [aria-modal=true]");
    if (modal && !modal.contains(board?.owner ?? null)) return COVERED;
    const boxes = [];
    for (; element && boxes.length < INSIDE; element = element.parentElement) {
      const box = element.getBoundingClientRect();
      boxes.push([box.left, box.top, box.right, box.bottom]);
    }
    return boxes;
  };
  // Whether a box is where another was: about the same middle, perhaps of another size.
  const inPlace = (before, now) =>
    [0, 1].every((side) => {
      const size = before[side + 2] - before[side];
      const middle = now[side] + now[side + 2] - before[side] - before[side + 2];
      const growth = now[side + 2] - now[side] - size;
      return Math.abs(middle) <= 2 * SLIP && Math.abs(growth) <= Math.max(SLIP, GROWTH * size);
    });
  // Whether what lay at a point still does, be it with something new inside it, as an effect of the
  // pointer; or, once a press has begun, without what was inside: a cell that opens loses its cover.
  const stays = (before, now, begun) => now.some((box) => inPlace(before[0], box)) || (begun && before.some((box) => inPlace(box, now[0])));
  // Whether what lies at a point is of the kind that lies at others, of cells that were seen: the
  // same, or of the size of a cell. A message that covers a part of the board is not.
  const sized = (one, other) => [0, 1].every((side) => Math.abs((one[side + 2] - one[side]) / (other[side + 2] - other[side]) - 1) <= GROWTH);
  const belongs = (boxes, others) =>
    others.some((other) => other.some((box) => sized(boxes[0], box)) || boxes.some((box) => sized(box, other[0])));
  // How the page looks at a point: the pixels of a picture that is drawn, else what is written of
  // the element in the page, its neighbours and children apart.
  const look = ([x, y]) => {
    const element = topmost(x, y);
    if (!element) return "";
    if (element instanceof HTMLCanvasElement) return pixels(element, x, y);
    const words = (one) => one?.cloneNode(false).outerHTML ?? "";
    return words(element) + words(element.parentElement) + element.textContent.slice(0, 40);
  };
  const pixels = (canvas, x, y) => {
    const box = canvas.getBoundingClientRect();
    const across = canvas.width / box.width;
    const down = canvas.height / box.height;
    try {
      const paint = canvas.getContext("2d");
      const left = Math.round((x - box.left) * across) - NEAR;
      const top = Math.round((y - box.top) * down) - NEAR;
      return paint.getImageData(left, top, 2 * NEAR + 1, 2 * NEAR + 1).data.join();
    } catch {
      return ""; // drawn in another way, or with pictures of another site: cannot be told
    }
  };
  const marked = () => {
    try {
      return sessionStorage.getItem(MARK);
    } catch {
      return null; // a page without storage
    }
  };
  // Keep how many presses of a batch have begun, null where none is under way.
  const mark = (begun) => {
    try {
      if (begun === null) sessionStorage.removeItem(MARK);
      else sessionStorage.setItem(MARK, begun);
    } catch {
      // a page without storage: loading again is not noticed
    }
  };
  // A page that was loaded while presses were under way: they are not meant for it, but for those
  // that had begun before, the last of which may have led here.
  let foreign = marked() !== null;
  let before = Number(marked());

  const near = ({ x, y }, event) => Math.abs(event.clientX - x) <= 1 && Math.abs(event.clientY - y) <= 1;

  // Note what lies under the points, and around them; tells what it is: "elements", with a canvas
  // among them "drawn", "" where it cannot be watched, or where this is not the `document` that is meant.
  // `points` are [[x, y], [[x, y]...], beside]: where to press, cells around it that lie open, and whether
  // it is no cell but what was asked about last. Where they are in a `frame`, none may reach this page.
  const aim = (points, document, frame) => {
    watch(); // a page that is written anew has lost that
    foreign = false;
    before = 0;
    stoppedAt = null;
    targets = null;
    if (document && document !== token) return "";
    const boxes = points.map(([[x, y], around]) => (frame ? [] : places(x, y, around.length > 0)));
    const target = ([[x, y], around, beside], i) => {
      const others = around.map((at) => places(...at, true)).filter(Boolean);
      const covered = !frame && others.length > 0 && boxes[i] !== COVERED && !belongs(boxes[i], others);
      const meant = beside && !frame ? asked : null;
      return { x, y, boxes: boxes[i], around, beside, frame, meant, looks: around.map(look), arrived: covered ? false : undefined };
    };
    targets = boxes.every(Boolean) ? points.map(target) : null;
    mark(targets && 0);
    if (targets === null) return "";
    const drawn = ({ x, y }) => topmost(x, y) instanceof HTMLCanvasElement;
    return targets.some(drawn) ? "drawn" : "elements";
  };

  // End a batch: the index of the first press held back, "made" when none was, "gone" on another
  // page where none was made before it, "covered" when a dialog takes all presses.
  const finish = () => {
    let result = foreign || !targets ? before || "gone" : (stoppedAt ?? "made");
    if (targets?.some(({ boxes }) => boxes === COVERED)) result = "covered";
    foreign = false;
    before = 0;
    targets = null;
    mark(null);
    return result;
  };

  // Whether the points around a target look as they did; at the target itself, which may look
  // otherwise under the pointer, what counts is how it looked when the pointer arrived.
  const asSeen = ({ x, y, around, looks, arrived }) =>
    arrived !== false && around.every((at, i) => (arrived && at[0] === x && at[1] === y) || look(at) === looks[i]);

  const arrive = (event) => {
    if (!event.isTrusted || !targets || stoppedAt !== null) return;
    const target = targets.find((one) => near(one, event));
    if (!target || target.arrived !== undefined) return;
    target.arrived = asSeen(target);
  };

  // Whether what takes an event is what it is meant for.
  const isMeant = ({ frame, beside, meant, begun }, path) =>
    !frame && (beside ? !meant || begun || (path.includes(meant.one) && words(meant.one) === meant.words) : !strange(path));
  const words = (one) => String(one.innerText ?? "") + (one.value ?? "");

  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const check = (event) => {
    if (!event.isTrusted || (!targets && !foreign && !HELD)) return;
    let held = foreign || (HELD && !targets);
    if (targets) {
      const index = targets.findIndex((one) => near(one, event));
      if (index < 0) return HELD && hold(event);
      if (stoppedAt === null) {
        const target = targets[index];
        const now = places(event.clientX, event.clientY, target.around.length > 0);
        const same = isMeant(target, event.composedPath()) && now && stays(target.boxes, now, target.begun);
        // Later events of a press may see what it has done itself: it counts as made.
        const first = event.type === "pointerdown";
        if (!same || (first && !asSeen(target))) stoppedAt = target.begun ? index + 1 : index;
        else if (first) {
          target.begun = true;
          mark(index + 1);
        }
      }
      held = stoppedAt !== null;
    }
    if (held) hold(event);
  };
  // Note what has the keyboard, and let no key reach anything else until one is released.
  const listen = () => {
    watch();
    focus = focused();
  };
  const hear = (event) => {
    if (event.isTrusted && focus !== undefined && focused() !== focus) hold(event);
    if (event.type === "keyup") focus = undefined;
  };
  const kinds = "pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick";
  const watch = () => {
    for (const kind of kinds.split(" ")) window.addEventListener(kind, check, true);
    for (const kind of ["keydown", "keypress", "keyup"]) window.addEventListener(kind, hear, true);
    for (const kind of ["pointerover", "pointermove"]) window.addEventListener(kind, arrive, true);
  };
  watch();
  const ask = (one) => (asked = { one, words: words(one) });
  const value = { aim, finish, found, over, ask, listen, frameAt, topmost, token, owner: () => framed?.frame ?? board?.owner };
  Object.defineProperty(window, "__mwagentGuard", { value });
})();
