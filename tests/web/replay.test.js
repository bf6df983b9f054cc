/**
 * The replay of a record: moments, links, what is seen, and the proof of the walls. The records are
 * games of `jantaku simulate`, with kans of every kind, ura and norths.
 */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { endOf, roundsOf } from "../../server/web/js/model/record.js";
import * as moves from "../../server/web/js/model/replay/moves.js";
import { prove, wholeVerdict } from "../../server/web/js/model/replay/proof.js";
import { sha256 } from "../../server/web/js/model/replay/sha256.js";

const GAMES = ["four", "three"];

function load(name) {
  return JSON.parse(gunzipSync(readFileSync(new URL(`records/${name}.json.gz`, import.meta.url))).toString());
}

const own = (text) => sha256(new TextEncoder().encode(text));

const BEGIN = { round: 0, step: 0, seat: 0, open: true };

for (const name of GAMES) {
  const record = load(name);
  const rounds = moves.roundsIn(record);

  test(`stepping through ${name} meets every event once, and back again`, () => {
    const there = [BEGIN];
    while (!moves.isLast(rounds, there.at(-1))) there.push(moves.forward(rounds, there.at(-1)));
    const met = there.map(({ round, step }) => rounds[round].events[step]);
    assert.deepEqual(met, record.events.slice(1));
    assert.equal(moves.forward(rounds, there.at(-1)), there.at(-1), "there is no more");
    const back = [there.at(-1)];
    while (back.at(-1) !== moves.backward(rounds, back.at(-1))) back.push(moves.backward(rounds, back.at(-1)));
    assert.deepEqual(back.reverse(), there);
    assert.deepEqual(moves.lastOf(rounds, BEGIN), there.at(-1));
  });

  test(`the last step of each round of ${name} has the scores with which it ended`, () => {
    for (const [at, { after }] of roundsOf(record).entries()) {
      const { events } = rounds[at];
      const step = events.findIndex(({ type }) => type === "end_kyoku");
      assert.deepEqual(moves.tableAt(record, rounds[at], step).round.scores, after);
    }
    const last = moves.lastOf(rounds, BEGIN);
    const table = moves.tableAt(record, rounds[last.round], last.step);
    assert.deepEqual(table.round.scores, endOf(record).scores);
    assert.equal(table.result, endOf(record));
    assert.equal(table.seq, record.events.length - 1);
    assert.equal(table.watched, true);
  });

  test(`every hand of ${name} has its tiles at every step`, () => {
    for (const round of rounds) {
      for (const [step, event] of round.events.entries()) {
        const table = moves.tableAt(record, round, step);
        assert.equal(table.last.event, event);
        for (const { hand, drawn, melds } of table.seats) {
          const held = hand.length + 3 * melds.length + (drawn === null ? 0 : 1);
          assert.ok(held === 13 || held === 14, `${round.name} ${step}: ${held} tiles`);
          assert.ok(!hand.includes("?"));
        }
      }
    }
  });

  test(`a link to a moment of ${name} leads there`, () => {
    for (const [round, { events }] of rounds.entries()) {
      for (const step of [0, 1, events.length - 1]) {
        for (const open of [true, false]) {
          const look = { round, step, seat: round % record.names.length, open };
          const fragment = moves.fragmentOf(rounds, look);
          assert.deepEqual(moves.lookOf(rounds, record.names.length, fragment), look);
        }
      }
    }
    const names = rounds.map((round) => round.name);
    assert.equal(new Set(names).size, names.length);
  });

  test(`${name} is proved, with the hash of this page too`, async () => {
    for (const hash of [own, (text) => createHash("sha256").update(text).digest("hex")]) {
      assert.deepEqual(await prove(record, rounds, hash), rounds.map(() => "ok"));
    }
  });

  test(`one changed byte of ${name} is found`, async () => {
    const kinds = { start_kyoku: "deal", tsumo: "deal", dora: "deal", hora: "deal" };
    const swapped = (pai) => (pai === "9p" ? "8p" : "9p");
    for (const [place, event] of record.events.entries()) {
      const spoilt = structuredClone(record);
      const changed = spoilt.events[place];
      let wanted = kinds[event.type];
      if (event.type === "tsumo") changed.pai = swapped(event.pai);
      else if (event.type === "dora") changed.dora_marker = swapped(event.dora_marker);
      else if (event.type === "hora" && event.ura_markers.length > 0) changed.ura_markers[0] = swapped(event.ura_markers[0]);
      else if (event.type === "start_kyoku") changed.tehais[1][4] = swapped(event.tehais[1][4]);
      else if (event.type === "end_kyoku") {
        changed.wall[100] = swapped(event.wall[100]);
        wanted = "hash";
      } else continue;
      const verdicts = await prove(spoilt, moves.roundsIn(spoilt), own);
      const round = rounds.findLastIndex(({ first }) => first <= place);
      assert.deepEqual(verdicts, rounds.map((_, at) => (at === round ? wanted : "ok")), `event ${place}: ${event.type}`);
    }
  });
}

test("a record without walls proves nothing", async () => {
  const record = load("four");
  for (const event of record.events) {
    if (event.type === "end_kyoku") delete event.wall;
  }
  const rounds = moves.roundsIn(record);
  const verdicts = await prove(record, rounds, own);
  assert.deepEqual(verdicts, rounds.map(() => "none"));
  assert.equal(wholeVerdict(verdicts), "none");
});

test("a round that never ended is no fault, one whose wall was taken out is", async () => {
  const record = load("four");
  const last = record.events.findLastIndex(({ type }) => type === "start_kyoku");
  const ended = { ...record, events: record.events.slice(0, last + 20) };
  const rounds = moves.roundsIn(ended);
  const verdicts = await prove(ended, rounds, own);
  assert.deepEqual(verdicts, rounds.map((_, at) => (at === rounds.length - 1 ? "open" : "ok")));
  assert.equal(wholeVerdict(verdicts), "ok");
  assert.equal(wholeVerdict(["ok", "none", "open"]), "none");
  assert.equal(wholeVerdict(["ok", "none", "deal"]), "failed");
  assert.equal(wholeVerdict(["open"]), "none");
});

test("rounds that are played again under the same name are told apart", () => {
  const deal = { type: "start_kyoku", bakaze: "E", kyoku: 2, honba: 1 };
  const events = [{ type: "start_game" }, deal, { type: "end_kyoku" }, deal, { type: "end_kyoku" }];
  const rounds = moves.roundsIn({ events });
  assert.deepEqual(rounds.map(({ name, first }) => [name, first]), [["E2.1", 1], ["E2.1-2", 3]]);
});

test("links that are cut or wrong lead to the nearest moment", () => {
  const record = load("three");
  const rounds = moves.roundsIn(record);
  const at = (fragment) => moves.lookOf(rounds, 3, fragment);
  assert.equal(at(""), null);
  assert.equal(at("#"), null);
  assert.equal(at("#top"), null);
  assert.deepEqual(at("#seat=2"), { ...BEGIN, seat: 2 });
  assert.deepEqual(at("#seat=3&round=N9.9&step=x"), { ...BEGIN, seat: 2 });
  const { events } = rounds[1];
  assert.deepEqual(at(`#round=${rounds[1].name}&step=9999&hands=closed`), {
    round: 1, step: events.length - 1, seat: 0, open: false,
  });
  assert.deepEqual(at("#step=-4"), BEGIN);
});

test("who looks from a seat sees the other hands face down", () => {
  const record = load("four");
  const round = moves.roundsIn(record)[0];
  const table = moves.tableAt(record, round, 1);
  const shown = moves.seenFrom(table, { seat: 2, open: false });
  assert.equal(shown.seat, 2);
  for (const [seat, { hand, drawn }] of shown.seats.entries()) {
    if (seat === 2) assert.deepEqual(hand, table.seats[2].hand);
    else assert.deepEqual([...new Set([...hand, drawn ?? "?"])], ["?"]);
  }
  assert.deepEqual(moves.seenFrom(table, { seat: 1, open: true }).seats, table.seats);
});

test("rounds are walked by their deals", () => {
  const rounds = moves.roundsIn(load("four"));
  const middle = { ...BEGIN, round: 1, step: 7 };
  assert.deepEqual(moves.roundBefore(middle), { ...middle, step: 0 });
  assert.deepEqual(moves.roundBefore({ ...middle, step: 0 }), BEGIN);
  assert.deepEqual(moves.roundBefore(BEGIN), BEGIN);
  assert.deepEqual(moves.nextRound(rounds, middle), { ...middle, round: 2, step: 0 });
  const last = moves.lastOf(rounds, BEGIN);
  assert.deepEqual(moves.nextRound(rounds, { ...last, step: 3 }), last);
});

test("the score line begins with the start and ends with the result", () => {
  const record = load("four");
  const rounds = roundsOf(record);
  const line = moves.scoreLine(rounds, endOf(record).scores);
  assert.equal(line.length, rounds.length + 1);
  assert.deepEqual(line[0], [25000, 25000, 25000, 25000]);
  assert.deepEqual(line[1], rounds[1].before);
  assert.deepEqual(line.at(-1), endOf(record).scores);
  assert.deepEqual(moves.scoreLine([], null), []);
});

test("speed shortens the looks and stays within bounds", () => {
  assert.equal(moves.dwell({ type: "dahai" }, 1), 2 * moves.dwell({ type: "dahai" }, 2));
  assert.ok(moves.dwell({ type: "hora" }, 1) > moves.dwell({ type: "pon" }, 1));
  assert.equal(moves.otherSpeed(1, 1), 2);
  assert.equal(moves.otherSpeed(0.5, -1), 0.5);
  assert.equal(moves.otherSpeed(8, 1), 8);
});

test("SHA-256 is that of everybody else", () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});
