/** How melds lie: the turned tile points to the seat that it came from. */

import { compare, isRed, sameKind, withoutTiles } from "./tiles.js";
import { placeOf } from "./places.js";

/** @import {Chi, Daiminkan, Meld, MeldEvent, Pai, Place, Pon, Seat, WirePondTile} from "../types.js" */

/**
 * Lay out a called meld.
 *
 * @param {Chi | Pon | Daiminkan} event
 * @returns {Meld}
 */
export function called(event) {
  const own = [...event.consumed].sort(compare);
  const sideways = turnedIndex(placeOf(event.target, event.actor), own.length);
  const tiles = [...own.slice(0, sideways), event.pai, ...own.slice(sideways)];
  return { type: event.type, tiles, sideways, added: null, from: event.target };
}

/**
 * Lay out a concealed kan: the ends lie face down, a red five between them.
 *
 * @param {Pai[]} consumed
 * @returns {Meld}
 */
export function concealed(consumed) {
  const tiles = [...consumed].sort((a, b) => Number(isRed(a)) - Number(isRed(b)));
  const last = tiles.splice(3, 1);
  tiles.splice(1, 0, ...last);
  return { type: "ankan", tiles, sideways: -1, added: null, from: null };
}

/**
 * Add the fourth tile to its pon.
 *
 * @param {Meld[]} melds
 * @param {Pai} pai
 * @returns {Meld[]}
 */
export function withAdded(melds, pai) {
  return melds.map((meld) =>
    meld.type === "pon" && sameKind(meld.tiles[0], pai) ? { ...meld, type: "kakan", added: pai } : meld,
  );
}

/**
 * Take back an added kan that was robbed.
 *
 * @param {Meld[]} melds
 * @param {Pai} pai
 * @returns {Meld[]}
 */
export function withoutAdded(melds, pai) {
  return melds.map((meld) =>
    meld.type === "kakan" && sameKind(meld.tiles[0], pai) ? { ...meld, type: "pon", added: null } : meld,
  );
}

/**
 * Lay out a meld of a snapshot. An added kan does not say where its pon came from: its tile lies in
 * somebody's pond, marked as taken by `actor`.
 *
 * @param {MeldEvent} event
 * @param {WirePondTile[][]} ponds by seat
 * @returns {Meld}
 */
export function fromWire(event, ponds) {
  if (event.type === "ankan") return concealed(event.consumed);
  if (event.type !== "kakan") return called(event);
  for (const [target, pond] of ponds.entries()) {
    const taken = pond.find((tile) => tile.called_by === event.actor && sameKind(tile.pai, event.pai));
    if (taken) return { ...pon(event.actor, target, taken.pai, event.consumed), type: "kakan", added: event.pai };
  }
  return { type: "kakan", tiles: event.consumed, sideways: 0, added: event.pai, from: null };
}

/**
 * @param {Seat} actor
 * @param {Seat} target
 * @param {Pai} pai
 * @param {Pai[]} all the three tiles, `pai` among them
 */
function pon(actor, target, pai, all) {
  return called({ type: "pon", actor, target, pai, consumed: withoutTiles(all, [pai]) });
}

/**
 * Where the turned tile lies: left first, across second, right last.
 *
 * @param {Place} place
 * @param {number} others how many tiles lie beside it
 */
function turnedIndex(place, others) {
  if (place === "left") return 0;
  return place === "across" ? 1 : others;
}
