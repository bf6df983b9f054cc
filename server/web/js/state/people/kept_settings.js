/**
 * The settings of this browser, kept in the account too: whoever signs in elsewhere has them there. What was
 * changed here and has not reached the account counts more than what the account has.
 */

import { useWords } from "../../i18n.js";
import { wire } from "../session.js";
import { read, saveSettings, settingsFrom, write } from "../settings.js";
import { store } from "../store.js";

/** @import {Settings} from "../../types.js" */

/** Which account has not heard of the latest changes. */
const UNSAID = "jantaku.settingsUnsaid";
/** Who moves a slider is waited for (ms). */
const REST_MS = 1500;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** The settings of this browser have changed. */
export function settingsChanged() {
  const { me } = store.get();
  if (!me?.registered) return;
  write(UNSAID, me.account);
  clearTimeout(resting);
  resting = setTimeout(() => say().catch(() => {}), REST_MS);
}

/** Bring this browser and the account together, at each welcome. */
export async function meetSettings() {
  const { me } = store.get();
  if (!me?.registered) return;
  if (read(UNSAID) === me.account) {
    await say();
    return;
  }
  const { settings: kept } = await wire.request({ type: "get_settings" });
  if (store.get().me?.account !== me.account) return;
  // An account that has none yet, new or never changed, takes those of this browser.
  if (Object.keys(kept).length === 0) await say();
  else await use(settingsFrom(kept));
}

async function say() {
  clearTimeout(resting);
  const { me, settings } = store.get();
  if (!me?.registered) return;
  await wire.request({ type: "set_settings", settings });
  if (store.get().settings === settings) write(UNSAID, undefined);
}

/** @param {Settings} settings */
async function use(settings) {
  if (JSON.stringify(settings) === JSON.stringify(store.get().settings)) return;
  if (settings.lang !== store.get().settings.lang) await useWords(settings.lang);
  saveSettings(settings);
  store.set({ settings });
}
