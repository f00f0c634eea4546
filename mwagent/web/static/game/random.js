// Seeded random numbers and the mines they lay.
//
// The same seed lays the same mines in every browser and in Python (engine/play/deal.h is the
// twin of this file). A seed is any text. Its FNV-1a hash (32 bits, over UTF-8) starts splitmix32, whose
// first four numbers are the state of xoshiro128** (Blackman and Vigna 2018).

export function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

function splitmix32(start) {
  let state = start;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
}

const rotate = (x, bits) => ((x << bits) | (x >>> (32 - bits))) >>> 0;

// A function that returns whole numbers from 0 to 2^32 - 1.
export function generator(seed) {
  const mix = splitmix32(fnv1a(seed));
  const s = [mix(), mix(), mix(), mix()];
  return () => {
    const result = Math.imul(rotate(Math.imul(s[1], 5) >>> 0, 7), 9) >>> 0;
    const shifted = (s[1] << 9) >>> 0;
    s[2] = (s[2] ^ s[0]) >>> 0;
    s[3] = (s[3] ^ s[1]) >>> 0;
    s[1] = (s[1] ^ s[2]) >>> 0;
    s[0] = (s[0] ^ s[3]) >>> 0;
    s[2] = (s[2] ^ shifted) >>> 0;
    s[3] = rotate(s[3], 11);
    return result;
  };
}

// A whole number from 0 to n - 1, each equally likely: numbers past the last multiple of n are
// drawn again.
function below(n, next) {
  const limit = 0x100000000 - (0x100000000 % n);
  let drawn = next();
  while (drawn >= limit) drawn = next();
  return drawn % n;
}

// All cells in the order of a seed (Fisher-Yates, from the end).
export function shuffled(size, seed) {
  const next = generator(seed);
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = below(i + 1, next);
    const moved = order[i];
    order[i] = order[j];
    order[j] = moved;
  }
  return order;
}

// The cells that carry a mine, as a Set of indices (row * cols + col).
//
// They are the first in the order of the seed that are not spared. `spared` is the first clicked cell, and
// perhaps its neighbours. So a seed is one board, whose mines move only as far as the first click demands.
export function layMines(size, mines, seed, spared, order = shuffled(size, seed)) {
  const kept = new Set(spared);
  const laid = new Set();
  for (const cell of order) {
    if (laid.size === mines) break;
    if (!kept.has(cell)) laid.add(cell);
  }
  return laid;
}

export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0].toString(16).padStart(8, "0");
}
