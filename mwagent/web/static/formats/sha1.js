// SHA-1 (FIPS 180-4), for game IDs alone. The browser's own, crypto.subtle, is there on secure pages
// only, and answers later.

// The 20 bytes of the digest of some bytes.
export function sha1(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const sum = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (let start = 0; start < padded.length; start += 64) {
    const words = Array.from({ length: 16 }, (_, n) => view.getUint32(start + 4 * n));
    for (let n = 16; n < 80; n++) words.push(turned(words[n - 3] ^ words[n - 8] ^ words[n - 14] ^ words[n - 16], 1));
    let [a, b, c, d, e] = sum;
    for (let n = 0; n < 80; n++) {
      const { mixed, constant } = ROUNDS[Math.floor(n / 20)];
      const next = (turned(a, 5) + mixed(b, c, d) + e + constant + words[n]) | 0;
      [a, b, c, d, e] = [next, a, turned(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((word, n) => (sum[n] = (sum[n] + word) | 0));
  }
  return sum.flatMap((word) => [24, 16, 8, 0].map((place) => (word >>> place) & 255));
}

const turned = (word, bits) => (word << bits) | (word >>> (32 - bits));

const parity = (b, c, d) => b ^ c ^ d;
const ROUNDS = [
  { mixed: (b, c, d) => (b & c) | (~b & d), constant: 0x5a827999 },
  { mixed: parity, constant: 0x6ed9eba1 },
  { mixed: (b, c, d) => (b & c) | (b & d) | (c & d), constant: 0x8f1bbcdc },
  { mixed: parity, constant: 0xca62c1d6 },
];
