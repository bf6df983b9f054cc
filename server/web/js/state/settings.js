/**
 * Settings of this device, and the languages that there are. They are kept in localStorage; unknown
 * and broken values fall back to the default.
 */

/** @import {Lang, Settings} from "../types.js" */

const KEY = "jantaku.settings";

/** @type {Lang[]} */
export const LANGS = ["en", "ja", "zh-Hans", "zh-Hant"];

/** @type {Record<Lang, string>} Each in its own words, for the switch. */
export const LANG_NAMES = {
  en: "English",
  ja: "日本語",
  "zh-Hans": "简体中文",
  "zh-Hant": "繁體中文",
};

/**
 * Choose the language that suits the browser best.
 *
 * @param {readonly string[]} [wanted] language tags, best first
 * @returns {Lang}
 */
export function browserLang(wanted = globalThis.navigator?.languages ?? []) {
  for (const tag of wanted) {
    const lower = tag.toLowerCase();
    if (lower.startsWith("ja")) return "ja";
    if (lower.startsWith("zh")) return /hant|tw|hk|mo/.test(lower) ? "zh-Hant" : "zh-Hans";
    if (lower.startsWith("en")) return "en";
  }
  return "en";
}

/** @type {Record<string, string>} What each action of the table is on the keyboard (ui.md, "Keyboard"). */
export const DEFAULT_KEYS = {
  riichi: "r",
  chi: "c",
  pon: "p",
  kan: "k",
  win: "w",
  kita: "n",
  pass: "x",
  cancel: "q",
  auto: "a",
};

/** @returns {Settings} */
export function defaultSettings() {
  return {
    lang: browserLang(),
    yakuNames: "translated",
    volume: { main: 0.7, tiles: 1, voices: 1, alerts: 1 },
    tileSize: "M",
    faces: "ivory",
    theme: "green",
    indexMarks: false,
    redDots: true,
    twoTaps: null,
    oneRowHand: false,
    animations: true,
    rightClick: "pass",
    keyboard: true,
    keys: { ...DEFAULT_KEYS },
    keepAuto: false,
    autoSort: true,
    calledGap: "outline",
    showLog: true,
    vibrate: true,
  };
}

/**
 * Read the stored settings.
 *
 * @returns {Settings}
 */
export function loadSettings() {
  return settingsFrom(read(KEY));
}

/**
 * Settings as they were stored, here or in the account; what is not there is as usual.
 *
 * @param {any} stored
 * @returns {Settings}
 */
export function settingsFrom(stored) {
  const settings = defaultSettings();
  if (!stored) return settings;
  const merged = /** @type {any} */ (settings);
  for (const [name, value] of Object.entries(stored)) {
    const usual = merged[name];
    if (usual !== null && typeof usual === "object" && value !== null && typeof value === "object") {
      merged[name] = { ...usual, ...value };
    } else if (name in merged && (usual === null || typeof value === typeof usual)) {
      merged[name] = value;
    }
  }
  if (!LANGS.includes(settings.lang)) settings.lang = browserLang();
  return settings;
}

/** @param {Settings} settings */
export function saveSettings(settings) {
  write(KEY, settings);
}

/**
 * Read a JSON value from localStorage; null where there is none, or storage is forbidden.
 *
 * @param {string} key
 * @returns {any}
 */
export function read(key) {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Write a JSON value to localStorage; where storage is forbidden the page forgets it.
 *
 * @param {string} key
 * @param {unknown} value undefined removes it
 */
export function write(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Private windows of some browsers refuse; the session goes on without memory.
  }
}
