/** What a finished game comes to: from the events of its record to a line for each round. Pure. */

/** @import {EndGame, GameRecord, RecordRound} from "../types.js" */

/**
 * The rounds of a record in their order.
 *
 * @param {GameRecord} record
 * @returns {RecordRound[]}
 */
export function roundsOf({ events }) {
  /** @type {RecordRound[]} */
  const rounds = [];
  for (const event of events) {
    const round = rounds[rounds.length - 1];
    if (event.type === "start_kyoku") {
      const { bakaze, kyoku, honba, oya, scores } = event;
      rounds.push({ bakaze, kyoku, honba, oya, before: scores, after: scores, wins: [], draw: null });
    } else if (event.type === "hora") {
      rounds[rounds.length - 1] = { ...round, after: event.scores, wins: [...round.wins, event] };
    } else if (event.type === "ryukyoku") {
      rounds[rounds.length - 1] = { ...round, after: event.scores, draw: event };
    }
  }
  return rounds;
}

/**
 * How a game ended; null for one that was ended early.
 *
 * @param {GameRecord} record
 * @returns {EndGame | null}
 */
export function endOf({ events }) {
  const last = events[events.length - 1];
  return last?.type === "end_game" ? last : null;
}
