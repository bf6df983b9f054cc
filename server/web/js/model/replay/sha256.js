/** SHA-256 (FIPS 180-4), for pages that come over plain http: browsers keep theirs from those. Pure. */

const WORD = 2 ** 32;
const BLOCK = 64;

/** @type {number[]} The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND = [];
/** @type {number[]} The same of the square roots of the first eight. */
const START = [];
for (let number = 2; ROUND.length < 64; number += 1) {
  let prime = true;
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) prime = false;
  if (!prime) continue;
  if (START.length < 8) START.push(fraction(number ** (1 / 2)));
  ROUND.push(fraction(number ** (1 / 3)));
}

/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * WORD) | 0;
}

/**
 * @param {number} word
 * @param {number} by
 */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/**
 * The hash of bytes.
 *
 * @param {Uint8Array} bytes
 * @returns {string} 64 lower-case hex digits
 */
export function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK);
  const padded = new Uint8Array(blocks * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / (WORD / 8)));
  view.setUint32(padded.length - 4, (bytes.length * 8) % WORD);
  let state = [...START];
  for (let at = 0; at < padded.length; at += BLOCK) state = withBlock(state, view, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * @param {number[]} state
 * @param {DataView} view
 * @param {number} at where the block begins
 */
function withBlock(state, view, at) {
  /** @type {number[]} */
  const words = [];
  for (let place = 0; place < 64; place += 1) {
    if (place < 16) {
      words.push(view.getInt32(at + 4 * place));
      continue;
    }
    const early = words[place - 15];
    const late = words[place - 2];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[place - 16] + low + words[place - 7] + high) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let place = 0; place < 64; place += 1) {
    const chosen = (e & f) ^ (~e & g);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const first = (h + mixed + chosen + ROUND[place] + words[place]) | 0;
    const major = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + major) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) | 0);
}
