/** The pure parts of the table's screen: where things go, how the hand lies, what an ask offers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { choicesOf, isPending, reachKeys, tilesOf } from "../../server/web/js/ui/table/choices.js";
import { layoutOf } from "../../server/web/js/ui/table/layout.js";
import { arrange } from "../../server/web/js/ui/table/order.js";

const VIEWS = [[360, 560], [360, 584], [360, 640], [412, 700], [390, 844], [667, 375], [844, 390], [768, 1024], [1280, 720], [1440, 900], [1920, 1080]];

for (const [width, height] of VIEWS) {
  test(`sizes at ${width}x${height}`, () => {
    const layout = layoutOf(width, height);
    const phone = layout.kind !== "wide";
    assert.ok(layout.hand >= (phone ? 44 : 48), `hand ${layout.hand}`);
    assert.ok(layout.pond >= (phone ? 18 : 28), `pond ${layout.pond}`);
    assert.ok(layout.meld >= (phone ? 18 : 24), `meld ${layout.meld}`);
    assert.ok(layout.hand * (layout.rows === 2 ? 7 : 14.18) <= width, "the hand fits");
    assert.ok(layout.width <= width && layout.height <= height, "the board fits");
  });
}

test("the size of tiles follows the setting, one row where it is wanted", () => {
  const [small, large] = [layoutOf(1440, 900, { tileSize: "S" }), layoutOf(1440, 900, { tileSize: "L" })];
  assert.ok(small.hand < large.hand);
  const row = layoutOf(390, 844, { oneRowHand: true });
  assert.equal(row.rows, 1);
  assert.ok(row.hand >= 24);
  assert.equal(layoutOf(1760, 990).log, true);
  assert.equal(layoutOf(1760, 990, { showLog: false }).log, false);
});

/** @param {boolean} sort */
function how(sort, apart = true) {
  let id = 0;
  return { sort, apart, next: () => (id += 1) };
}

/** @param {{pai: string}[]} tiles */
const names = (tiles) => tiles.map((tile) => tile.pai).join(" ");

test("a tile keeps its name, and the drawn one stands apart until something is thrown", () => {
  const ways = how(true);
  const dealt = arrange([], ["9m", "1m", "E"], null, ways);
  assert.equal(names(dealt), "1m 9m E");
  const drawn = arrange(dealt, ["1m", "9m", "E"], "5m", ways);
  assert.equal(names(drawn), "1m 9m E 5m");
  assert.equal(arrange(drawn, ["1m", "9m", "E"], "5m", ways)[3].id, drawn[3].id);
  const thrown = arrange(drawn, ["1m", "5m", "E"], null, ways);
  assert.equal(names(thrown), "1m 5m E");
  assert.deepEqual(thrown.map((tile) => tile.id), [dealt[0].id, drawn[3].id, dealt[2].id]);
  assert.ok(thrown.every((tile) => !tile.drawn));
});

test("an unsorted hand stays as it lies", () => {
  const ways = how(false);
  const dealt = arrange([], ["1m", "9m", "E"], null, ways);
  const drawn = arrange(dealt, ["1m", "9m", "E"], "5m", ways);
  assert.equal(names(arrange(drawn, ["1m", "5m", "E"], null, ways)), "1m E 5m");
});

test("the dealer's first tiles are one hand", () => {
  const tiles = arrange([], ["1m", "9m", "E"], "5m", how(true, false));
  assert.equal(names(tiles), "1m 5m 9m E");
  assert.equal(tiles.find((tile) => tile.drawn)?.pai, "5m");
});

const ASK = {
  decision: "q", default: 0, base_ms: 5000, bank_ms: 0, at: 0,
  options: [
    { type: "dahai", actor: 0, pai: "5m", tsumogiri: false },
    { type: "dahai", actor: 0, pai: "5m", tsumogiri: true },
    { type: "reach", actor: 0, pai: "5m", tsumogiri: true },
    { type: "ankan", actor: 0, consumed: ["E", "E", "E", "E"] },
    { type: "hora", actor: 0, target: 0, pai: "5m" },
  ],
};

test("an ask is sorted, and closed once it is answered", () => {
  const table = /** @type {any} */ ({ seat: 0, ask: ASK, pending: null });
  const choices = choicesOf(table);
  assert.ok(choices);
  assert.deepEqual([...choices.discards], [["5m", 0], ["5m!", 1]]);
  assert.deepEqual([...reachKeys(choices, false)], [["5m!", 2]]);
  assert.deepEqual([...reachKeys(choices, true)], []);
  assert.equal(choices.win, 4);
  assert.equal(choices.ron, false);
  assert.equal(tilesOf(choices.kan[0].option).length, 4);
  const answered = { ...table, pending: { decision: "q", option: 1, action: ASK.options[1], at: 0, state: "sent" } };
  assert.equal(choicesOf(answered), null);
  assert.equal(isPending(answered, "5m", true), true);
  assert.equal(isPending(answered, "5m", false), false);
});
