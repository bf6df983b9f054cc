/**
 * The own hand as it lies on the screen: each tile keeps its name (`id`) for as long as it is there, so
 * that focus stays on it, and its place if the hand is not to be sorted. Pure.
 */

import { compare } from "../../model/tiles.js";

/** @import {Pai} from "../../types.js" */

/** @typedef {{id: number, pai: Pai, drawn: boolean}} HandTile */

/**
 * The tiles of the hand after a change.
 *
 * @param {HandTile[]} before as they lay
 * @param {Pai[]} hand without the drawn tile
 * @param {Pai | null} drawn
 * @param {{sort: boolean, apart: boolean, next: () => number}} how `apart`: the drawn tile stands at the
 *   end, else it is put among the others; `next` gives new ids
 * @returns {HandTile[]} the drawn tile last if it stands apart
 */
export function arrange(before, hand, drawn, { sort, apart, next }) {
  const rest = [...hand];
  if (before.length === 0) rest.sort(compare);
  /** @type {HandTile[]} */
  const kept = [];
  const wasDrawn = before.find((tile) => tile.drawn);
  const same = drawn !== null && wasDrawn?.pai === drawn ? wasDrawn : null;
  for (const tile of before) {
    if (tile === same) continue;
    const at = rest.indexOf(tile.pai);
    if (at < 0) continue;
    rest.splice(at, 1);
    kept.push(tile.drawn ? { ...tile, drawn: false } : tile);
  }
  const fresh = rest.map((pai) => ({ id: next(), pai, drawn: false }));
  const tiles = [...kept, ...fresh];
  if (sort) tiles.sort((a, b) => compare(a.pai, b.pai) || a.id - b.id);
  if (drawn === null) return tiles;
  tiles.push(same ?? { id: next(), pai: drawn, drawn: true });
  return apart ? tiles : tiles.sort((a, b) => compare(a.pai, b.pai) || a.id - b.id);
}
