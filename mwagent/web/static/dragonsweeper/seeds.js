// Lairs worth a challenge: seeds that the solver autodragonsweeper (github.com/Hodobox/autodragonsweeper)
// published as unsolved by its versions 17, 18 and 21.

import { t } from "../app/language.js";

export const UNSOLVED = [
  {
    version: 21,
    seeds: [
      3176113192, 3925959345, 2488958036, 1564206090, 1557196361, 139739039, 2309594079, 1943299590, 3243012160, 1304931236, 1239211766,
      926292535, 3359350696, 2501565802, 1308133567, 236855426,
    ],
  },
  {
    version: 18,
    seeds: [
      2053242367, 1942864448, 737164330, 2263168761, 1350173042, 3736902895, 693304165, 848014395, 2226969393, 452132014, 2662640291,
      626331229, 2926256338, 3623990632, 1849632308, 4199661045, 3069707154,
    ],
  },
  {
    version: 17,
    seeds: [
      982076172, 103855545, 2600539032, 1236143507, 2117130815, 3968560058, 2730886631, 1663344264, 600097793, 1096928327, 198228856,
      1865341857, 861855837, 450948120, 2118337003, 2747216787, 3474109513, 3675091304, 2403529648, 2795602454, 50962058, 181675942,
      4106662133, 2267233549, 38037183, 3495307853, 3553396303,
    ],
  },
];

const LARGEST = 2 ** 32 - 1;

// The seed in a text; null when it is none.
export function parseSeed(text) {
  const trimmed = (text ?? "").trim();
  return /^\d{1,10}$/.test(trimmed) && Number(trimmed) <= LARGEST ? Number(trimmed) : null;
}

export const SEED_RULE = t("A seed is a whole number from 0 to {most}.", { most: String(LARGEST) });

export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}
