// Taps and long presses, of any number of fingers: two thumbs may be down at once, and each counts.

import { SLIP } from "./pane.js";

// Listen to the fingers on `element`. A place is whatever `placeOf(event)` gives; null is none.
//   tap(place)      a finger was lifted where it came down, soon enough
//   hold(place)     it lay there for `time()` milliseconds, alone; what it gives, the ring shows as done
//   press(place)    it came down; null when none is down any more
//   moving()        whether what lies under the fingers runs on: a finger that comes down only stops it
//   early()         whether a finger taps as it comes down
//   ring            a HoldRing
// A finger that moves is no tap; neither is any of several when one of them moves, for then they pinch.
export function listenFingers(
  element,
  { placeOf, tap, hold, time, ring = null, press = (_place) => {}, moving = () => false, early = () => false },
) {
  const down = new Map(); // all that touch it, by pointer id: {x, y, from}, and where each was when the last came
  const fingers = new Map(); // those of them that may still tap or hold: {place, timer}
  let shown = null; // the finger that has the ring

  const drop = (id) => {
    clearTimeout(fingers.get(id)?.timer);
    if (!fingers.delete(id)) return;
    if (shown === id) ring?.end();
    if (!fingers.size) press(null);
  };
  const dropAll = () => [...fingers.keys()].forEach(drop);

  const held = (id) => {
    const { place } = fingers.get(id);
    drop(id);
    if (down.size > 1) return; // fingers that rest are about to pinch
    const said = hold(place);
    if (said) ring?.done(said);
    navigator.vibrate?.(25);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (event.isPrimary) {
      dropAll();
      down.clear(); // it is the only one, whatever became of others
    }
    for (const other of down.values()) other.from = [other.x, other.y];
    down.set(id, { x, y, from: [x, y] });
    const place = moving() ? null : placeOf(event);
    if (place === null) return;
    if (early()) {
      tap(place);
      return;
    }
    fingers.set(id, { place, timer: setTimeout(() => held(id), time()) });
    shown = id;
    ring?.begin(event, time());
    press(place);
  });
  element.addEventListener("pointermove", ({ pointerId: id, clientX: x, clientY: y }) => {
    const finger = down.get(id);
    if (!finger) return;
    Object.assign(finger, { x, y });
    if (Math.hypot(x - finger.from[0], y - finger.from[1]) <= SLIP) return;
    if (down.size > 1) dropAll();
    else drop(id);
  });
  element.addEventListener("pointerup", ({ pointerId: id }) => {
    down.delete(id);
    const finger = fingers.get(id);
    drop(id);
    if (finger) tap(finger.place);
  });
  element.addEventListener("pointercancel", ({ pointerId: id }) => {
    down.delete(id);
    drop(id);
  });
  // No mouse events and no click after a touch: it has been dealt with.
  element.addEventListener("touchend", (event) => event.cancelable && event.preventDefault(), { passive: false });
}
