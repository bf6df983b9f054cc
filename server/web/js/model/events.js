/** The fold of game events: the only place where an event changes the table of the client. */

import { called, concealed, withAdded, withoutAdded } from "./melds.js";
import { compare, withTile, withoutTiles } from "./tiles.js";

/** @import {Event, Hora, LogLine, Pai, Seat, SeatState, TableModel} from "../types.js" */

const TILES = { 3: 108, 4: 136 };
const DEAD_WALL = 14;
const LOG_LINES = 300;

/**
 * Apply one event that came with `seq`.
 *
 * @param {TableModel} model
 * @param {number} seq
 * @param {Event} event
 * @returns {TableModel}
 */
export function applyEvent(model, seq, event) {
  const next = fold({ ...model, seq, last: { seq, event }, ask: null, pending: null }, event, seq);
  next.log = [...next.log, line(seq, event)].slice(-LOG_LINES);
  return next;
}

/**
 * @param {TableModel} model a fresh copy
 * @param {Event} event
 * @param {number} seq
 * @returns {TableModel}
 */
function fold(model, event, seq) {
  const { round } = model;
  switch (event.type) {
    case "start_game":
      model.names = event.names;
      return model;
    case "start_kyoku": {
      const dealt = event.tehais.reduce((sum, hand) => sum + hand.length, 0);
      const live = event.live ?? TILES[model.players] - DEAD_WALL - dealt;
      const { bakaze, kyoku, honba, kyotaku, oya, scores } = event;
      model.round = { bakaze, kyoku, honba, kyotaku, oya, scores, live, doraMarkers: [event.dora_marker] };
      model.seats = event.tehais.map((hand, seat) => ({
        ...emptySeat(),
        hand: [...hand].sort(compare),
        presence: model.seats[seat]?.presence ?? "online",
      }));
      model.turn = oya;
      model.offered = null;
      model.roundResult = null;
      model.roundEnd = null;
      return model;
    }
    case "tsumo":
      model.round = { ...round, live: round.live - 1 };
      model.turn = event.actor;
      model.offered = null;
      return withSeat(model, event.actor, { drawn: event.pai });
    case "dahai": {
      const seat = model.seats[event.actor];
      const tile = { pai: event.pai, tsumogiri: event.tsumogiri, reach: seat.turned, calledBy: null, seq };
      let hand = seat.hand;
      if (!event.tsumogiri) {
        hand = withoutTiles(hand, [event.pai]);
        if (seat.drawn !== null) hand = withTile(hand, seat.drawn);
      }
      model.offered = { seat: event.actor, kind: "dahai", pai: event.pai };
      return withSeat(model, event.actor, { hand, drawn: null, turned: false, pond: [...seat.pond, tile] });
    }
    case "chi":
    case "pon":
    case "daiminkan": {
      const source = model.seats[event.target];
      const taken = source.pond[source.pond.length - 1];
      const pond = source.pond.slice(0, -1);
      if (taken) pond.push({ ...taken, calledBy: event.actor });
      // If the tile that declared riichi is taken, the next discard lies sideways instead.
      withSeat(model, event.target, { pond, turned: source.turned || (taken?.reach ?? false) });
      const seat = model.seats[event.actor];
      model.turn = event.actor;
      model.offered = null;
      return withSeat(model, event.actor, {
        ...withoutOwn(seat, event.consumed),
        melds: [...seat.melds, called(event)],
      });
    }
    case "ankan": {
      const seat = model.seats[event.actor];
      model.offered = { seat: event.actor, kind: "ankan", pai: event.consumed[0] };
      return withSeat(model, event.actor, {
        ...withoutOwn(seat, event.consumed),
        melds: [...seat.melds, concealed(event.consumed)],
      });
    }
    case "kakan": {
      const seat = model.seats[event.actor];
      model.offered = { seat: event.actor, kind: "kakan", pai: event.pai };
      return withSeat(model, event.actor, {
        ...withoutOwn(seat, [event.pai]),
        melds: withAdded(seat.melds, event.pai),
      });
    }
    case "nukidora": {
      const seat = model.seats[event.actor];
      model.offered = { seat: event.actor, kind: "nukidora", pai: event.pai };
      return withSeat(model, event.actor, {
        ...withoutOwn(seat, [event.pai]),
        nukidora: seat.nukidora + 1,
      });
    }
    case "dora":
      model.round = { ...round, doraMarkers: [...round.doraMarkers, event.dora_marker] };
      return model;
    case "reach":
      return withSeat(model, event.actor, { riichi: true, turned: true });
    case "reach_accepted":
      model.round = { ...round, scores: event.scores, kyotaku: round.kyotaku + 1 };
      return withSeat(model, event.actor, { accepted: true, shown: event.tehai ?? null });
    case "hora":
      return won(model, event);
    case "ryukyoku":
      model.roundResult = { ...result(model), draw: event, after: event.scores };
      model.round = { ...round, scores: event.scores };
      if (event.reason === "nagashi_mangan" && model.rules.nagashi_as === "win") model.round.kyotaku = 0;
      model.turn = null;
      model.offered = null;
      for (const [seat, hand] of (event.tehais ?? []).entries()) {
        if (hand) withSeat(model, seat, { shown: [...hand].sort(compare) });
      }
      return model;
    case "end_kyoku":
      return model;
    case "end_game":
      model.result = event;
      model.round = { ...round, scores: event.scores, kyotaku: 0 };
      model.roundEnd = null;
      model.turn = null;
      return model;
    default:
      // A type of a later server: the sequence number counts, the rest is not for us.
      return model;
  }
}

/**
 * @param {TableModel} model
 * @param {Hora} event
 */
function won(model, event) {
  const { offered, round } = model;
  if (offered && event.target === offered.seat && event.actor !== event.target) {
    // A robbed kan is the pon that it was, a robbed north is not counted.
    const robbed = model.seats[offered.seat];
    if (offered.kind === "kakan") {
      withSeat(model, offered.seat, { melds: withoutAdded(robbed.melds, offered.pai) });
    } else if (offered.kind === "nukidora") {
      withSeat(model, offered.seat, { nukidora: robbed.nukidora - 1 });
    }
  }
  const before = result(model);
  model.roundResult = { ...before, wins: [...before.wins, event], after: event.scores };
  model.round = { ...round, scores: event.scores, kyotaku: 0 };
  model.turn = null;
  model.offered = null;
  return withSeat(model, event.actor, { shown: [...event.hora_tehais].sort(compare) });
}

/** @param {TableModel} model */
function result(model) {
  const { scores, honba, kyotaku } = model.round;
  return model.roundResult ?? { wins: [], draw: null, before: scores, after: scores, honba, kyotaku };
}

/** @returns {SeatState} */
export function emptySeat() {
  return {
    hand: [],
    drawn: null,
    melds: [],
    pond: [],
    riichi: false,
    accepted: false,
    turned: false,
    nukidora: 0,
    presence: "online",
    shown: null,
  };
}

/**
 * Change one seat of a model that is a fresh copy.
 *
 * @param {TableModel} model
 * @param {Seat} seat
 * @param {Partial<SeatState>} patch
 * @returns {TableModel}
 */
export function withSeat(model, seat, patch) {
  model.seats = model.seats.map((state, index) => (index === seat ? { ...state, ...patch } : state));
  return model;
}

/**
 * The hand without tiles that go into a meld; the drawn tile joins the rest.
 *
 * @param {SeatState} seat
 * @param {Pai[]} tiles
 */
function withoutOwn(seat, tiles) {
  const all = seat.drawn === null ? seat.hand : withTile(seat.hand, seat.drawn);
  return { hand: withoutTiles(all, tiles), drawn: null };
}

/**
 * @param {number} seq
 * @param {Event} event
 * @returns {LogLine}
 */
function line(seq, event) {
  const any = /** @type {any} */ (event);
  return {
    seq,
    kind: event.type,
    seat: any.actor ?? null,
    pai: any.pai ?? any.dora_marker ?? any.consumed?.[0] ?? null,
    from: any.target ?? null,
    detail: event,
  };
}
