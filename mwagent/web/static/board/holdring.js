// What is seen of a long press: a ring that closes around the finger, and what came of it above.

import { make } from "../app/element.js";

const SHOWN_MS = 700;

export class HoldRing {
  // `host` is an element that is `position: relative`, over which the ring lies.
  constructor(host) {
    this.host = host;
    this.element = make("div.hold", { "aria-hidden": "true", hidden: true }, make("i"), make("b"));
    host.append(this.element);
    this.timer = null;
  }

  // A finger is down at a point of the window; after `milliseconds` it will have been held.
  begin({ clientX, clientY }, milliseconds) {
    const box = this.host.getBoundingClientRect();
    const { element } = this;
    clearTimeout(this.timer);
    element.className = "hold";
    element.style.left = `${clientX - box.left}px`;
    element.style.top = `${clientY - box.top}px`;
    element.style.setProperty("--hold", `${milliseconds}ms`);
    element.hidden = false;
    // The animation begins anew.
    element.getAnimations({ subtree: true }).forEach((one) => {
      one.cancel();
      one.play();
    });
  }

  // It was held; `said` is a sign of what was done.
  done(said) {
    const { element } = this;
    element.lastChild.textContent = said;
    element.className = "hold done";
    this.timer = setTimeout(() => (element.hidden = true), SHOWN_MS);
  }

  end() {
    if (!this.element.classList.contains("done")) this.element.hidden = true;
  }
}
