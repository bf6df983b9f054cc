/**
 * The table of the client: a fold over the frames of the server. Pure: no DOM, no clock, no network.
 * `at` is always the monotonic time in ms at which a frame came, given by the caller.
 */

import { applyEvent, emptySeat, withSeat } from "./events.js";
import { fromWire } from "./melds.js";

/** @import {Ask, Option, Seat, Snapshot, TableFrame, TableModel, TableStart} from "../types.js" */

/**
 * A game that begins; its events follow.
 *
 * @param {TableStart} start
 * @returns {TableModel}
 */
export function newTable(start) {
  const players = /** @type {3 | 4} */ (start.names.length);
  const scores = start.names.map(() => Number(start.rules.start_points ?? 0));
  return {
    id: start.table,
    seq: -1,
    seat: start.seat,
    watched: false,
    players,
    names: start.names,
    rules: start.rules,
    mode: start.mode,
    ranked: start.ranked,
    round: { bakaze: "E", kyoku: 1, honba: 0, kyotaku: 0, oya: 0, scores, live: 0, doraMarkers: [] },
    seats: start.names.map(emptySeat),
    turn: null,
    offered: null,
    last: null,
    instant: false,
    ask: null,
    pending: null,
    timedOut: null,
    furiten: false,
    hint: null,
    auto: { win: false, no_call: false, tsumogiri: false, kita: false },
    roundResult: null,
    roundEnd: null,
    result: null,
    over: false,
    vote: null,
    pauseVote: null,
    paused: null,
    said: null,
    watchers: 0,
    log: [],
    muted: [],
  };
}

/**
 * The table as a snapshot shows it. What a snapshot does not say (who discarded last, how the last
 * round ended) stays empty.
 *
 * @param {Snapshot} snapshot
 * @returns {TableModel}
 */
export function fromSnapshot(snapshot) {
  const { dora_markers: doraMarkers, ...round } = snapshot.round;
  const ponds = snapshot.seats.map((seat) => seat.pond);
  const turn = snapshot.seats.findIndex((seat) => seat.drawn !== null);
  return {
    ...newTable({ ...snapshot, seat: snapshot.seat ?? 0, type: "table_start" }),
    watched: snapshot.seat === null,
    seq: snapshot.seq,
    round: { ...round, doraMarkers },
    seats: snapshot.seats.map((seat) => ({
      hand: seat.hand,
      drawn: seat.drawn,
      melds: seat.melds.map((meld) => fromWire(meld, ponds)),
      pond: seat.pond.map(({ pai, tsumogiri, reach, called_by: calledBy }) => ({
        pai,
        tsumogiri,
        reach,
        calledBy,
        seq: -1,
      })),
      riichi: seat.riichi,
      accepted: seat.riichi,
      turned: seat.riichi && seat.pond.every((tile) => !tile.reach || tile.called_by !== null),
      nukidora: seat.nukidora,
      presence: seat.presence,
      shown: null,
    })),
    turn: turn < 0 ? null : turn,
    furiten: snapshot.furiten,
    auto: snapshot.auto,
  };
}

/**
 * Apply a frame. Frames of another table and events that came before change nothing.
 *
 * @param {TableModel} model
 * @param {TableFrame} frame
 * @param {number} at
 * @returns {TableModel}
 */
export function apply(model, frame, at) {
  if (frame.table !== model.id) return model;
  switch (frame.type) {
    case "event":
      return frame.seq <= model.seq ? model : applyEvent(model, frame.seq, frame.event);
    case "skip":
      return frame.seq <= model.seq ? model : { ...model, seq: frame.seq, ask: null, pending: null };
    case "ask": {
      const { decision, options, default: usual, time } = frame;
      const again = model.ask?.decision === decision || model.pending?.decision === decision;
      return {
        ...model,
        ask: { decision, options, default: usual, ...time, at },
        offered: model.offered ?? offeredBy(options, model.seat),
        pending: again ? model.pending : null,
      };
    }
    case "timed_out":
      return {
        ...model,
        ask: model.ask?.decision === frame.decision ? null : model.ask,
        pending: model.pending?.decision === frame.decision ? null : model.pending,
        timedOut: { decision: frame.decision, at },
      };
    case "furiten":
      return { ...model, furiten: frame.furiten };
    case "hint": {
      const empty = frame.waits.length === 0 && Object.keys(frame.by_discard).length === 0;
      return { ...model, hint: empty ? null : { waits: frame.waits, byDiscard: frame.by_discard } };
    }
    case "auto": {
      const { win, no_call, tsumogiri, kita } = frame;
      return { ...model, auto: { win, no_call, tsumogiri, kita } };
    }
    case "round_end":
      return { ...model, roundEnd: { next_ms: frame.next_ms, confirmed: frame.confirmed, at } };
    case "said":
      return { ...model, said: { seat: frame.seat, stamp: frame.stamp, at } };
    case "watchers":
      return { ...model, watchers: frame.count };
    case "presence":
      return withSeat({ ...model }, frame.seat, { presence: frame.state });
    case "vote": {
      const { kind, agreed, needed, ends_ms } = frame;
      const vote = { kind, agreed, needed, ends_ms, at };
      return kind === "end" ? { ...model, vote } : { ...model, pauseVote: vote };
    }
    case "paused":
      return { ...model, paused: { by: frame.by, until_ms: frame.until_ms, at }, pauseVote: null };
    case "resumed":
      return { ...model, paused: null, pauseVote: null };
    case "table_over":
      return { ...model, over: true, ask: null, pending: null, roundEnd: null };
    default:
      return model;
  }
}

/**
 * An act was sent: the option shows as chosen until the stream says more.
 *
 * @param {TableModel} model
 * @param {number} option index into `ask.options`
 * @param {number} at
 * @returns {TableModel}
 */
export function withPending(model, option, at) {
  const { ask } = model;
  if (!ask) return model;
  const action = ask.options[option];
  return { ...model, pending: { decision: ask.decision, option, action, at, state: "sent" } };
}

/**
 * Know how the round ended from its events, told once more: the result, hands that were laid open,
 * and what a snapshot leaves out.
 *
 * @param {TableModel} model
 * @param {TableFrame[]} frames the events of the round from its deal on
 * @returns {TableModel}
 */
export function withRoundEnd(model, frames) {
  const { id: table, seat, names, rules, mode, ranked } = model;
  const start = newTable({ type: "table_start", table, seat, names, rules, mode, ranked });
  const told = frames.reduce((known, frame) => apply(known, frame, 0), start);
  const seats = told.seats.map((state, index) => ({ ...state, presence: model.seats[index].presence }));
  return { ...model, seats, roundResult: told.roundResult, last: told.last, log: told.log };
}

/**
 * The server answered the act of a decision: accepted, or refused (`stale`: it was closed already).
 *
 * @param {TableModel} model
 * @param {string} decision
 * @param {"ok" | "refused" | "stale"} answer
 * @returns {TableModel}
 */
export function withAnswer(model, decision, answer) {
  const { ask, pending } = model;
  if (pending?.decision !== decision) return model;
  if (answer === "ok") return { ...model, pending: { ...pending, state: "ok" } };
  const closed = answer === "stale" && ask?.decision === decision;
  return { ...model, pending: null, ask: closed ? null : ask };
}

/**
 * The time that an ask still has at `now`: ms of the base and of the bank.
 *
 * @param {Ask} ask
 * @param {number} now monotonic ms
 */
export function timeLeft(ask, now) {
  const used = Math.max(0, now - ask.at);
  return {
    base: Math.max(0, ask.base_ms - used),
    bank: Math.max(0, ask.bank_ms - Math.max(0, used - ask.base_ms)),
  };
}

/**
 * The tile that the options of an ask are about, for the ring after a reload.
 *
 * @param {Option[]} options
 * @param {Seat} own
 * @returns {TableModel["offered"]}
 */
function offeredBy(options, own) {
  for (const option of options) {
    if ("target" in option && option.target !== own) {
      return { seat: option.target, kind: "dahai", pai: option.pai };
    }
  }
  return null;
}
