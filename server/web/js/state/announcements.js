/** What those who run the server tell everybody: shown until somebody closes it. */

import { read, write } from "./settings.js";
import { store } from "./store.js";
import { onFrames } from "./unasked.js";

/** @import {Announcement} from "../types.js" */

const KEY = "jantaku.announced";
/** How many closed ones are remembered. */
const KEPT = 50;

/** Listen; called at each welcome. */
export function startAnnouncements() {
  onFrames(["announcement"], (frame) => {
    const told = /** @type {Announcement} */ (/** @type {unknown} */ (frame));
    const { announcements } = store.get();
    if (closed().includes(told.key) || announcements.some(({ key }) => key === told.key)) return;
    store.set({ announcements: [...announcements, told] });
  });
}

/** @param {string} key of one that need not be shown again */
export function closeAnnouncement(key) {
  write(KEY, [...closed(), key].slice(-KEPT));
  store.set({ announcements: store.get().announcements.filter((told) => told.key !== key) });
}

/** @returns {string[]} */
function closed() {
  const keys = read(KEY);
  return Array.isArray(keys) ? keys : [];
}
