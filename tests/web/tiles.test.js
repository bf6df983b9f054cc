/** Tiles, places on the screen, how melds lie. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { called, concealed, fromWire, withAdded, withoutAdded } from "../../server/web/js/model/melds.js";
import { placeOf, seatAt, windOf } from "../../server/web/js/model/places.js";
import { KINDS, compare, doraCount, doraOf, sameKind, withTile, withoutTiles } from "../../server/web/js/model/tiles.js";

test("a sorted hand", () => {
  const hand = ["C", "?", "5pr", "1s", "5p", "6p", "E", "9m", "5mr", "P", "5m", "N"];
  assert.deepEqual([...hand].sort(compare).join(" "), "5m 5mr 9m 5p 5pr 6p 1s E N P C ?");
  assert.equal(KINDS.length, 34);
  assert.ok(sameKind("5m", "5mr"));
  assert.deepEqual(withTile(["1m", "3m"], "2m"), ["1m", "2m", "3m"]);
  assert.deepEqual(withoutTiles(["5m", "5mr", "6m"], ["5mr"]), ["5m", "6m"]);
  assert.deepEqual(withoutTiles(["?", "?", "?"], ["1m", "2m"]), ["?"]);
});

test("what an indicator points to", () => {
  const pairs = { "9m": "1m", "5pr": "6p", E: "S", N: "E", P: "F", F: "C", C: "P" };
  for (const [marker, dora] of Object.entries(pairs)) assert.equal(doraOf(marker, 4), dora);
  assert.equal(doraOf("1m", 3), "9m");
  assert.equal(doraOf("9m", 3), "1m");
  assert.equal(doraOf("9s", 3), "1s");
  assert.equal(doraCount("5sr", ["4s", "4s", "E"], 4), 3);
  assert.equal(doraCount("5s", ["E"], 4), 0);
});

test("places, with three players as if a fourth sat there", () => {
  const places = (own, players) => [...Array(players).keys()].map((seat) => placeOf(seat, own));
  assert.deepEqual(places(1, 4), ["left", "self", "right", "across"]);
  assert.deepEqual(places(0, 3), ["self", "right", "across"]);
  assert.deepEqual(places(1, 3), ["left", "self", "right"]);
  assert.deepEqual(places(2, 3), ["across", "left", "self"]);
  assert.equal(seatAt("left", 0, 3), null);
  assert.equal(seatAt("left", 1, 3), 0);
  assert.equal(windOf(0, 2, 3), "S");
  assert.equal(windOf(0, 2, 4), "W");
});

test("the turned tile points to where it came from", () => {
  const call = (type, target, pai, consumed) => called({ type, actor: 0, target, pai, consumed });
  assert.deepEqual(call("chi", 3, "4m", ["6m", "5mr"]).tiles, ["4m", "5mr", "6m"]);
  assert.deepEqual(call("pon", 2, "5pr", ["5p", "5p"]).tiles, ["5p", "5pr", "5p"]);
  assert.equal(call("pon", 3, "E", ["E", "E"]).sideways, 0);
  assert.equal(call("pon", 1, "E", ["E", "E"]).sideways, 2);
  assert.equal(call("daiminkan", 2, "E", ["E", "E", "E"]).sideways, 1);
  assert.equal(call("daiminkan", 1, "E", ["E", "E", "E"]).sideways, 3);
});

test("kans", () => {
  assert.deepEqual(concealed(["5mr", "5m", "5m", "5m"]).tiles, ["5m", "5mr", "5m", "5m"]);
  const pon = called({ type: "pon", actor: 0, target: 2, pai: "5sr", consumed: ["5s", "5s"] });
  const [kan] = withAdded([pon], "5s");
  assert.deepEqual(kan, { ...pon, type: "kakan", added: "5s" });
  assert.deepEqual(withoutAdded([kan], "5s"), [pon]);
  const taken = { pai: "5sr", tsumogiri: false, reach: false, called_by: 0 };
  const wire = { type: "kakan", actor: 0, pai: "5s", consumed: ["5s", "5s", "5sr"] };
  assert.deepEqual(fromWire(wire, [[], [], [taken], []]), kan);
  assert.equal(fromWire(wire, [[], [], [], []]).from, null);
});
