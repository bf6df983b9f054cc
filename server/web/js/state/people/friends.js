/** Friends in the store: asking for them, keeping the list as the server says, and what one can do. */

import { t } from "../../i18n.js";
import { go } from "../../router.js";
import { done } from "../actions.js";
import { wire } from "../session.js";
import { store } from "../store.js";
import { toast } from "../toasts.js";
import { onFrames } from "../unasked.js";

/** @import {Friend, Friends, Invitation, Person} from "../../types.js" */
/** @import {Frame} from "../../net/wire.js" */

/** Ask for the list at each welcome; from then on the server tells what changes. */
export function startFriends() {
  onFrames(["friend", "invitation"], (frame) => {
    if (frame.type === "friend") onFriend(frame);
    else store.set({ invitation: /** @type {Invitation} */ (/** @type {unknown} */ (frame)) });
  });
  refreshFriends().catch(() => {});
}

export async function refreshFriends() {
  const { friends, asks_you, asked } = await wire.request({ type: "get_friends" });
  store.set({ friends: { friends, asks_you, asked } });
}

/** @param {Frame} frame */
function onFriend({ account, name, relation, state }) {
  const { friends: known } = store.get();
  if (!known) return;
  const isNew = relation === "asks_you" && !known.asks_you.some((person) => person.account === account);
  store.set({ friends: changed(known, { account, name }, relation, state) });
  if (isNew) toast("info", t("friends.asks", { name }));
}

/**
 * The lists after somebody has become something else, or does something else.
 *
 * @param {Friends} known
 * @param {Person} person
 * @param {"friend" | "asked" | "asks_you" | "none"} relation
 * @param {Friend["state"] | null} state
 * @returns {Friends}
 */
function changed(known, person, relation, state) {
  const without = (/** @type {any[]} */ list) => list.filter(({ account }) => account !== person.account);
  const [friends, asks_you, asked] = [without(known.friends), without(known.asks_you), without(known.asked)];
  if (relation === "friend") friends.push({ ...person, state: state ?? "offline" });
  else if (relation === "asks_you") asks_you.push(person);
  else if (relation === "asked") asked.push(person);
  for (const list of [friends, asks_you, asked]) list.sort((a, b) => a.name.localeCompare(b.name));
  return { friends, asks_you, asked };
}

/**
 * Ask somebody by name, or by the id of the account.
 *
 * @param {string} text
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function askFriend(text) {
  await wire.request({ type: "friend_ask", ...whom(text) });
}

/** Ids are sixteen digits of base 16. @param {string} text */
function whom(text) {
  return /^[0-9a-f]{16}$/.test(text) ? { account: text } : { name: text };
}

/** @param {string} account */
export function accept(account) {
  return done({ type: "friend_accept", account });
}

/** @param {string} account */
export function decline(account) {
  return done({ type: "friend_decline", account });
}

/** @param {string} account */
export function removeFriend(account) {
  return done({ type: "friend_remove", account });
}

/** Invite a friend into the room in which we sit. @param {Person} friend */
export async function invite({ account, name }) {
  const invited = await done({ type: "invite", account });
  if (invited) toast("info", t("friends.invited", { name }));
  return invited;
}

/** @returns {Promise<Person[]>} whom we have blocked; rejected with a `Refusal` */
export async function blocks() {
  return (await wire.request({ type: "get_blocks" })).blocked;
}

/**
 * Have nothing to do with somebody, by name or by id.
 *
 * @param {string} text
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function block(text) {
  await wire.request({ type: "block", ...whom(text) });
}

/** @param {string} account */
export function unblock(account) {
  return done({ type: "unblock", account });
}

/** Follow an invitation: into the room, out of the one in which we sit. */
export async function follow() {
  const { invitation, room } = store.get();
  store.set({ invitation: null });
  if (!invitation) return;
  if (room && room.code !== invitation.code && !(await done({ type: "leave_room" }))) return;
  if (room && room.code !== invitation.code) store.set({ room: null });
  go(room?.code === invitation.code ? `/room/${room.code}` : `/j/${invitation.code}`);
}

/** Say nothing to an invitation. */
export function ignore() {
  store.set({ invitation: null });
}
