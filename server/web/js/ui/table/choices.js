/** What an ask offers, in the order in which a person thinks of it. Nothing here knows rules. */

import { sameKind } from "../../model/tiles.js";

/** @import {Ankan, Chi, Daiminkan, Kakan, Option, Pai, Pon, ReachOption, TableModel} from "../../types.js" */

/** @typedef {{index: number, option: Chi | Pon | Daiminkan | Ankan | Kakan}} CallChoice */
/** @typedef {"chi" | "pon" | "kan"} CallKind */

/**
 * Indices into `ask.options`; null: not offered. `discards` is keyed by `keyOf`. `turn`: a discard is
 * asked for, so nothing else of it is a call of somebody's tile.
 * @typedef {{
 *   turn: boolean, discards: Map<string, number>, reach: {index: number, option: ReachOption}[],
 *   chi: CallChoice[], pon: CallChoice[], kan: CallChoice[],
 *   win: number | null, ron: boolean, pass: number | null, kita: number | null, abort: number | null, stop: number | null,
 * }} Choices
 */

/**
 * The key of a tile of the own hand.
 *
 * @param {Pai} pai
 * @param {boolean} drawn
 */
export function keyOf(pai, drawn) {
  return drawn ? `${pai}!` : pai;
}

/**
 * Sort the options of the open ask; null when there is none, or it has been answered.
 *
 * @param {TableModel} table
 * @returns {Choices | null}
 */
export function choicesOf(table) {
  const { ask, pending, seat } = table;
  if (!ask || pending?.decision === ask.decision) return null;
  /** @type {Choices} */
  const found = {
    turn: false, discards: new Map(), reach: [], chi: [], pon: [], kan: [],
    win: null, ron: false, pass: null, kita: null, abort: null, stop: null,
  };
  for (const [index, option] of ask.options.entries()) sort(found, index, option, seat);
  return found;
}

/**
 * @param {Choices} found
 * @param {number} index
 * @param {Option} option
 * @param {number} own
 */
function sort(found, index, option, own) {
  switch (option.type) {
    case "dahai":
      found.turn = true;
      found.discards.set(keyOf(option.pai, option.tsumogiri), index);
      break;
    case "reach":
      found.reach.push({ index, option });
      break;
    case "chi":
    case "pon":
      found[option.type].push({ index, option });
      break;
    case "daiminkan":
    case "ankan":
    case "kakan":
      found.kan.push({ index, option });
      break;
    case "hora":
      found.win = index;
      found.ron = option.target !== own;
      break;
    case "none":
      found.pass = index;
      break;
    case "nukidora":
      found.kita = index;
      break;
    case "ryukyoku":
      found.abort = index;
      break;
    case "stop":
      found.stop = index;
  }
}

/**
 * Which discards may declare riichi: keys of tiles, for one way of declaring it.
 *
 * @param {Choices} choices
 * @param {boolean} open
 * @returns {Map<string, number>}
 */
export function reachKeys(choices, open) {
  const found = new Map();
  for (const { index, option } of choices.reach) {
    if (Boolean(option.open) === open) found.set(keyOf(option.pai, option.tsumogiri), index);
  }
  return found;
}

/**
 * The tiles of a call as they would lie, for its picture.
 *
 * @param {CallChoice["option"]} option
 * @returns {{pai: Pai, claimed: boolean}[]}
 */
export function tilesOf(option) {
  const own = option.consumed.map((pai) => ({ pai, claimed: false }));
  if (option.type === "ankan") return own;
  if (option.type === "kakan") return [...own.slice(0, 3), { pai: option.pai, claimed: true }];
  return [{ pai: option.pai, claimed: true }, ...own];
}

/**
 * Whether the seat's own tile of this kind waits in `pending` to be thrown.
 *
 * @param {TableModel} table
 * @param {Pai} pai
 * @param {boolean} drawn
 */
export function isPending(table, pai, drawn) {
  const action = table.pending?.action;
  if (!action) return false;
  if (action.type === "dahai" || action.type === "reach") return action.pai === pai && action.tsumogiri === drawn;
  if (action.type === "kakan" || action.type === "nukidora") return action.pai === pai;
  return action.type === "ankan" && sameKind(action.consumed[0], pai);
}
