/**
 * The words of the interface. Two files a language: `i18n/*.json` for the first screens and the table,
 * `i18n/more/*.json` for those that come later. Flat dotted keys; values may hold `{name}` places. A key that a
 * language lacks is a fault that the tests catch.
 */

import { store, useStore } from "./state/store.js";

/** @import {Lang} from "./types.js" */

/** @type {Partial<Record<Lang, Promise<Record<string, string>>>>} What early.js asks for is on its way. */
const loading = { .../** @type {any} */ (globalThis).earlyWords };

/** @type {Partial<Record<Lang, Promise<Record<string, string>>>>} */
const loadingMore = {};

/** Whether a screen was wanted that needs the other words. */
let wantsMore = false;

/** @type {Lang} The language that was asked for last. */
let wanted = store.get().settings.lang;

/** @type {Record<string, string>} */
let words = {};

/** @type {Set<string>} */
const missing = new Set();

/**
 * Load the words of a language and use them from now on.
 *
 * @param {Lang} lang
 * @returns {Promise<void>} rejected when they cannot be loaded; the old words stay
 */
export async function useWords(lang) {
  wanted = lang;
  loading[lang] ??= load(lang);
  if (wantsMore) loadingMore[lang] ??= load(`more/${lang}`);
  try {
    const [first, more] = await Promise.all([loading[lang], loadingMore[lang]]);
    if (wanted !== lang) return;
    words = { ...first, ...more };
  } catch (fault) {
    delete loading[lang];
    delete loadingMore[lang];
    throw fault;
  }
  document.documentElement.lang = lang;
}

/**
 * Have the words of the later screens too, from now on in every language.
 *
 * @returns {Promise<void>} rejected when they cannot be loaded
 */
export function moreWords() {
  wantsMore = true;
  return useWords(wanted);
}

/**
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
async function load(name) {
  const answer = await fetch(import.meta.resolve(`../i18n/${name}.json`));
  if (!answer.ok) throw new Error(`i18n/${name}.json: ${answer.status}`);
  return answer.json();
}

// The page starts this module before all others, so that the words come along with them.
useWords(store.get().settings.lang).catch(() => {});

/**
 * The words for a key in the present language. With `count` 1, `KEY.one` is taken where it exists.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [params] what goes into the `{places}`
 * @returns {string}
 */
export function t(key, params) {
  const one = params?.count === 1 ? words[`${key}.one`] : undefined;
  const text = one ?? words[key];
  if (text === undefined) {
    if (!missing.has(key)) console.error(`no words for ${key}`);
    missing.add(key);
    return key;
  }
  if (!params) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
}

/**
 * The words in use, as something to compare: other ones are another object.
 *
 * @returns {object}
 */
export function wordsNow() {
  return words;
}

/**
 * Whether the present language has this key: for names that the server may add to.
 *
 * @param {string} key
 */
export function has(key) {
  return key in words;
}

/**
 * The present language, in a component that is to be drawn again when it changes.
 *
 * @returns {Lang}
 */
export function useLang() {
  return useStore((state) => state.settings.lang);
}
