/**
 * What a person can do. Each sends what it must and returns when the server has answered. A refusal
 * is shown as a toast, and the promise resolves to false; where a form shows faults at its fields
 * (`createRoom`, `joinRoom`, `setRules`, `rename`), the `Refusal` is thrown to it instead.
 */

import { useWords } from "../i18n.js";
import { Refusal } from "../net/wire.js";
import { go } from "../router.js";
import { keepInAccount, loadedTables, signIn, wire } from "./session.js";
import { saveSettings } from "./settings.js";
import { store } from "./store.js";
import { sentence, toast } from "./toasts.js";

/** @import {AutoOrders, BotLevel, Lang, Length, RoomEdit, RoomWish, Rules, Seat, Settings, Stamp} from "../types.js" */
/** @import {Message} from "../net/wire.js" */

export { signIn } from "./session.js";

/**
 * Send a request whose refusal is shown as a toast.
 *
 * @param {Message} message
 * @returns {Promise<boolean>} whether it was carried out
 */
export async function done(message) {
  try {
    await wire.request(message);
    return true;
  } catch (fault) {
    toast("error", sentence(fault));
    return false;
  }
}

// Lobby

/**
 * Quick play: a room of one's own, filled with bots, started at once.
 *
 * @param {{players: 3 | 4, length: Length, level: BotLevel, name?: string | null, rules?: Partial<Rules>}} wish
 *   `name`: for a first visit
 * @returns {Promise<boolean>}
 */
export async function playBots({ players, length, level, name = null, rules = {} }) {
  try {
    await signIn(name);
    const preset = players === 3 ? "majsoul_3p" : "majsoul_friend_4p";
    await wire.request({ type: "create_room", rules: { preset, length, cpu_level: level, ...rules } });
    await wire.request({ type: "ready", ready: true });
    await wire.request({ type: "start_room", fill: true });
    return true;
  } catch (fault) {
    toast("error", sentence(fault));
    return false;
  }
}

/**
 * Open a room and go there.
 *
 * @param {RoomWish} wish
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function createRoom(wish) {
  await signIn(null);
  const room = await wire.request({ type: "create_room", ...wish });
  go(`/room/${room.code}`);
}

/**
 * Sit down in a room and go there.
 *
 * @param {string} code
 * @param {string} [password]
 * @param {string | null} [name] for a first visit
 * @returns {Promise<void>} rejected with a `Refusal`; `wrong_password` also when one is needed
 */
export async function joinRoom(code, password, name = null) {
  await signIn(name);
  const room = await wire.request({ type: "join_room", code, ...(password ? { password } : {}) });
  go(`/room/${room.code}`, { replace: true });
}

/**
 * Take another name.
 *
 * @param {string} name
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function rename(name) {
  if (!store.get().me?.registered) {
    await signIn(name);
    return;
  }
  // The name of a registered account is its own: a hello does not change it.
  const { name: kept } = await wire.request({ type: "rename", name });
  const { me } = store.get();
  if (me) store.set({ me: { ...me, name: kept } });
}

// Room

/** Get up, and go to the lobby. */
export async function leaveRoom() {
  const left = await done({ type: "leave_room" });
  if (left) {
    store.set({ room: null });
    go("/", { replace: true });
  }
  return left;
}

/** Close the room for everybody. */
export function dismissRoom() {
  return done({ type: "dismiss_room" });
}

/** @param {boolean} ready */
export function setReady(ready) {
  return done({ type: "ready", ready });
}

/**
 * Replace the rules of the room.
 *
 * @param {Rules} rules
 * @returns {Promise<void>} rejected with a `Refusal`; `field` is like `rules.kuikae`
 */
export async function setRules(rules) {
  await wire.request({ type: "set_rules", rules });
}

/**
 * @param {BotLevel} level
 * @param {Seat} [seat]
 */
export function addBot(level, seat) {
  return done({ type: "add_bot", level, ...(seat === undefined ? {} : { seat }) });
}

/** @param {Seat} seat */
export function removeSeat(seat) {
  return done({ type: "remove_seat", seat });
}

/** Sit on another seat, which is empty or a bot's. @param {Seat} seat */
export function takeSeat(seat) {
  return done({ type: "take_seat", seat });
}

/** Send a person away for good. @param {Seat} seat */
export function blockSeat(seat) {
  return done({ type: "block_seat", seat });
}

/** Let somebody come back. @param {number} block */
export function liftBlock(block) {
  return done({ type: "lift_block", block });
}

/** Draw all seats anew. */
export function shuffleSeats() {
  return done({ type: "shuffle_seats" });
}

/**
 * Change what is given of the room.
 *
 * @param {RoomEdit} edit
 * @returns {Promise<void>} rejected with a `Refusal`
 */
export async function editRoom(edit) {
  await wire.request({ type: "edit_room", ...edit });
}

/** Want another game, and be ready for it. @param {"kept" | "shuffled"} seats */
export function rematch(seats) {
  return done({ type: "rematch", seats });
}

/** @param {Seat} seat */
export function giveHost(seat) {
  return done({ type: "give_host", seat });
}

/** @param {boolean} fill whether bots take the empty seats */
export function startRoom(fill) {
  return done({ type: "start_room", fill });
}

// Table

/**
 * Choose an option of the open ask. Nothing happens when it was answered already.
 *
 * @param {number} option index into `ask.options`
 * @returns {Promise<boolean>} whether the server took it
 */
export function act(option) {
  // At once: the tile rises in this frame, and a second press finds the first.
  return loadedTables()?.act(option) ?? Promise.resolve(false);
}

/**
 * Send a message about the table at which we sit.
 *
 * @param {Message} message
 */
function atTable(message) {
  const { table } = store.get();
  return table ? done({ ...message, table: table.id }) : Promise.resolve(false);
}

/** @param {Partial<AutoOrders>} orders those that change */
export function setAuto(orders) {
  return atTable({ type: "auto", ...orders });
}

/** Done with looking at the result of the round. */
export function confirmRound() {
  return atTable({ type: "confirm" });
}

/** @param {Stamp} stamp */
export function say(stamp) {
  return atTable({ type: "say", stamp });
}

/**
 * @param {Seat} seat
 * @param {boolean} [muted]
 */
export async function mute(seat, muted = true) {
  const heard = await atTable({ type: "mute", seat, muted });
  const { table } = store.get();
  if (heard && table) {
    const others = table.muted.filter((other) => other !== seat);
    store.set({ table: { ...table, muted: muted ? [...others, seat] : others } });
  }
  return heard;
}

/** @param {boolean} agree */
export function voteEnd(agree) {
  return atTable({ type: "vote_end", agree });
}

/** Ask for a pause, or answer who asks. @param {boolean} agree */
export function votePause(agree) {
  return atTable({ type: "vote_pause", agree });
}

/** Ask to go on after a pause, or answer who asks. @param {boolean} agree */
export function voteResume(agree) {
  return atTable({ type: "vote_resume", agree });
}

/** Leave the table's screen: to the room if there is one, else to the lobby. The game is not left. */
export function leaveTable() {
  const { room, table } = store.get();
  if (table && (table.result || table.over)) store.set({ table: null });
  go(room ? `/room/${room.code}` : "/", { replace: true });
}

// This device

/**
 * @param {Partial<Settings>} patch
 */
export function setSettings(patch) {
  const settings = { ...store.get().settings, ...patch };
  saveSettings(settings);
  store.set({ settings });
  keepInAccount();
}

/**
 * Change the language; every text follows.
 *
 * @param {Lang} lang
 */
export async function setLang(lang) {
  try {
    await useWords(lang);
    setSettings({ lang });
  } catch (fault) {
    toast("error", sentence(fault));
  }
}

/** Load the rule catalogue once; the store has it then. */
export async function loadCatalogue() {
  if (store.get().catalogue) return;
  try {
    const answer = await fetch("/api/rules");
    if (!answer.ok) throw new Refusal("unavailable", `/api/rules: ${answer.status}`);
    store.set({ catalogue: await answer.json() });
  } catch (fault) {
    toast("error", sentence(fault));
  }
}
