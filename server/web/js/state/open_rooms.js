/** Rooms that stand in the public list, and rules that the account has saved. */

import { Refusal } from "../net/wire.js";
import { signIn, wire } from "./session.js";
import { store } from "./store.js";

/** @import {ListedRoom, Rules, RuleSet} from "../types.js" */

/** @typedef {{players?: number, length?: string, preset?: string, password?: boolean, free?: boolean, text?: string}} RoomFilter */

/**
 * The public rooms that wait, newest first. Who has no account yet sees them too.
 *
 * @param {RoomFilter} filter
 * @param {number} limit
 * @returns {Promise<{rooms: ListedRoom[], total: number}>} rejected with a `Refusal`
 */
export async function openRooms(filter, limit) {
  if (store.get().status !== "idle") {
    const { rooms, total } = await wire.request({ type: "list_rooms", filter, limit });
    return { rooms, total };
  }
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(filter)) query.set(name, typeof value === "boolean" ? String(Number(value)) : String(value));
  const answer = await fetch(`/api/rooms?${query}`);
  if (!answer.ok) throw new Refusal("unavailable", `/api/rooms: ${answer.status}`);
  return answer.json();
}

/** @returns {Promise<RuleSet[]>} by name; rejected with a `Refusal` */
export async function ruleSets() {
  return store.get().status === "idle" ? [] : (await wire.request({ type: "list_rules" })).sets;
}

/**
 * Keep rules under a name; the same name again replaces them.
 *
 * @param {string} name
 * @param {Rules} rules
 * @returns {Promise<void>} rejected with a `Refusal`; `field` is like `rules.kuikae`, or `name`
 */
export async function saveRules(name, rules) {
  await signIn(null);
  await wire.request({ type: "save_rules", name, rules });
}

/**
 * @param {string} name
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function deleteRules(name) {
  await wire.request({ type: "delete_rules", name });
}
