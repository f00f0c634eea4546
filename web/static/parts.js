// Small pieces that cards are made of.


// An element with properties, and children (elements or texts).
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function button(text, act, properties = {}) {
  const element = make("button", { type: "button", textContent: text, ...properties });
  element.addEventListener("click", act);
  return element;
}

export const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

export const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1)} %`;

export const placeName = ([row, col]) => `row ${row}, column ${col}`;

const SHOWN = 6;

// A table of the cells weighed for a guess: {cell, mine, score}, the one that is taken first.
export function candidateTable(candidates, chosen) {
  const table = make("table", { className: "candidates" });
  const head = make("tr", {}, ...["Candidate", "Mine", "Score"].map((text) => make("th", { scope: "col", textContent: text })));
  table.append(make("caption", { className: "sr", textContent: "Cells weighed for the guess" }), head);
  for (const { cell, mine, score } of candidates.slice(0, SHOWN)) {
    const taken = chosen && cell[0] === chosen[0] && cell[1] === chosen[1];
    const row = make("tr", { className: taken ? "taken" : "" });
    row.append(
      make("th", { scope: "row", textContent: `${placeName(cell)}${taken ? " ✓" : ""}` }),
      make("td", { textContent: percent(mine) }),
      make("td", { textContent: score.toFixed(4) }),
    );
    table.append(row);
  }
  if (candidates.length > SHOWN) {
    table.append(make("tr", {}, make("td", { colSpan: 3, className: "soft", textContent: `and ${candidates.length - SHOWN} more` })));
  }
  return table;
}

