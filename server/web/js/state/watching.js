/** The game that one watches: asking for it, its frames in the store, and taking it up again after a break. */

import { begun, taken } from "../model/watch.js";
import { Refusal } from "../net/wire.js";
import { setOnlooker, wire } from "./session.js";
import { store } from "./store.js";

/** @import {LiveGame, Reel, Snapshot, TableFrame, Watching} from "../types.js" */
/** @import {Frame} from "../net/wire.js" */

/** A round that is sent from its deal on comes in one go: no more of it after so long a silence (ms). */
const QUIET_MS = 60;
/** What comes without a pause is shown at least so often (ms). */
const LONGEST_MS = 400;
/** When to ask again where the server wants us to wait, or has dropped us as too slow (ms). */
const AGAIN_MS = 2000;

/** What may come of a table before its snapshot. */
const ANSWERS = new Set(["not_yet", "watch_over"]);

/** @type {string | null} The table that is wanted; its frames are ours. */
let wanted = null;
let asking = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again;

/** @type {[TableFrame, number][]} Frames of a round that is being caught up with. */
let behind = [];
/** @type {number | null} Since when we catch up. */
let since = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let quiet;

/**
 * Watch a table, until another one is wanted or `unwatch`.
 *
 * @param {string} table
 */
export function watch(table) {
  if (wanted === table) return;
  forget();
  wanted = table;
  store.set({
    watching: { table, state: "asking", reel: null, starts: null, view: null, delay: null, fault: null },
  });
  ask();
}

/**
 * Watch this table no more.
 *
 * @param {string} table
 */
export function unwatch(table) {
  if (wanted !== table) return;
  const { watching } = store.get();
  if (watching?.state === "on" || watching?.state === "waiting") wire.tell({ type: "unwatch" });
  forget();
  store.set({ watching: null });
}

/**
 * Running games that can be watched.
 *
 * @param {Record<string, unknown>} filter
 * @param {number} limit
 * @returns {Promise<{games: LiveGame[], total: number}>} rejected with a `Refusal`
 */
export async function liveGames(filter, limit) {
  const { tables, total } = await wire.request({ type: "watch_list", filter, limit });
  return { games: tables, total };
}

/**
 * The game after or before one, in an order that stays while people come and go.
 *
 * @param {string} table
 * @param {1 | -1} way
 * @returns {Promise<string | null>} null: there is no other
 */
export async function gameBeside(table, way) {
  const { games } = await liveGames({}, 100);
  const all = [...new Set([...games.map((game) => game.table), table])].sort();
  return all.length < 2 ? null : all[(all.indexOf(table) + way + all.length) % all.length];
}

function forget() {
  wanted = null;
  clearTimeout(again);
  clearTimeout(quiet);
  behind = [];
  since = null;
}

async function ask() {
  const table = wanted;
  if (asking || table === null) return;
  asking = true;
  /** @type {unknown} */
  let fault = null;
  try {
    // The answer is a frame like the others (`onFrame`).
    await wire.request({ type: "watch", table });
  } catch (refusal) {
    fault = refusal;
  }
  asking = false;
  if (wanted !== table) ask();
  else if (fault instanceof Refusal) refused(fault);
}

/** @param {Refusal} fault */
function refused(fault) {
  const { watching } = store.get();
  if (!watching) return;
  if (fault.code === "too_fast") again = setTimeout(ask, AGAIN_MS);
  // The game came to its end while we, or the server, were away.
  else if (watching.reel && (fault.code === "game_over" || fault.code === "no_such_table")) ended(watching.reel);
  else store.set({ watching: { ...watching, state: "refused", fault } });
}

/** @param {Reel} reel */
function ended(reel) {
  change({ state: "over", reel: { ...reel, table: { ...reel.table, over: true, instant: true } } });
}

/** @param {Partial<Watching>} patch */
function change(patch) {
  const { watching } = store.get();
  if (watching) store.set({ watching: { ...watching, ...patch } });
}

/**
 * @param {Frame} frame
 * @param {number} at
 * @returns {boolean} whether the frame is of the table that one watches
 */
function onFrame(frame, at) {
  const { watching } = store.get();
  if (!watching || frame.table !== watching.table) return false;
  // Whoever plays at the table that was asked for gets frames of it, too.
  if (frame.type === "snapshot" ? frame.seat !== null : !watching.reel && !ANSWERS.has(frame.type)) return false;
  if (frame.type === "not_yet") {
    change({ state: "waiting", starts: at + frame.starts_ms, delay: frame.delay_s });
  } else if (frame.type === "snapshot") {
    const snapshot = /** @type {Snapshot} */ (/** @type {unknown} */ (frame));
    const reel = begun(watching.reel, snapshot);
    behind = [];
    change({
      state: "on",
      reel: { ...reel, table: { ...reel.table, instant: true } },
      view: snapshot.view ?? null,
      delay: snapshot.delay_s ?? null,
      fault: null,
    });
    since = at;
    clearTimeout(quiet);
    quiet = setTimeout(catchUp, QUIET_MS);
  } else if (frame.type === "watch_over") {
    if (frame.reason === "slow") again = setTimeout(ask, AGAIN_MS);
    else unwatch(watching.table);
  } else if (watching.reel) {
    take(/** @type {TableFrame} */ (frame), at);
  }
  return true;
}

/**
 * @param {TableFrame} frame
 * @param {number} at
 */
function take(frame, at) {
  behind.push([frame, at]);
  if (since === null) {
    catchUp();
    return;
  }
  clearTimeout(quiet);
  if (at - since > LONGEST_MS) catchUp();
  else quiet = setTimeout(catchUp, QUIET_MS);
}

/** Show what has come. Of more than one event the last one is there at once, without any motion. */
function catchUp() {
  const { watching } = store.get();
  if (!watching?.reel) return;
  const instant = since !== null;
  since = null;
  let { reel } = watching;
  for (const [frame, at] of behind) reel = taken(reel, frame, at);
  behind = [];
  reel = { ...reel, table: { ...reel.table, instant } };
  store.set({ watching: { ...watching, reel, state: reel.table.over ? "over" : watching.state } });
}

let { status } = store.get();
store.subscribe(() => {
  const before = status;
  ({ status } = store.get());
  if (status === "online" && before !== "online" && store.get().watching?.state !== "over") ask();
});

setOnlooker(onFrame);
