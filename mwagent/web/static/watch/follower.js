// Follows a program of this machine that plays or watches: its events, and the board it tells of.

import { BoardBox } from "../board/boardbox.js";
import { make } from "../app/element.js";
import { EVENTS } from "../app/python.js";
import { WhyCard } from "../hints/whycard.js";

export class Follower {
  // Whoever extends this calls `follow` once it is built.
  constructor(host, shell) {
    this.shell = shell;
    this.end = null; // the last event
    this.size = "";
    this.box = null;
    this.waiting = make("p");
    this.desk = make("div.desk", this.waiting);
    this.state = make("p.soft", { role: "status" });
    this.why = new WhyCard(shell, () => this.mark());
    this.side = make("div.side");
    host.append(this.desk, this.side);
    shell.listen((name) => name === "theme" && this.show());
  }

  // Take the events of these kinds; `unanswered` is said where none come.
  follow(kinds, unanswered) {
    const events = new EventSource(EVENTS);
    for (const kind of [...kinds, "end"]) {
      events.addEventListener(kind, ({ data }) => {
        const told = JSON.parse(data);
        if (kind === "end") {
          events.close();
          this.end = told;
        } else this.take(kind, told);
        this.later();
      });
    }
    events.addEventListener("open", () => this.later());
    events.addEventListener("error", () => {
      if (this.end === null) this.state.textContent = unanswered;
    });
  }

  show() {
    this.size = "";
    this.paint();
  }

  // What it is that is followed says:
  hide() {}
  take(_kind, _data) {}
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
