/** What a record comes to: rounds and result from events. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";

import { endOf, roundsOf } from "../../server/web/js/model/record.js";

function eventsOf(name) {
  const lines = gunzipSync(readFileSync(new URL(`frames/${name}`, import.meta.url))).toString();
  const frames = lines.trim().split("\n").map((line) => JSON.parse(line));
  return frames.filter((frame) => frame.type === "event").map((frame) => frame.event);
}

for (const name of ["four.jsonl.gz", "draws.jsonl.gz", "three.jsonl.gz"]) {
  test(`each round of ${name} begins where the last one ended`, () => {
    const events = eventsOf(name);
    const record = { id: "t-1", rules: {}, names: ["A", "B", "C", "D"], events };
    const rounds = roundsOf(record);
    assert.equal(rounds.length, events.filter((event) => event.type === "start_kyoku").length);
    for (const [at, round] of rounds.entries()) {
      assert.ok(round.wins.length > 0 !== (round.draw !== null), "won or drawn, never both");
      if (at > 0) assert.deepEqual(round.before, rounds[at - 1].after);
    }
    const wins = events.filter((event) => event.type === "hora");
    assert.deepEqual(rounds.flatMap((round) => round.wins), wins);
    assert.equal(endOf(record), events.at(-1));
    assert.equal(endOf({ ...record, events: events.slice(0, -1) }), null);
  });
}
