// What may happen to a page while it is played. Each trouble begins a moment after the nth press
// on the board; `chance` gives numbers from 0 to 1 that depend on the run's seed alone.

({ name, presses, delay, seed }) => {
  let state = seed >>> 0;
  const chance = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  const board = document.getElementById("board");
  const main = document.querySelector("main");
  const select = (id, value) => {
    document.getElementById(id).value = value;
    document.getElementById(id).dispatchEvent(new Event("change"));
  };
  const glide = (element, from, to, ms, after = () => {}) => {
    const began = performance.now();
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - began) / ms));
      const [x, y] = [0, 1].map((i) => from[i] + (to[i] - from[i]) * share);
      element.style.transform = `translate(${x}px, ${y}px)`;
      if (share < 1) requestAnimationFrame(step);
      else after();
    };
    requestAnimationFrame(step);
  };
  const cover = (css) => {
    const window = document.createElement("div");
    window.style.cssText =
      "position: fixed; z-index: 9; width: 260px; height: 180px; border: 1px solid #444; " +
      "background: linear-gradient(135deg, #e8f0ff, #8fa8d0 40%, #f7e9c0); font: 20px serif; " +
      `padding: 20px; ${css}`;
    window.textContent = "Another window, with 12 words about 3 mines and 8 other things in it.";
    document.body.append(window);
    return window;
  };

  const other = document.createElement("canvas"); // a fresh board, as a picture
  other.width = board.width;
  other.height = board.height;
  other.getContext("2d").drawImage(board, 0, 0);

  const troubles = {
    nothing() {},
    "scrolled a little"() {
      window.scrollBy(0, 5 + chance() * 60);
    },
    "scrolled away and back"() {
      window.scrollBy(0, 700);
      setTimeout(() => window.scrollTo(0, chance() * 40), 500 + chance() * 1500);
    },
    "scrolled away"() {
      window.scrollBy(0, 1500);
    },
    "moved at once"() {
      main.style.transform = `translate(${chance() * 120 - 60}px, ${chance() * 80}px)`;
    },
    "moved by a cell"() {
      const cell = (board.getBoundingClientRect().width / mwState.level.cols) * (chance() < 0.5 ? 1 : -1);
      main.style.transform = chance() < 0.5 ? `translate(${cell}px, 0)` : `translate(0, ${Math.abs(cell)}px)`;
    },
    "dragged about"() {
      const far = [chance() * 160 - 80, chance() * 90];
      glide(main, [0, 0], far, 600, () => glide(main, far, [0, 20], 400));
    },
    "zoomed by the page"() {
      select("zoom", ["1", "1.5", "2.5"][Math.floor(chance() * 3)]);
    },
    "zoomed by style"() {
      document.documentElement.style.zoom = [0.8, 1.1, 1.25, 1.5][Math.floor(chance() * 4)];
    },
    "window dragged across"() {
      const window = cover("left: -300px; top: 60px");
      glide(window, [0, chance() * 200], [1700, chance() * 200], 1500, () => window.remove());
    },
    "window put on top for a while"() {
      const box = board.getBoundingClientRect();
      const window = cover(`left: ${box.left + chance() * 100}px; top: ${box.top + chance() * 80}px`);
      setTimeout(() => window.remove(), 400 + chance() * 2500);
    },
    "window left on top"() {
      const box = board.getBoundingClientRect();
      cover(`left: ${box.left + chance() * 60}px; top: ${box.top + chance() * 50}px`);
    },
    "alert"() {
      alert("Time for a break?");
    },
    "dialog for a while"() {
      const dialog = document.createElement("dialog");
      dialog.textContent = "Would you like to rate this game?";
      document.body.append(dialog);
      dialog.showModal();
      setTimeout(() => dialog.close(), 400 + chance() * 2000);
    },
    "dialog left open"() {
      const dialog = document.createElement("dialog");
      dialog.innerHTML = "<p>Would you like to rate this game?</p><p>12345</p><button>Later</button>";
      document.body.append(dialog);
      dialog.showModal();
      const box = dialog.querySelector("button").getBoundingClientRect();
      window.turmoilRefusal = [box.left, box.top, box.right, box.bottom]; // which may close later
    },
    "colours switched"() {
      select("theme", "night");
      if (chance() < 0.5) setTimeout(() => select("theme", "classic"), 300 + chance() * 1000);
    },
    "colours inverted"() {
      document.documentElement.style.filter = "invert(1)";
    },
    "page reloaded"() {
      location.reload();
    },
    "new game begun by another"() {
      document.getElementById("face").click();
    },
    "main thread busy"() {
      for (const kind of ["mousedown", "mouseup"]) {
        window.addEventListener(kind, () => {
          const until = performance.now() + (chance() < 0.15 ? 500 : 0);
          while (performance.now() < until);
        }, true);
      }
    },
    "tooltip at the mouse"() {
      const tip = cover("width: 90px; height: 24px; padding: 4px; pointer-events: none");
      tip.textContent = "2 of 3 mines";
      let last = 0;
      window.addEventListener("mousemove", (event) => {
        tip.style.left = `${event.clientX + 12}px`;
        tip.style.top = `${event.clientY + 16}px`;
        tip.hidden = false;
        clearTimeout(last);
        last = setTimeout(() => (tip.hidden = true), 1500);
      }, true);
    },
    "second board in view"() {
      const box = board.getBoundingClientRect();
      other.style.cssText =
        `position: absolute; left: ${box.left - 40 + chance() * 80}px; top: ${box.bottom + 60}px; ` +
        `width: ${box.width}px; height: ${box.height}px`;
      document.body.append(other);
      document.body.style.paddingBottom = "3000px";
      window.scrollBy(0, 150 + chance() * 150);
    },
    "page blanked"() {
      document.body.style.visibility = "hidden";
      setTimeout(() => (document.body.style.visibility = ""), 1000);
    },
    "animation over the board"() {
      for (let i = 0; i < 12; i++) {
        const bit = cover("left: 0; top: 0; width: 22px; height: 22px; padding: 0; pointer-events: none");
        bit.textContent = String(i);
        const x = board.getBoundingClientRect().left + chance() * 280;
        glide(bit, [x, -60 * i], [x + chance() * 60, 950], 1200 + chance() * 1500, () => bit.remove());
      }
    },
    "notification in the corner"() {
      const { right, bottom } = board.getBoundingClientRect();
      const note = cover(`left: ${right - 90}px; top: ${bottom - 50}px; width: 200px; height: 60px`);
      setTimeout(() => note.remove(), 2000 + chance() * 3000);
    },
    "another level chosen"() {
      for (const [side, value] of [["cols", 12], ["rows", 8], ["mines", 15]]) {
        document.getElementById(`custom-${side}`).value = value;
      }
      document.getElementById("custom").requestSubmit();
    },
    "clicks dropped"() {
      let dropped = false;
      window.addEventListener("mousedown", (event) => {
        dropped = event.target === board && chance() < 0.15;
        if (dropped) event.stopImmediatePropagation();
      }, true);
      window.addEventListener("mouseup", (event) => {
        if (dropped) event.stopImmediatePropagation();
      }, true);
    },
  };

  if (name.startsWith("scrolled")) document.body.style.paddingBottom = "3000px";
  if (name === "cursor parked") {
    const arrow = document.createElement("div");
    arrow.style.cssText = "position: fixed; z-index: 9; pointer-events: none; left: 0; top: 0";
    arrow.innerHTML =
      '<svg width="12" height="19" style="display: block"><path d="M.5 .5v15l3.5-3.3 2.6 5.8 ' +
      '2.4-1-2.6-5.7H11z" fill="#fff" stroke="#000"/></svg>';
    document.body.append(arrow);
    window.addEventListener("mousemove", (event) => {
      arrow.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    }, true);
  }
  let pressed = 0;
  window.addEventListener("mousedown", (event) => {
    if (event.target === board && ++pressed === presses) setTimeout(strike, delay);
  }, true);

  // What a page changes is on the screen some frames later: until then nobody can see it.
  const changes = [];
  const note = (from) => {
    const change = { from, seen: Infinity };
    changes.push(change);
    requestAnimationFrame(() => requestAnimationFrame(() => (change.seen = performance.now())));
  };
  const strike = () => {
    note(performance.now());
    troubles[name]?.();
  };
  // Zoomed from outside, a page has its new measures a frame before it is told.
  window.addEventListener("resize", () => note(performance.now() - 17));
  Object.defineProperty(window, "turmoilChanges", { get: () => structuredClone(changes) });
  return Object.keys(troubles);
}
