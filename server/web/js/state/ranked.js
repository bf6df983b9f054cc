/** Ranked play: the queue in which one waits, the match, and what a game has done to one's rank. */

import { sound } from "../audio.js";
import { t } from "../i18n.js";
import { done } from "./actions.js";
import { wire } from "./session.js";
import { store } from "./store.js";
import { toast } from "./toasts.js";
import { onFrames } from "./unasked.js";

/** @import {QueueName, Queued, Queues, RankChange} from "../types.js" */
/** @import {Frame} from "../net/wire.js" */

/** How long the title of the page says that a match was found (ms). */
const FLASH_MS = 8000;

let begun = false;

/** Listen to what concerns ranked play; called at each welcome. */
export function startRanked() {
  if (begun) return;
  begun = true;
  onFrames(["queue", "match_found", "rank_change"], (frame, at) => {
    if (frame.type === "queue") onQueue(frame, at);
    else if (frame.type === "match_found") onMatch();
    else store.set({ rankChange: /** @type {RankChange} */ (/** @type {unknown} */ (frame)) });
  });
}

/**
 * @param {Frame} frame
 * @param {number} at
 */
function onQueue({ queue, tier, waiting, waited_s, estimate_s }, at) {
  /** @type {Queued} */
  const queued = { queue, tier, waiting, since: at - 1000 * waited_s, estimate: estimate_s };
  store.set({ queued });
}

/** The table opens by itself; whoever looks elsewhere hears and sees that it does. */
function onMatch() {
  store.set({ queued: null });
  sound("found");
  toast("info", t("ui.match_found"));
  if (document.visibilityState === "visible") return;
  const title = document.title;
  document.title = `★ ${t("ui.match_found")} ★`;
  const back = () => {
    if (document.title.startsWith("★")) document.title = title;
  };
  document.addEventListener("visibilitychange", back, { once: true });
  setTimeout(back, FLASH_MS);
}

/** @returns {Promise<Queues>} rejected with a `Refusal` */
export async function listQueues() {
  return /** @type {Queues} */ (/** @type {unknown} */ (await wire.request({ type: "list_queues" })));
}

/**
 * Wait for a game.
 *
 * @param {QueueName} queue
 * @param {string} tier
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function joinQueue(queue, tier) {
  const answer = await wire.request({ type: "join_queue", queue, tier });
  onQueue(answer, performance.now());
}

/** Wait no longer. Whoever has found opponents meanwhile is told so. */
export async function leaveQueue() {
  await done({ type: "leave_queue" });
  store.set({ queued: null });
}
