// Statistics as tables.

import { levelName } from "../app/settings.js";

const LEVELS = ["beginner", "intermediate", "expert"];
const NONE = "—";
const seconds = (value) => (value === null ? NONE : `${value.toFixed(2)} s`);
const percent = (value) => (value === null ? NONE : `${Math.round(100 * value)} %`);
const mean = (sum, count) => (count ? sum / count : null);

// Fill `host` with the best times of the levels, and all figures of the level that is played.
export function fillStatistics(host, statistics, { level, noguess }) {
  if (statistics.isEmpty) {
    host.replaceChildren(Object.assign(document.createElement("p"), { textContent: "Your times stand here after the first game." }));
    return;
  }
  const kind = noguess ? ", boards without a guess" : "";
  const times = LEVELS.map((name) => {
    const figures = statistics.of(name, noguess);
    const row = line(levelName(name), seconds(figures.bestSeconds));
    row.querySelector("td").dataset.best = name;
    return row;
  });
  const it = statistics.of(level, noguess);
  const share = it.played ? ` (${percent(it.won / it.played)})` : "";
  const both = (best, average) => (best === NONE ? NONE : `${best} (mean ${average})`);
  const rate = (value) => (value === null ? NONE : value.toFixed(2));
  const figures = [
    line("Won", `${it.won} of ${it.played}${share}`),
    line("Wins in a row", `${it.streak} (most ${it.bestStreak})`),
    line("Time", both(seconds(it.bestSeconds), seconds(mean(it.seconds, it.won)))),
    line("3BV", it.won ? `mean ${rate(mean(it.threeBV, it.won))}` : NONE),
    line("3BV/s", both(rate(it.bestRate), rate(mean(it.threeBV, it.seconds)))),
    line("Efficiency", both(percent(it.bestEfficiency), percent(mean(it.threeBV, it.clicks)))),
    line("ZiNi efficiency", both(percent(it.bestZiniEfficiency), percent(mean(it.zini, it.ziniClicks)))),
  ];
  host.replaceChildren(table(`Best times${kind}`, times), table(`${levelName(level)}${kind}`, figures));
}

function line(name, text) {
  const row = document.createElement("tr");
  const head = Object.assign(document.createElement("th"), { scope: "row", textContent: name });
  row.append(head, Object.assign(document.createElement("td"), { textContent: text }));
  return row;
}

function table(caption, rows) {
  const made = document.createElement("table");
  made.createCaption().textContent = caption;
  made.append(...rows);
  return made;
}
