/** The model of a game that is watched: what came, looking back, coming back after a break. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { apply, newTable } from "../../server/web/js/model/table.js";
import * as watch from "../../server/web/js/model/watch.js";

const record = JSON.parse(gunzipSync(readFileSync(new URL("records/four.json.gz", import.meta.url))).toString());
const frames = record.events.map((event, seq) => ({ type: "event", table: "t-1", seq, event }));
const deals = record.events.flatMap((event, seq) => (event.type === "start_kyoku" ? [seq] : []));

/** The snapshot of a deal, as the server sends it to those who watch. */
function snapshotAt(seq) {
  const { bakaze, kyoku, honba, kyotaku, oya, scores, dora_marker: marker, tehais } = record.events[seq];
  return {
    type: "snapshot", table: "t-1", seq, seat: null, view: "full", delay_s: 60,
    names: record.names, rules: record.rules, mode: "4p_south", ranked: false,
    round: { bakaze, kyoku, honba, kyotaku, oya, scores, live: 70, dora_markers: [marker] },
    seats: tehais.map((hand) => ({ hand, drawn: null, melds: [], pond: [], riichi: false, nukidora: 0, presence: "online" })),
    furiten: false, auto: { win: false, no_call: false, tsumogiri: false, kita: false },
  };
}

/** What is seen from a deal on, up to an event. */
function seen(deal, upto, known = null) {
  return frames.slice(deal + 1, upto + 1).reduce((reel, frame) => watch.taken(reel, frame, 0), watch.begun(known, snapshotAt(deal)));
}

const bare = ({ seq, round, seats, roundResult, result }) => ({ seq, round, seats, roundResult, result });

test("a snapshot and the events after it make the table that all events make", () => {
  const start = { type: "table_start", table: "t-1", seat: 0, names: record.names, rules: record.rules, mode: "", ranked: false };
  let table = newTable(start);
  const whole = frames.map((frame) => (table = apply(table, frame, 0)));
  const reel = seen(deals[1], frames.length - 1);
  assert.equal(reel.table.watched, true);
  assert.deepEqual(bare(reel.table), bare(whole.at(-1)));
  assert.deepEqual(reel.rounds.map(({ name }) => name).slice(0, 2), ["E2.0", "E3.0"]);
});

test("every moment that has been is the table as it was then", () => {
  const end = deals[3] - 1;
  let reel = watch.begun(null, snapshotAt(deals[1]));
  const was = [bare(reel.table)];
  for (const frame of frames.slice(deals[1] + 1, end + 1)) {
    reel = watch.taken(reel, frame, 0);
    was.push(bare(reel.table));
  }
  const back = [];
  let moment = watch.momentAt(reel, null);
  for (;;) {
    back.push(bare(watch.tableAt(reel, moment)));
    const before = watch.stepBack(reel, moment);
    if (before.round === moment.round && before.step === moment.step) break;
    moment = before;
  }
  assert.deepEqual(back.reverse(), was);
  let count = 0;
  for (; moment !== null; moment = watch.stepOn(reel, moment)) count += 1;
  assert.equal(count, was.length - 1, "the newest moment is no number");
});

test("the newest moment stays the newest, and a moment stays where it is", () => {
  const first = seen(deals[0], deals[0] + 20);
  const later = frames.slice(deals[0] + 21, deals[0] + 40).reduce((reel, frame) => watch.taken(reel, frame, 0), first);
  const moment = watch.stepBack(first, null);
  assert.deepEqual(watch.tableAt(first, moment).seq, watch.tableAt(later, moment).seq);
  assert.equal(watch.tableAt(later, null).seq, deals[0] + 39);
  assert.equal(watch.toStep(later, moment, 10_000), null);
  assert.equal(watch.nextRound(later, moment), null);
  assert.deepEqual(watch.roundBefore(later, moment), { round: 0, step: 0 });
  assert.equal(watch.nextEvent(later, null), null);
  assert.deepEqual(watch.nextEvent(later, { round: 0, step: 0 }), record.events[deals[0] + 1]);
});

test("after a break the round is not there twice, and what came before is kept", () => {
  const before = seen(deals[0], deals[1] + 10);
  assert.equal(before.rounds.length, 2);
  const again = seen(deals[1], deals[1] + 15, before);
  assert.deepEqual(again.rounds.map(({ name, frames: all }) => [name, all.length]), [
    ["E1.0", before.rounds[0].frames.length],
    ["E2.0", 15],
  ]);
  const later = seen(deals[2], deals[2] + 3, before);
  assert.deepEqual(later.rounds.map(({ name }) => name), ["E1.0", "E2.0", "E3.0"]);
});

test("what is repeated, of another table or of no number changes no moment", () => {
  const reel = seen(deals[0], deals[0] + 20);
  for (const frame of [frames[deals[0] + 3], { ...frames[deals[0] + 21], table: "t-2" }]) {
    assert.deepEqual(watch.taken(reel, frame, 0), reel);
  }
  const told = watch.taken(reel, { type: "watchers", table: "t-1", count: 7 }, 0);
  assert.equal(told.table.watchers, 7);
  assert.equal(watch.tableAt(told, { round: 0, step: 3 }).watchers, 7, "how many watch is as it is now");
  const gone = watch.taken(told, { type: "presence", table: "t-1", seat: 2, state: "offline" }, 0);
  assert.equal(watch.tableAt(gone, { round: 0, step: 3 }).seats[2].presence, "offline");
  assert.equal(gone.rounds[0].frames.length, 20);
});

test("names of rounds in lists", () => {
  assert.deepEqual(watch.roundNamed("S3.12"), { bakaze: "S", kyoku: 3, honba: 12 });
  for (const name of ["", "E2", "X1.0", "E2.1-2"]) assert.equal(watch.roundNamed(name), null);
});
