// Statistics as tables.

import { fixed, t } from "../app/language.js";
import { make } from "../app/element.js";
import { mostIn } from "../game/topology.js";
import { levelName, onShape, splitLevel } from "../app/settings.js";
import { percent, secondsText } from "../app/words.js";

const LEVELS = ["beginner", "intermediate", "expert"];
const NONE = "—";
const seconds = (value) => (value === null ? NONE : secondsText(value, 3));
const share = (value) => (value === null ? NONE : percent(value, 0));
const mean = (sum, count) => (count ? sum / count : null);

// Fill `host` with the best times of the levels, and all figures of the level that is played.
export function fillStatistics(host, statistics, { level, noguess: wanted }) {
  const [shape] = splitLevel(level);
  const noguess = wanted && mostIn({ shape }) === 1;
  const titled = (title) => (noguess ? t("{title}, boards without a guess", { title }) : title);
  const times = LEVELS.map((base) => {
    const name = onShape(shape, base);
    const figures = statistics.of(name, noguess);
    const row = line(levelName(name), seconds(figures.bestSeconds));
    row.querySelector("td").dataset.best = name;
    return row;
  });
  const it = statistics.of(level, noguess);
  const won = { won: it.won, played: it.played, share: share(mean(it.won, it.played)) };
  const both = (best, average) => (best === NONE ? NONE : t("{best} (mean {average})", { best, average }));
  const rate = (value) => (value === null ? NONE : fixed(value, 2));
  const figures = [
    line(t("Won"), it.played ? t("{won} of {played} ({share})", won) : t("{won} of {played}", won)),
    line(t("Wins in a row"), t("{streak} (most {most})", { streak: it.streak, most: it.bestStreak })),
    line(t("Time"), both(seconds(it.bestSeconds), seconds(mean(it.seconds, it.won)))),
    line("3BV", it.won ? t("mean {rate}", { rate: rate(mean(it.threeBV, it.won)) }) : NONE),
    line("3BV/s", both(rate(it.bestRate), rate(mean(it.threeBV, it.seconds)))),
    line(t("Efficiency"), both(share(it.bestEfficiency), share(mean(it.threeBV, it.clicks)))),
    line(t("ZiNi efficiency"), both(share(it.bestZiniEfficiency), share(mean(it.zini, it.ziniClicks)))),
  ];
  // The tables have their room from the first: nothing moves when they come.
  const empty = statistics.isEmpty;
  host.classList.toggle("empty", empty);
  const first = empty ? [make("p", t("Your times stand here after the first game."))] : [];
  host.replaceChildren(...first, table(titled(t("Best times")), times), table(titled(levelName(level)), figures));
}

const line = (name, text) => make("tr", make("th", { scope: "row" }, name), make("td", text));
const table = (caption, rows) => make("table", make("caption", caption), make("tbody", ...rows));
