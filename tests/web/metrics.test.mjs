// 3BV of random boards against its definition: the openings, and the numbers that touch none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { solvedBV, threeBV } from "../../mwagent/web/static/game/metrics.js";
import { neighbours } from "../../mwagent/web/static/game/topology.js";

function defined(level, mined) {
  const cells = Array.from({ length: level.rows * level.cols }, (_, cell) => cell).filter((cell) => !mined.has(cell));
  const zeros = new Set(cells.filter((cell) => neighbours(level, cell).every((one) => !mined.has(one))));
  const alone = cells.filter((cell) => !zeros.has(cell) && !neighbours(level, cell).some((one) => zeros.has(one)));
  let openings = 0;
  for (let left = [...zeros]; left.length; openings++) {
    const opening = new Set([left[0]]);
    for (const cell of opening) for (const one of neighbours(level, cell)) if (zeros.has(one)) opening.add(one);
    left = left.filter((cell) => !opening.has(cell));
  }
  return openings + alone.length;
}

test("3BV is the count of openings and of numbers beside none", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const level = { rows: 1 + (seed % 9), cols: 1 + ((seed * 7) % 12) };
    const mined = new Set();
    for (let cell = 0; cell < level.rows * level.cols; cell++)
      if ((Math.imul(cell + 1, 2654435761) ^ Math.imul(seed, 40503)) % 5 === 0) mined.add(cell);
    const count = defined(level, mined);
    assert.equal(threeBV(level, mined), count);
    assert.equal(
      solvedBV(level, mined, () => true),
      count,
    );
    assert.equal(
      solvedBV(level, mined, () => false),
      0,
    );
  }
});
