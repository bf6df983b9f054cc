/** What a friend is doing. */

import { t } from "../../i18n.js";
import { html } from "../html.js";

/** @import {Friend, FriendState} from "../../types.js" */

/** @type {FriendState[]} Who is here comes first. */
const ORDER = ["online", "room", "queue", "playing", "offline"];

/** @param {Friend[]} friends @returns {Friend[]} */
export function byPresence(friends) {
  return [...friends].sort((a, b) => Number(a.state === "offline") - Number(b.state === "offline") || ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.name.localeCompare(b.name));
}

/** @param {{state: FriendState}} props */
export function Presence({ state }) {
  return html`<span class=${`presence ${state}`} data-state=${state}><i aria-hidden="true"></i>${t(`friends.state.${state}`)}</span>`;
}
