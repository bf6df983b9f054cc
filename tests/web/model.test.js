/** The table model against recorded games: folding events must give what each snapshot shows. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { apply, fromSnapshot, newTable, timeLeft, withAnswer, withPending } from "../../server/web/js/model/table.js";

const FRAMES = new URL("frames/", import.meta.url);

/** @param {string} name */
function frames(name) {
  const text = gunzipSync(readFileSync(new URL(name, FRAMES))).toString();
  return text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** What a snapshot can know of a model. */
function known(model) {
  return {
    seq: model.seq,
    round: model.round,
    furiten: model.furiten,
    auto: model.auto,
    seats: model.seats.map(({ shown, accepted, ...seat }) => ({
      ...seat,
      pond: seat.pond.map(({ seq, ...tile }) => tile),
    })),
  };
}

function freeze(value) {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

for (const name of readdirSync(FRAMES)) {
  test(`${name}: the fold agrees with every snapshot and changes nothing in place`, () => {
    let model = null;
    let compared = 0;
    for (const frame of frames(name)) {
      freeze(frame);
      if (frame.type === "table_start") model = newTable(frame);
      else if (frame.type === "snapshot") {
        assert.deepEqual(known(model), known(fromSnapshot(frame)));
        compared += 1;
      } else model = apply(model, frame, 0);
      freeze(model);
    }
    assert.ok(compared > 20, `${compared} snapshots`);
    assert.ok(model.result);
    const total = model.players === 3 ? 105_000 : 100_000;
    assert.equal(model.result.scores.reduce((a, b) => a + b), total);
  });

  test(`${name}: continuing from any snapshot ends the same`, () => {
    const all = frames(name);
    const starts = all.flatMap((frame, place) => (frame.type === "snapshot" ? [place] : []));
    for (const start of [starts[0], starts[Math.floor(starts.length / 2)], starts.at(-1)]) {
      let model = fromSnapshot(all[start]);
      let whole = newTable(all[0]);
      for (const [place, frame] of all.entries()) {
        if (frame.type === "table_start" || frame.type === "snapshot") continue;
        whole = apply(whole, frame, 0);
        if (place > start) model = apply(model, frame, 0);
      }
      assert.deepEqual(known(model), known(whole));
    }
  });

  test(`${name}: rounds add up`, () => {
    let model = null;
    for (const frame of frames(name)) {
      if (frame.type === "table_start") model = newTable(frame);
      else if (frame.type !== "snapshot") model = apply(model, frame, 0);
      const result = model.roundResult;
      if (frame.type === "event" && frame.event.type === "end_kyoku") {
        const deltas = [...result.wins, ...(result.draw ? [result.draw] : [])].map((event) => event.deltas);
        const after = result.before.map((score, seat) => deltas.reduce((sum, delta) => sum + delta[seat], score));
        assert.deepEqual(after, result.after);
        for (const win of result.wins) assert.ok(model.seats[win.actor].shown);
      }
      for (const seat of model.seats) {
        const tiles = seat.hand.length + (seat.drawn === null ? 0 : 1) + 3 * seat.melds.length;
        assert.ok(tiles === 0 || tiles === 13 || tiles === 14, `${tiles} tiles`);
      }
    }
  });

  test(`${name}: an event that comes again changes nothing`, () => {
    let model = null;
    for (const frame of frames(name)) {
      if (frame.type === "table_start") model = newTable(frame);
      else if (frame.type !== "snapshot") model = apply(model, frame, 0);
      if (frame.type === "event") assert.equal(apply(model, frame, 1), model);
    }
  });
}

test("an ask, an act, the clock", () => {
  const [start, ...rest] = frames("four.jsonl.gz");
  let model = newTable(start);
  for (const frame of rest) {
    if (frame.type !== "snapshot") model = apply(model, frame, 1000);
    if (frame.type === "ask") break;
  }
  const { ask } = model;
  assert.deepEqual(timeLeft(ask, 1000), { base: ask.base_ms, bank: ask.bank_ms });
  assert.deepEqual(timeLeft(ask, 1000 + ask.base_ms + 300), { base: 0, bank: ask.bank_ms - 300 });
  assert.deepEqual(timeLeft(ask, 1e9), { base: 0, bank: 0 });
  const sent = withPending(model, 0, 2000);
  assert.equal(sent.pending.state, "sent");
  assert.equal(withAnswer(sent, ask.decision, "ok").pending.state, "ok");
  assert.equal(withAnswer(sent, ask.decision, "refused").pending, null);
  assert.ok(withAnswer(sent, ask.decision, "refused").ask);
  assert.equal(withAnswer(sent, ask.decision, "stale").ask, null);
  assert.equal(withAnswer(sent, "another", "refused"), sent);
  const again = apply(sent, { type: "ask", table: model.id, ...ask, time: { base_ms: 0, bank_ms: 5 } }, 3000);
  assert.ok(again.pending, "the same decision, asked again after a reconnect");
  const late = apply(sent, { type: "timed_out", table: model.id, decision: ask.decision }, 4000);
  assert.equal(late.ask, null);
  assert.equal(late.pending, null);
  assert.equal(late.timedOut.at, 4000);
  const next = apply(late, { type: "ask", table: model.id, ...ask, decision: "next", time: ask }, 4500);
  assert.equal(next.timedOut.at, 4000, "the note stays while the next is asked");
});

test("frames of another table and of a later server change nothing", () => {
  const model = newTable(frames("three.jsonl.gz")[0]);
  assert.equal(apply(model, { type: "furiten", table: "another", furiten: true }, 0), model);
  assert.equal(apply(model, { type: "weather", table: model.id }, 0), model);
  const next = apply(model, { type: "event", table: model.id, seq: 0, event: { type: "earthquake" } }, 0);
  assert.equal(next.seq, 0);
});
