/**
 * The state of the app: one value, replaced and never changed in place.
 */

import { useEffect, useReducer, useRef } from "preact/hooks";

import { loadSettings } from "./settings.js";

/** @import {AppState} from "../types.js" */

/**
 * @template S
 * @typedef {{
 *   get: () => S,
 *   set: (patch: Partial<S>) => void,
 *   subscribe: (listener: () => void) => () => void,
 * }} Store
 */

/**
 * Make a store. `subscribe` returns what ends the subscription.
 *
 * @template {object} S
 * @param {S} initial
 * @returns {Store<S>}
 */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  return {
    get: () => state,
    set(patch) {
      state = { ...state, ...patch };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @type {AppState} */
const INITIAL = {
  status: "idle",
  problem: null,
  me: null,
  room: null,
  table: null,
  watching: null,
  friends: null,
  invitation: null,
  queued: null,
  announcements: [],
  rankChange: null,
  catalogue: null,
  settings: loadSettings(),
  toast: null,
  notice: null,
  rtt: null,
  seatIn: null,
};

export const store = createStore(INITIAL);

/**
 * Use a part of the app's state in a component; it is drawn again when that part is another value.
 * The selector must not build a new object each time.
 *
 * @template T
 * @param {(state: AppState) => T} selector
 * @returns {T}
 */
export function useStore(selector) {
  const [, redraw] = useReducer((/** @type {number} */ n) => n + 1, 0);
  const value = selector(store.get());
  const latest = useRef({ selector, value });
  latest.current = { selector, value };
  useEffect(() => {
    const check = () => {
      const { selector: select, value: shown } = latest.current;
      if (!Object.is(select(store.get()), shown)) redraw(0);
    };
    check();
    return store.subscribe(check);
  }, []);
  return value;
}
