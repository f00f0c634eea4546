// Holds back presses that would land on something else than what was seen.
//
// Between a picture of the page and a press on it the page may move, be covered or be loaded
// again. So before a picture is taken, `aim` notes what lies under each point; when a press
// arrives, what lies there must still be in the same place, or it and all that follow never reach
// the page. Events at other points, the user's own, pass.

(() => {
  if (window.__mwagentGuard) return;
  const MARK = "mwagent.aimed"; // survives loading the page again
  const SLIP = 3; // pixels that an element may grow or move under the pointer
  const COVERED = [NaN, NaN, NaN, NaN]; // by a dialog that takes all presses: like no other place
  let targets = null;
  let stoppedAt = null;

  const place = (x, y) => {
    const element = document.elementFromPoint(x, y);
    if (!element || element.tagName === "IFRAME") return null;
    if (element.closest(":modal, [aria-modal=true]")) return COVERED;
    const box = element.getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom];
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

  // Note what lies under the points [[x, y]...]; tells whether all of it can be watched.
  const aim = (points) => {
    foreign = false;
    stoppedAt = null;
    const boxes = points.map(([x, y]) => place(x, y));
    targets = boxes.every(Boolean) ? points.map(([x, y], i) => ({ x, y, box: boxes[i] })) : null;
    mark(targets !== null);
    return targets !== null;
  };

  // End a batch: the index of the first press held back, -1 when none was, -2 on another page, -3
  // when a dialog takes all presses.
  const finish = () => {
    let result = foreign || !targets ? -2 : stoppedAt ?? -1;
    if (targets?.some(({ box }) => box === COVERED)) result = -3;
    foreign = false;
    targets = null;
    mark(false);
    return result;
  };

  const check = (event) => {
    if (!event.isTrusted || (!targets && !foreign)) return;
    let held = foreign;
    if (targets) {
      const index = targets.findIndex(
        ({ x, y }) => Math.abs(event.clientX - x) <= 1 && Math.abs(event.clientY - y) <= 1,
      );
      if (index < 0) return;
      if (stoppedAt === null) {
        const now = place(event.clientX, event.clientY);
        const same = now?.every((side, i) => Math.abs(side - targets[index].box[i]) <= SLIP);
        if (!same) stoppedAt = index;
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
  Object.defineProperty(window, "__mwagentGuard", { value: { aim, finish } });
})();
