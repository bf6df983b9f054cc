/** Short messages over the screen, one at a time, and what the server has to say to everybody. */

import { Refusal } from "../net/wire.js";
import { has, t } from "../i18n.js";
import { store } from "./store.js";

/** @import {Frame} from "../net/wire.js" */

const SHOWN_MS = 5000;

let count = 0;

/**
 * Show a message for a few seconds.
 *
 * @param {"info" | "error"} kind
 * @param {string} text
 */
export function toast(kind, text) {
  const key = ++count;
  store.set({ toast: { kind, text, key } });
  setTimeout(() => {
    if (store.get().toast?.key === key) store.set({ toast: null });
  }, SHOWN_MS);
}

/** Take the message away. */
export function closeToast() {
  store.set({ toast: null });
}

/**
 * What the server has to say is shown until it is closed, or is true no longer.
 *
 * @param {Frame} frame
 * @param {number} at
 */
export function onNotice({ code, message, ends_ms: ends }, at) {
  const shown = store.get().notice?.code;
  if (code === "store_works") waitsNoLonger();
  else if (code !== "store_waits" || shown !== "shutting_down") {
    store.set({ notice: { code, message, ends: typeof ends === "number" ? at + ends : null } });
  }
}

/** Whether the game waits for the server's database: then nothing comes for a while. */
export function waits() {
  return store.get().notice?.code === "store_waits";
}

/** The game goes on, or is over. */
export function waitsNoLonger() {
  if (waits()) closeNotice();
}

/** Take what the server had to say away. */
export function closeNotice() {
  store.set({ notice: null });
}

/**
 * The sentence for a refusal, in the present language where there is one.
 *
 * @param {unknown} fault
 * @returns {string}
 */
export function sentence(fault) {
  if (!(fault instanceof Refusal)) return fault instanceof Error ? fault.message : String(fault);
  const key = `errors.${fault.code}`;
  return has(key) ? t(key) : fault.message;
}
