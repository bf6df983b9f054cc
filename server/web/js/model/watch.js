/** A game that is watched: the rounds that have come since, and the moment that is looked at. Pure. */

import { apply, fromSnapshot } from "./table.js";

/** @import {Reel, Snapshot, TableFrame, TableModel} from "../types.js" */

/**
 * A moment that has been: a round, and how many of its events. Null is the newest moment, whatever comes.
 * @typedef {{round: number, step: number} | null} Moment
 */

/**
 * Take up a game at the deal of the round that a snapshot shows.
 *
 * @param {Reel | null} known what was seen of the game before
 * @param {Snapshot} snapshot
 * @returns {Reel}
 */
export function begun(known, snapshot) {
  const base = fromSnapshot(snapshot);
  const rounds = known?.rounds ?? [];
  // After a break of the line the round comes again from its deal.
  const kept = rounds.at(-1)?.base.seq === base.seq ? rounds.slice(0, -1) : rounds;
  const table = { ...base, watchers: known?.table.watchers ?? 0 };
  return { rounds: [...kept, { name: nameOf(base), base, frames: [] }], table };
}

/**
 * Apply a frame. What has been seen already changes nothing.
 *
 * @param {Reel} reel
 * @param {TableFrame} frame
 * @param {number} at
 * @returns {Reel}
 */
export function taken(reel, frame, at) {
  const table = apply(reel.table, frame, at);
  if (table === reel.table || !("seq" in frame)) return { ...reel, table };
  if (frame.type === "event" && frame.event.type === "start_kyoku") {
    return { rounds: [...reel.rounds, { name: nameOf(table), base: table, frames: [] }], table };
  }
  const last = reel.rounds[reel.rounds.length - 1];
  return { rounds: [...reel.rounds.slice(0, -1), { ...last, frames: [...last.frames, frame] }], table };
}

/** @param {TableModel} table */
function nameOf({ round }) {
  return `${round.bakaze}${round.kyoku}.${round.honba}`;
}

/**
 * The table at a moment. How many watch and who is there is always as it is now.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @returns {TableModel}
 */
export function tableAt({ rounds, table }, moment) {
  if (moment === null) return table;
  const { base, frames } = rounds[moment.round];
  const then = frames.slice(0, moment.step).reduce((known, frame) => apply(known, frame, 0), base);
  const seats = then.seats.map((seat, index) => ({ ...seat, presence: table.seats[index].presence }));
  return { ...then, seats, watchers: table.watchers, instant: true };
}

/**
 * Where a moment is among what has come.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 */
export function momentAt({ rounds }, moment) {
  const last = rounds.length - 1;
  return moment ?? { round: last, step: rounds[last].frames.length };
}

/**
 * One step on; beyond the last one is the newest moment.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @returns {Moment}
 */
export function stepOn(reel, moment) {
  if (moment === null) return null;
  const { round, step } = moment;
  if (step < reel.rounds[round].frames.length) return settled(reel, { round, step: step + 1 });
  return settled(reel, { round: round + 1, step: 0 });
}

/**
 * One step back, into the round before where there is one.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @returns {Moment}
 */
export function stepBack(reel, moment) {
  const { round, step } = momentAt(reel, moment);
  if (step > 0) return { round, step: step - 1 };
  return round === 0 ? { round, step } : { round: round - 1, step: reel.rounds[round - 1].frames.length };
}

/**
 * To the deal of this round, from there to that of the one before.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @returns {Moment}
 */
export function roundBefore(reel, moment) {
  const { round, step } = momentAt(reel, moment);
  return { round: step > 0 ? round : Math.max(0, round - 1), step: 0 };
}

/**
 * To the deal of the next round; in the last one to the newest moment.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @returns {Moment}
 */
export function nextRound(reel, moment) {
  const { round } = momentAt(reel, moment);
  return round < reel.rounds.length - 1 ? { round: round + 1, step: 0 } : null;
}

/**
 * A moment of the running round by its number.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 * @param {number} step
 * @returns {Moment}
 */
export function toStep(reel, moment, step) {
  return settled(reel, { round: momentAt(reel, moment).round, step });
}

/**
 * The newest moment is no number: it goes on as events come.
 *
 * @param {Reel} reel
 * @param {{round: number, step: number}} moment
 * @returns {Moment}
 */
function settled({ rounds }, { round, step }) {
  const last = rounds.length - 1;
  return round > last || (round === last && step >= rounds[last].frames.length) ? null : { round, step };
}

/**
 * What happens next after a moment; null at the newest.
 *
 * @param {Reel} reel
 * @param {Moment} moment
 */
export function nextEvent({ rounds }, moment) {
  if (moment === null) return null;
  const frame = rounds[moment.round].frames[moment.step];
  return frame?.type === "event" ? frame.event : null;
}

/**
 * A round of a list by its name: `E2.1` is East 2 with one honba.
 *
 * @param {string} name
 */
export function roundNamed(name) {
  const [, bakaze, kyoku, honba] = /^([ESWN])(\d+)\.(\d+)$/.exec(name) ?? [];
  return bakaze === undefined ? null : { bakaze: /** @type {import("../types.js").Wind} */ (bakaze), kyoku: Number(kyoku), honba: Number(honba) };
}
