// A pane in which a board that is larger than it is moved about: one finger pans it and lets it run
// on, two fingers pinch, a double tap zooms; a mouse has the wheel (with Ctrl: zoom) and scrollbars.
//
// The pane is a scroll container, so that its place is kept by itself and keys and screen readers
// scroll it too; the gestures are pointer events, for the browser's own would scroll the page.

// CSS pixels that a finger may move and still press.
export const SLIP = 10;
const DOUBLE_TAP_MS = 320;
const DOUBLE_TAP_REACH = 32;
const TAP_MS = 260;
const RUN_ON_MS = 325; // a pane that was let go runs on: its speed falls to a third in this time
const SLOWEST = 0.03; // CSS pixels a millisecond below which it stands still
const SPEED_OVER_MS = 80; // how long before the end of a stroke its speed is measured

export class Pane {
  #fingers = new Map(); // by pointer id: where each is
  #stroke = null; // one finger: {x, y, left, top, moving, trail}
  #pinch = null; // two fingers: {apart, anchor, scale}
  #tapped = null; // the last tap: {x, y, time}
  #running = 0;

  // `content` is the element that is moved. `acts` may have
  //   scaled(factor, point)   it was pinched, or Ctrl and the wheel were turned
  //   doubled(point)          it was tapped twice
  //   pans()                  whether one finger moves it now; else that finger is somebody else's
  // A point is {x, y} in the window. Whoever changes the size of the content calls `keep` around it.
  constructor(element, content, acts = {}) {
    this.element = element;
    this.content = content;
    /** @type {any} */
    this.acts = { pans: () => true, ...acts };
    element.classList.add("pane");
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, (event) => this.#up(event));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // Two fingers are never the browser's.
    element.addEventListener("touchmove", (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), {
      passive: false,
    });
  }

  // Change the size of the content by `change()`, and keep what lies under `point` where it is; in
  // the middle of the pane without a point.
  keep(change, point = this.#middle()) {
    const box = this.content.getBoundingClientRect();
    const across = (point.x - box.left) / (box.width || 1);
    const down = (point.y - box.top) / (box.height || 1);
    change();
    const now = this.content.getBoundingClientRect();
    this.#scrollBy(now.left + across * now.width - point.x, now.top + down * now.height - point.y);
  }

  // Bring a part of the content into sight, {left, top, right, bottom} in CSS pixels of it; where it
  // is larger than the pane, its middle.
  reveal(part, margin = 0) {
    const { element } = this;
    const along = (from, to, start, room) => {
      if (to - from + 2 * margin > room) return (from + to - room) / 2;
      return Math.min(Math.max(start, to + margin - room), from - margin);
    };
    const [left, top] = this.#offset();
    const x = along(part.left + left, part.right + left, element.scrollLeft, element.clientWidth);
    const y = along(part.top + top, part.bottom + top, element.scrollTop, element.clientHeight);
    this.#stop();
    this.#scrollTo(x, y);
  }

  // Whether all of the content is in sight, so that nothing is to be moved.
  get holdsAll() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.element;
    return scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;
  }

  // Whether it runs on by itself: a finger that comes down then only stops it.
  get running() {
    return this.#running !== 0;
  }

  // Where the content begins in the scrolled area.
  #offset() {
    const pane = this.element.getBoundingClientRect();
    const box = this.content.getBoundingClientRect();
    return [box.left - pane.left + this.element.scrollLeft, box.top - pane.top + this.element.scrollTop];
  }

  #middle() {
    const box = this.element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  #down(event) {
    if (event.pointerType === "mouse") return;
    this.#stop();
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#fingers.size === 1) this.#begin(event);
    else {
      this.#stroke = null;
      if (this.#fingers.size === 2) this.#beginPinch();
    }
  }

  #begin({ clientX: x, clientY: y, timeStamp: time }) {
    const { scrollLeft: left, scrollTop: top } = this.element;
    this.#stroke = { x, y, left, top, begun: time, moving: false, trail: [{ x, y, time }] };
  }

  #move(event) {
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return;
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.#pinch) this.#showPinch();
    else if (this.#stroke && this.acts.pans()) this.#pan(event);
  }

  #pan({ clientX: x, clientY: y, timeStamp: time }) {
    const stroke = this.#stroke;
    if (!stroke.moving && Math.hypot(x - stroke.x, y - stroke.y) <= SLIP) return;
    if (!stroke.moving) Object.assign(stroke, { moving: true, x, y }); // no jump by the slip
    this.#scrollTo(stroke.left + stroke.x - x, stroke.top + stroke.y - y);
    stroke.trail.push({ x, y, time });
    while (stroke.trail.length > 2 && time - stroke.trail[0].time > SPEED_OVER_MS) stroke.trail.shift();
  }

  #up(event) {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#pinch) this.#endPinch();
    const stroke = this.#stroke;
    this.#stroke = null;
    if (!stroke || event.type === "pointercancel") return;
    if (stroke.moving) this.#runOn(stroke, event.timeStamp);
    else if (event.timeStamp - stroke.begun < TAP_MS) this.#tap(event);
  }

  #tap({ clientX: x, clientY: y, timeStamp: time }) {
    const last = this.#tapped;
    const twice = last && time - last.time < DOUBLE_TAP_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP_REACH;
    this.#tapped = twice ? null : { x, y, time };
    if (twice) this.acts.doubled?.({ x, y });
  }

  // The point between two fingers, and how far they are apart.
  #twoFingers() {
    const [one, other] = [...this.#fingers.values()];
    return { point: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }, apart: Math.hypot(one.x - other.x, one.y - other.y) };
  }

  #beginPinch() {
    const { point, apart } = this.#twoFingers();
    const box = this.content.getBoundingClientRect();
    this.#pinch = { apart: apart || 1, point, factor: 1, moving: false, at: [point.x - box.left, point.y - box.top], shift: [0, 0] };
  }

  // While it is pinched the content is drawn larger or smaller; it is laid out anew at the end. Two
  // thumbs that rest pinch nothing.
  #showPinch() {
    const pinch = this.#pinch;
    const { point, apart } = this.#twoFingers();
    const { x, y } = point;
    const moved = Math.max(Math.abs(apart - pinch.apart), Math.hypot(x - pinch.point.x, y - pinch.point.y));
    if (!pinch.moving && moved <= SLIP) return;
    pinch.moving = true;
    pinch.factor = apart / pinch.apart;
    const [across, down] = pinch.at;
    const shift = [x - pinch.point.x, y - pinch.point.y];
    this.content.style.transformOrigin = `${across}px ${down}px`;
    this.content.style.transform = `translate(${shift[0]}px, ${shift[1]}px) scale(${pinch.factor})`;
    pinch.shift = shift;
  }

  #endPinch() {
    const { factor, moving, point, shift } = this.#pinch;
    this.#pinch = null;
    if (moving) {
      this.content.style.transform = "";
      this.content.style.transformOrigin = "";
      this.#scrollBy(-shift[0], -shift[1]);
      this.acts.scaled?.(factor, { x: point.x + shift[0], y: point.y + shift[1] });
    }
    // A finger that is still down goes on as a stroke of its own.
    const [left] = this.#fingers.entries();
    if (left) this.#begin({ clientX: left[1].x, clientY: left[1].y, timeStamp: performance.now() });
    if (this.#stroke) this.#stroke.begun = -Infinity; // and is no tap
  }

  #wheel(event) {
    if (!event.ctrlKey || !this.acts.scaled) return;
    event.preventDefault();
    this.acts.scaled(Math.exp(-event.deltaY / (event.deltaMode ? 12 : 300)), { x: event.clientX, y: event.clientY });
  }

  #runOn({ trail }, now) {
    const first = trail[0];
    const last = trail.at(-1);
    const time = Math.max(1, last.time - first.time);
    let [vx, vy] = [(first.x - last.x) / time, (first.y - last.y) / time];
    if (now - last.time > SPEED_OVER_MS) return; // it rested before it was let go
    let { scrollLeft: x, scrollTop: y } = this.element;
    let before = performance.now();
    const step = (at) => {
      const passed = Math.max(0, at - before);
      before = at;
      x += vx * passed;
      y += vy * passed;
      this.#scrollTo(x, y);
      const kept = Math.exp(-passed / RUN_ON_MS);
      // At an edge it stands still.
      vx *= Math.abs(this.element.scrollLeft - x) < 1.5 ? kept : 0;
      vy *= Math.abs(this.element.scrollTop - y) < 1.5 ? kept : 0;
      this.#running = Math.hypot(vx, vy) > SLOWEST ? requestAnimationFrame(step) : 0;
    };
    this.#running = requestAnimationFrame(step);
  }

  #stop() {
    cancelAnimationFrame(this.#running);
    this.#running = 0;
  }

  #scrollBy(x, y) {
    this.#scrollTo(this.element.scrollLeft + x, this.element.scrollTop + y);
  }

  // On whole device pixels: between them the board would be blurred.
  #scrollTo(x, y) {
    const ratio = window.devicePixelRatio || 1;
    const whole = (place) => Math.round(place * ratio) / ratio;
    this.element.scrollTo({ left: whole(x), top: whole(y), behavior: "instant" });
  }
}
