/**
 * Addresses and screens. Every screen has an address; Back and reload work.
 *
 *     /  /create  /settings  /records  /live  /rooms  /account  /login  /recover  /friends
 *     /leaderboard  /profile  /profile/ACCOUNT
 *     /j/CODE  /room/CODE  /table/ID  /watch/ID  /r/ID
 */

import { useEffect, useState } from "preact/hooks";

/**
 * @typedef {"home" | "create" | "settings" | "records" | "live" | "rooms" | "account" | "login" | "recover" | "friends" | "leaderboard" | "profile"} PlainPage
 * @typedef {{page: PlainPage | "missing", id: null}
 *   | {page: "join" | "room" | "table" | "watch" | "record" | "profile", id: string}} Route
 */

/** @type {PlainPage[]} */
const PLAIN = ["create", "settings", "records", "live", "rooms", "account", "login", "recover", "friends", "leaderboard", "profile"];

/** @type {Record<string, "join" | "room" | "table" | "watch" | "record" | "profile">} */
const WITH_ID = { j: "join", room: "room", table: "table", watch: "watch", r: "record", profile: "profile" };

/**
 * @param {string} path
 * @returns {Route}
 */
export function parse(path) {
  const [first = "", id, ...rest] = path.split("/").slice(1);
  if (rest.length === 0) {
    if (id === undefined) {
      if (first === "") return { page: "home", id: null };
      const plain = PLAIN.find((page) => page === first);
      if (plain) return { page: plain, id: null };
    } else if (first in WITH_ID && id !== "") {
      return { page: WITH_ID[first], id: decodeURIComponent(id) };
    }
  }
  return { page: "missing", id: null };
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {(() => Promise<boolean>) | null} */
let guard = null;

let shown = globalThis.location?.pathname ?? "/";

/** @returns {Route} */
export function route() {
  return parse(shown);
}

/**
 * Show another screen.
 *
 * @param {string} path
 * @param {{replace?: boolean}} [how] `replace`: Back skips the screen that is left
 */
export function go(path, { replace = false } = {}) {
  if (path === shown) return;
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  show(path);
}

/**
 * Ask before Back leaves this screen. The guard goes with the screen; it does not hold `go`.
 *
 * @param {(() => Promise<boolean>) | null} ask resolves to whether to leave
 */
export function setGuard(ask) {
  guard = ask;
}

/** Follow the browser's Back and Forward. Called once, by boot. */
export function startRouter() {
  addEventListener("popstate", () => {
    const wanted = location.pathname;
    if (wanted === shown) return;
    if (!guard) {
      show(wanted);
      return;
    }
    // Back has moved already: stand where we were until the answer is there.
    history.pushState(null, "", shown);
    guard().then((leave) => {
      if (leave) go(wanted);
    });
  });
}

/**
 * The present route, in a component that is to be drawn again when it changes.
 *
 * @returns {Route}
 */
export function useRoute() {
  const [path, setPath] = useState(shown);
  useEffect(() => {
    const listener = () => setPath(shown);
    listener();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return parse(path);
}

/** @param {string} path */
function show(path) {
  shown = path;
  guard = null;
  for (const listener of [...listeners]) listener();
}
