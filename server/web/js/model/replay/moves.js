/**
 * Where one is in a finished game, and what is to be seen there. Pure.
 *
 * A step is an event of a round: 0 is the deal, the last one of the last round the end of the game.
 */

import { apply, newTable } from "../table.js";

/** @import {Event, GameRecord, RecordRound, Seat, StartKyoku, TableModel} from "../../types.js" */

/**
 * `round` from 0. `open`: all hands are seen, else only that of `seat`, at which one looks from below.
 * @typedef {{round: number, step: number, seat: Seat, open: boolean}} Look
 */

/**
 * A round: its name in links (`E2.1`: East 2, one honba), the place of its deal among the events of the
 * record, and its events.
 * @typedef {{name: string, first: number, events: Event[]}} ReplayRound
 */

/** How long an event is looked at when the game plays by itself at speed 1 (ms). */
const LOOKED_AT = { start_kyoku: 1500, tsumo: 450, dahai: 800, hora: 5000, ryukyoku: 4000, end_kyoku: 3000, end_game: 5000 };
/** What is called. */
const CALLED_MS = 1100;
/** What belongs to the event before it. */
const BESIDE_MS = 150;
const BESIDE = new Set(["reach_accepted", "dora"]);

export const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * The rounds of a record.
 *
 * @param {GameRecord} record
 * @returns {ReplayRound[]}
 */
export function roundsIn({ events }) {
  /** @type {ReplayRound[]} */
  const rounds = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const [place, event] of events.entries()) {
    if (event.type === "start_kyoku") {
      const name = nameOf(event);
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      // A penalty may have a round played again under the same name.
      rounds.push({ name: before === 0 ? name : `${name}-${before + 1}`, first: place, events: [] });
    }
    rounds.at(-1)?.events.push(event);
  }
  return rounds;
}

/** @param {StartKyoku} deal */
function nameOf({ bakaze, kyoku, honba }) {
  return `${bakaze}${kyoku}.${honba}`;
}

/**
 * The table after a step, all hands open, as one who sits nowhere.
 *
 * @param {GameRecord} record
 * @param {ReplayRound} round
 * @param {number} step
 * @returns {TableModel}
 */
export function tableAt({ id, rules, names }, { first, events }, step) {
  const empty = newTable({ type: "table_start", table: id, seat: 0, names, rules, mode: "", ranked: false });
  /** @type {TableModel} */
  let table = { ...empty, watched: true };
  for (const [at, event] of events.slice(0, step + 1).entries()) {
    table = apply(table, { type: "event", table: id, seq: first + at, event }, 0);
  }
  return table;
}

/**
 * The same table from a seat; the hands of the others are face down unless all are open.
 *
 * @param {TableModel} table
 * @param {Pick<Look, "seat" | "open">} look
 * @returns {TableModel}
 */
export function seenFrom(table, { seat, open }) {
  if (open) return { ...table, seat };
  const seats = table.seats.map((state, index) =>
    index === seat ? state : { ...state, hand: state.hand.map(() => "?"), drawn: state.drawn && "?" },
  );
  return { ...table, seat, seats };
}

/**
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 */
export function isLast(rounds, { round, step }) {
  return round === rounds.length - 1 && step >= rounds[round].events.length - 1;
}

/**
 * One step on, into the next round after the last.
 *
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 * @returns {Look}
 */
export function forward(rounds, look) {
  const { round, step } = look;
  if (isLast(rounds, look)) return look;
  if (step < rounds[round].events.length - 1) return { ...look, step: step + 1 };
  return { ...look, round: round + 1, step: 0 };
}

/**
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 * @returns {Look}
 */
export function backward(rounds, look) {
  const { round, step } = look;
  if (step > 0) return { ...look, step: step - 1 };
  return round === 0 ? look : { ...look, round: round - 1, step: rounds[round - 1].events.length - 1 };
}

/**
 * To the deal of the next round; from the last one to the end of the game.
 *
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 * @returns {Look}
 */
export function nextRound(rounds, look) {
  return look.round < rounds.length - 1 ? { ...look, round: look.round + 1, step: 0 } : lastOf(rounds, look);
}

/**
 * To the deal of this round, from there to that of the one before.
 *
 * @param {Look} look
 * @returns {Look}
 */
export function roundBefore(look) {
  return { ...look, round: look.step > 0 ? look.round : Math.max(0, look.round - 1), step: 0 };
}

/**
 * The end of the game.
 *
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 * @returns {Look}
 */
export function lastOf(rounds, look) {
  const round = rounds.length - 1;
  return { ...look, round, step: rounds[round].events.length - 1 };
}

/**
 * The fragment that keeps a moment: `#seat=0&round=E2.1&step=37`, and `hands=closed`.
 *
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 */
export function fragmentOf(rounds, { round, step, seat, open }) {
  return `#seat=${seat}&round=${rounds[round].name}&step=${step}${open ? "" : "&hands=closed"}`;
}

/**
 * The moment that a fragment names; what it leaves out or what is not there becomes the nearest that is.
 *
 * @param {ReplayRound[]} rounds
 * @param {number} players
 * @param {string} fragment
 * @returns {Look | null} null: it is not about a moment
 */
export function lookOf(rounds, players, fragment) {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  if (!["seat", "round", "step", "hands"].some((name) => fields.has(name))) return null;
  const round = Math.max(0, rounds.findIndex(({ name }) => name === fields.get("round")));
  return {
    round,
    step: within(fields.get("step"), rounds[round].events.length - 1),
    seat: within(fields.get("seat"), players - 1),
    open: fields.get("hands") !== "closed",
  };
}

/**
 * @param {string | null} text
 * @param {number} most
 */
function within(text, most) {
  const number = Number.parseInt(text ?? "", 10);
  return Number.isNaN(number) ? 0 : Math.max(0, Math.min(most, number));
}

/**
 * How long an event is shown when the game plays by itself.
 *
 * @param {Event} event
 * @param {number} speed
 * @returns {number} ms
 */
export function dwell({ type }, speed) {
  const usual = BESIDE.has(type) ? BESIDE_MS : /** @type {Record<string, number>} */ (LOOKED_AT)[type] ?? CALLED_MS;
  return usual / speed;
}

/**
 * The next speed up or down.
 *
 * @param {number} speed
 * @param {1 | -1} way
 */
export function otherSpeed(speed, way) {
  const at = SPEEDS.indexOf(speed) + way;
  return SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at))];
}

/**
 * The scores over the game: as it began, then after each round, at last as it ended.
 *
 * @param {RecordRound[]} rounds
 * @param {number[] | null} final those of `end_game`
 * @returns {number[][]} by time, then by seat
 */
export function scoreLine(rounds, final) {
  if (rounds.length === 0) return [];
  const line = [rounds[0].before, ...rounds.map((round) => round.after)];
  if (final) line[line.length - 1] = final;
  return line;
}
