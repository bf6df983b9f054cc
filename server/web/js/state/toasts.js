/** Short messages over the screen, one at a time. */

import { Refusal } from "../net/wire.js";
import { has, t } from "../i18n.js";
import { store } from "./store.js";

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
