/** The table in the store: what its frames do to it, and the acts of the seat. */

import { apply, fromSnapshot, newTable, withAnswer, withPending, withRoundEnd } from "../model/table.js";
import { Refusal } from "../net/wire.js";
import { go, route } from "../router.js";
import { wire } from "./session.js";
import { store } from "./store.js";
import { sentence, toast } from "./toasts.js";

/** @import {Snapshot, TableFrame, TableModel, TableStart} from "../types.js" */
/** @import {Frame, Message} from "../net/wire.js" */

/** Refusals that say that the decision is not open any more. */
const CLOSED = new Set(["stale_decision", "not_asked", "unanswered"]);

/**
 * Take up a table from where our model ends; done when all has come that was missing, the open ask
 * too, if there is one.
 *
 * @param {string} id
 * @param {(message: Message) => Promise<Frame>} send
 */
export async function sync(id, send) {
  const { table } = store.get();
  const known = table?.id === id ? table : null;
  // Whether it is paused, and what is voted on, is told anew.
  if (known) store.set({ table: { ...known, instant: true, ask: null, paused: null, pauseVote: null } });
  const answer = send({ type: "sync", table: id, seq: known ? known.seq : -1 });
  // A table answers in order: what it says to this comes after all that belongs to the sync.
  const end = send({ type: "auto", table: id }).catch(() => null);
  await answer;
  await end;
  const there = store.get().table;
  if (there?.roundEnd && !there.roundResult) await recall(there, send);
  const now = store.get().table;
  if (now?.instant) store.set({ table: { ...now, instant: false } });
}

/** @type {TableFrame[] | null} Events of a round that is told once more; null: none is. */
let retold = null;

/**
 * A snapshot between two rounds does not say how the last one ended: have its events told again.
 *
 * @param {TableModel} table
 * @param {(message: Message) => Promise<Frame>} send
 */
async function recall(table, send) {
  /** @type {TableFrame[]} */
  const frames = [];
  retold = frames;
  try {
    const answer = send({ type: "sync", table: table.id, seq: -1, replay: true });
    const end = send({ type: "auto", table: table.id }).catch(() => null);
    await answer;
    await end;
  } finally {
    retold = null;
  }
  const now = store.get().table;
  // Otherwise the next round has been dealt meanwhile.
  if (now?.id === table.id && now.seq === table.seq) store.set({ table: withRoundEnd(now, frames) });
}

/**
 * @param {Frame} frame one that names a table
 * @param {number} at
 */
export function onFrame(frame, at) {
  const { table } = store.get();
  if (frame.type === "table_start") {
    const start = /** @type {TableStart} */ (/** @type {unknown} */ (frame));
    store.set({ table: newTable(start), seatIn: { table: start.table, seat: start.seat } });
    go(`/table/${start.table}`, { replace: route().page === "room" });
  } else if (frame.type === "snapshot") {
    const fresh = fromSnapshot(/** @type {Snapshot} */ (/** @type {unknown} */ (frame)));
    const { pending, timedOut, muted, log } = table?.id === fresh.id ? table : fresh;
    store.set({ table: { ...fresh, pending, timedOut, muted, log, instant: true } });
  } else if (table && table.id === frame.table) {
    onTableFrame(table, /** @type {TableFrame} */ (frame), at);
  }
}

/**
 * @param {TableModel} table
 * @param {TableFrame} frame
 * @param {number} at
 */
function onTableFrame(table, frame, at) {
  if (retold && (frame.type === "event" || frame.type === "skip") && frame.seq <= table.seq) {
    retold.push(frame);
    return;
  }
  if ((frame.type === "event" || frame.type === "skip") && frame.seq > table.seq + 1) {
    // Something is missing: never guess, ask for it.
    sync(table.id, (message) => wire.request(message)).catch(() => {});
    return;
  }
  const next = apply(table, frame, at);
  const ended = next.result !== null || next.over;
  store.set(ended ? { table: next, seatIn: null } : { table: next });
}

/**
 * Choose an option of the open ask. Nothing happens when it was answered already.
 *
 * @param {number} option index into `ask.options`
 * @returns {Promise<boolean>} whether the server took it
 */
export async function act(option) {
  const { table } = store.get();
  const ask = table?.ask;
  if (!table || !ask || table.pending?.decision === ask.decision) return false;
  const { decision } = ask;
  store.set({ table: withPending(table, option, performance.now()) });
  try {
    await wire.request({ type: "act", table: table.id, decision, option });
    answered(table.id, decision, "ok");
    return true;
  } catch (fault) {
    const code = fault instanceof Refusal ? fault.code : "";
    answered(table.id, decision, CLOSED.has(code) ? "stale" : "refused");
    // Nobody knows whether it arrived: what the stream shows is the answer.
    if (code !== "unanswered") toast("error", sentence(fault));
    return false;
  }
}

/**
 * @param {string} id
 * @param {string} decision
 * @param {"ok" | "refused" | "stale"} answer
 */
function answered(id, decision, answer) {
  const { table } = store.get();
  if (table?.id === id) store.set({ table: withAnswer(table, decision, answer) });
}
