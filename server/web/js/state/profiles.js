/** Players as others see them, and who leads. */

import { wire } from "./session.js";

/** @import {Leaderboard, Profile} from "../types.js" */

/**
 * @param {string | null} account null: one's own
 * @returns {Promise<Profile>} rejected with a `Refusal`
 */
export async function getProfile(account) {
  const answer = await wire.request({ type: "get_profile", ...(account === null ? {} : { account }) });
  return /** @type {Profile} */ (/** @type {unknown} */ (answer));
}

/**
 * @param {"4p" | "3p"} kind
 * @param {"rank" | "rating"} by
 * @param {number} after how many places to leave out
 * @param {number} limit
 * @returns {Promise<Leaderboard>} rejected with a `Refusal`
 */
export async function getLeaderboard(kind, by, after, limit) {
  const answer = await wire.request({ type: "get_leaderboard", kind, by, after, limit });
  return /** @type {Leaderboard} */ (/** @type {unknown} */ (answer));
}
