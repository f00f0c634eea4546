// Holds back presses that would land on something else than what was seen.
//
// Between a picture of the page and a press on it the page may move, be covered, be loaded again or
// show another game. So before a picture is taken, `aim` notes what lies under each point, and how
// open cells around it look; when a press arrives, what lies there must still be in the same place
// and they must look the same, or it and all that follow never reach the page. Events at other
// points, the user's own, pass.

(() => {
  if (window.__mwagentGuard) return;
  const MARK = "mwagent.aimed"; // survives loading the page again
  const SLIP = 3; // pixels that an element may move under the pointer
  const GROWTH = 0.5; // part of its size by which it may grow or shrink there
  const NEAR = 3; // pixels of a canvas around a point that are compared
  const INSIDE = 3; // elements inside each other at a point that are looked at, the topmost first
  const COVERED = [[NaN, NaN, NaN, NaN]]; // by a dialog that takes all presses: like no other place
  let targets = null;
  let stoppedAt = null;

  // The boxes of what lies at a point: of the topmost element, and of those that it is inside of. A
  // dialog that takes all presses covers each `cell`; its own buttons it does not.
  const places = (x, y, cell) => {
    let element = document.elementFromPoint(x, y);
    if (!element || element.tagName === "IFRAME") return null;
    if (cell && element.closest(":modal, [aria-modal=true]")) return COVERED;
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
    const element = document.elementFromPoint(x, y);
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
      return sessionStorage.getItem(MARK) !== null;
    } catch {
      return false; // a page without storage
    }
  };
  const mark = (on) => {
    try {
      if (on) sessionStorage.setItem(MARK, "1");
      else sessionStorage.removeItem(MARK);
    } catch {
      // a page without storage: loading again is not noticed
    }
  };
  // A page that was loaded while presses were under way: they are not meant for it.
  let foreign = marked();

  const near = ({ x, y }, event) => Math.abs(event.clientX - x) <= 1 && Math.abs(event.clientY - y) <= 1;

  // Note what lies under the points, and around them; tells what it is: "elements", with a canvas
  // among them "drawn", "" where it cannot be watched.
  // `points` are [[x, y], [[x, y]...]]: where to press, and cells around it that lie open.
  const aim = (points) => {
    foreign = false;
    stoppedAt = null;
    const boxes = points.map(([[x, y], around]) => places(x, y, around.length > 0));
    const target = ([[x, y], around], i) => {
      const others = around.map((at) => places(...at, true)).filter(Boolean);
      const covered = others.length > 0 && boxes[i] !== COVERED && !belongs(boxes[i], others);
      return { x, y, boxes: boxes[i], around, looks: around.map(look), arrived: covered ? false : undefined };
    };
    targets = boxes.every(Boolean) ? points.map(target) : null;
    mark(targets !== null);
    if (targets === null) return "";
    const drawn = ({ x, y }) => document.elementFromPoint(x, y) instanceof HTMLCanvasElement;
    return targets.some(drawn) ? "drawn" : "elements";
  };

  // End a batch: the index of the first press held back, "made" when none was, "gone" on another
  // page, "covered" when a dialog takes all presses.
  const finish = () => {
    let result = foreign || !targets ? "gone" : (stoppedAt ?? "made");
    if (targets?.some(({ boxes }) => boxes === COVERED)) result = "covered";
    foreign = false;
    targets = null;
    mark(false);
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

  const check = (event) => {
    if (!event.isTrusted || (!targets && !foreign)) return;
    let held = foreign;
    if (targets) {
      const index = targets.findIndex((one) => near(one, event));
      if (index < 0) return;
      if (stoppedAt === null) {
        const target = targets[index];
        const now = places(event.clientX, event.clientY, target.around.length > 0);
        const same = now && stays(target.boxes, now, target.begun);
        // Later events of a press may see what it has done itself: it counts as made.
        const first = event.type === "pointerdown";
        if (!same || (first && !asSeen(target))) stoppedAt = target.begun ? index + 1 : index;
        else target.begun ||= first;
      }
      held = stoppedAt !== null;
    }
    if (held) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  const kinds = "pointerdown mousedown pointerup mouseup click auxclick contextmenu dblclick";
  for (const kind of kinds.split(" ")) window.addEventListener(kind, check, true);
  for (const kind of ["pointerover", "pointermove"]) window.addEventListener(kind, arrive, true);
  Object.defineProperty(window, "__mwagentGuard", { value: { aim, finish } });
})();
