/** Tiles by their mjai names. */

/** @import {Pai} from "../types.js" */

const HONOURS = ["E", "S", "W", "N", "P", "F", "C"];

/** @type {Map<Pai, number>} */
const ORDER = new Map();
for (const [place, suit] of ["m", "p", "s"].entries()) {
  for (let number = 1; number <= 9; number += 1) ORDER.set(`${number}${suit}`, 100 * place + 10 * number);
  ORDER.set(`5${suit}r`, 100 * place + 51);
}
for (const [place, honour] of HONOURS.entries()) ORDER.set(honour, 300 + 10 * place);
ORDER.set("?", 400);

/** @type {Pai[]} The 34 kinds in the order of the hand. */
export const KINDS = [...ORDER.keys()].filter((pai) => !isRed(pai) && pai !== "?").sort(compare);

/**
 * The order of a sorted hand: m p s E S W N P F C, a red five after the plain ones, hidden last.
 *
 * @param {Pai} a
 * @param {Pai} b
 */
export function compare(a, b) {
  return (ORDER.get(a) ?? 500) - (ORDER.get(b) ?? 500);
}

/** @param {Pai} pai */
export function isRed(pai) {
  return pai.length === 3;
}

/**
 * The name without the red.
 *
 * @param {Pai} pai
 * @returns {Pai}
 */
export function plain(pai) {
  return isRed(pai) ? pai.slice(0, 2) : pai;
}

/**
 * Whether two tiles are of the same kind, red or not.
 *
 * @param {Pai} a
 * @param {Pai} b
 */
export function sameKind(a, b) {
  return plain(a) === plain(b);
}

/**
 * The dora that an indicator points to. With three players 2m to 8m are not there: 1m points to 9m.
 *
 * @param {Pai} marker
 * @param {number} players
 * @returns {Pai}
 */
export function doraOf(marker, players) {
  const pai = plain(marker);
  const place = HONOURS.indexOf(pai);
  if (place >= 4) return HONOURS[4 + ((place - 3) % 3)];
  if (place >= 0) return HONOURS[(place + 1) % 4];
  const [number, suit] = pai;
  if (players === 3 && suit === "m") return number === "1" ? "9m" : "1m";
  return `${(Number(number) % 9) + 1}${suit}`;
}

/**
 * How many of the tiles on `pai`'s side are dora, counted over the indicators (0: it is none).
 * A red five is one by itself.
 *
 * @param {Pai} pai
 * @param {Pai[]} markers
 * @param {number} players
 */
export function doraCount(pai, markers, players) {
  let count = isRed(pai) ? 1 : 0;
  for (const marker of markers) if (doraOf(marker, players) === plain(pai)) count += 1;
  return count;
}

/**
 * Put a tile into a sorted hand.
 *
 * @param {Pai[]} hand
 * @param {Pai} pai
 * @returns {Pai[]} a new array
 */
export function withTile(hand, pai) {
  return [...hand, pai].sort(compare);
}

/**
 * Take tiles out of a hand; of a hidden hand any tile goes.
 *
 * @param {Pai[]} hand
 * @param {Pai[]} tiles
 * @returns {Pai[]} a new array
 */
export function withoutTiles(hand, tiles) {
  const rest = [...hand];
  for (const pai of tiles) {
    const exact = rest.indexOf(pai);
    const place = exact >= 0 ? exact : rest.indexOf("?");
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}
