// Follows a program of this machine that plays or watches: its events, and the board it tells of.

import { BoardBox } from "../board/boardbox.js";
import { make } from "../app/element.js";
import { EVENTS } from "../app/python.js";
import { WhyCard } from "../hints/whycard.js";

export class Follower {
  // `told.take(kind, data)` gets the events. Whoever extends this calls `follow` once it is built.
  constructor(host, shell, told) {
    this.shell = shell;
    this.told = told;
    this.size = "";
    this.box = null;
    this.desk = make("div", { class: "desk" });
    this.waiting = make("p");
    this.desk.append(this.waiting);
    this.state = make("p", { class: "soft", role: "status" });
    this.why = new WhyCard(shell, () => this.mark());
    this.side = make("div", { class: "side" });
    host.append(this.desk, this.side);
    shell.listen((name) => {
      if (name !== "theme") return;
      this.size = "";
      this.paint();
    });
  }

  // Take the events of these kinds; `unanswered` is said where none come.
  follow(kinds, unanswered) {
    const events = new EventSource(EVENTS);
    for (const kind of kinds) {
      events.addEventListener(kind, ({ data }) => {
        this.told.take(kind, JSON.parse(data));
        if (kind === "end") events.close();
        this.heard(kind);
        this.later();
      });
    }
    events.addEventListener("open", () => this.later());
    events.addEventListener("error", () => {
      if (this.told.end === null) this.state.textContent = unanswered;
    });
  }

  show() {
    this.size = "";
    this.paint();
  }

  // What it is that is followed says:
  hide() {}
  heard(_kind) {}
  paint() {}
  mark() {}
  explain(_cell) {}
  describe(_cell) {
    return "";
  }

  // Paint once for however many events have come.
  later() {
    this.painting ??= requestAnimationFrame(() => {
      this.painting = null;
      this.paint();
    });
  }

  // Show a board of these rows of symbols.
  showBoard(cells, label) {
    if (!this.box) {
      this.waiting.remove();
      this.box = new BoardBox(this.desk, { describe: (cell) => this.describe(cell) });
      const explain = (cell) => this.explain(cell);
      this.box.listen({ open: explain, tap: explain, key: explain });
    }
    const [rows, cols] = [cells.length, cells[0].length];
    if (this.size !== `${rows}x${cols}`) {
      this.size = `${rows}x${cols}`;
      this.box.layout({ rows, cols }, { theme: this.shell.theme, label });
    }
    const text = cells.join("");
    this.box.show({ size: text.length, symbol: (cell) => (text[cell] === "~" ? "#" : text[cell]) });
  }
}
