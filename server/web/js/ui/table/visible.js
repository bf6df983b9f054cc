/** What a seat sees of each kind of tile. Pure. */

import { placeOf, windOf } from "../../model/places.js";
import { KINDS, doraCount, plain, sameKind } from "../../model/tiles.js";

/** @import {Pai, Place, Seat, TableModel, Wind} from "../../types.js" */

/** @type {Pai[]} */
const NAMES = [...KINDS, "5mr", "5pr", "5sr"];

/**
 * How many tiles of a kind the own seat cannot see.
 *
 * @param {TableModel} table
 * @param {Pai} pai
 */
export function unseen(table, pai) {
  let seen = 0;
  const count = (/** @type {Pai} */ other) => {
    if (sameKind(other, pai)) seen += 1;
  };
  for (const seat of table.seats) {
    (seat.shown ?? seat.hand).forEach(count);
    if (seat.drawn !== null && !seat.shown) count(seat.drawn);
    for (const tile of seat.pond) if (tile.calledBy === null) count(tile.pai);
    for (const meld of seat.melds) {
      meld.tiles.forEach(count);
      if (meld.added !== null) count(meld.added);
    }
    if (plain(pai) === "N") seen += seat.nukidora;
  }
  table.round.doraMarkers.forEach(count);
  return Math.max(0, 4 - seen);
}

/** @type {ReadonlySet<Pai>} */
const NOTHING = new Set();

/** @type {WeakMap<Pai[], ReadonlySet<Pai>>} By the indicators, which are a list of their own for each table. */
const glows = new WeakMap();

/**
 * The tiles that glow as dora: the same set until an indicator is turned.
 *
 * @param {TableModel} table
 * @returns {ReadonlySet<Pai>}
 */
export function glowing({ rules, round, players }) {
  if (rules.hints === false) return NOTHING;
  const known = glows.get(round.doraMarkers);
  if (known) return known;
  const found = new Set(NAMES.filter((pai) => doraCount(pai, round.doraMarkers, players) > 0));
  glows.set(round.doraMarkers, found);
  return found;
}

/**
 * Whether a tile glows as dora.
 *
 * @param {TableModel} table
 * @param {Pai} pai
 */
export function isDora(table, pai) {
  return glowing(table).has(pai);
}

/**
 * @param {TableModel} table
 * @param {Seat} seat
 * @returns {Place}
 */
export function placeAt(table, seat) {
  return placeOf(seat, table.seat);
}

/**
 * @param {TableModel} table
 * @param {Seat} seat
 * @returns {Wind}
 */
export function windAt(table, seat) {
  return windOf(seat, table.round.oya, table.players);
}
