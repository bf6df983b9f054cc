/**
 * What the connection means for the app: who we are, which room, which table. Frames go into the
 * store here and nowhere else.
 */

import { Refusal, Wire } from "../net/wire.js";
import { go, route } from "../router.js";
import { read, write } from "./settings.js";
import { store } from "./store.js";
import { closeNotice, onNotice, toast, waits, waitsNoLonger } from "./toasts.js";
import { taken } from "./unasked.js";
import { has, t } from "../i18n.js";

/** @import {Room} from "../types.js" */
/** @import {Frame, Message} from "../net/wire.js" */

const TOKEN = "jantaku.token";
const CLIENT = "jantaku.client";

/** The header by which a request over HTTP is ours: some records are only for those who played. */
export function bearer() {
  const token = read(TOKEN);
  return token ? { Authorization: `Bearer ${token}` } : undefined;
}

/** Whether the token is that of a registered account, which is not lost with it. */
const REGISTERED = "jantaku.registered";

/** @type {string | null} A name to take at the next hello. */
let wantedName = null;

/** @type {{name: string, password: string} | null} Whom to be on the next connection. */
let wantedLogin = null;

/** @type {string | null} With what we have come in. */
let usedToken = null;

export const wire = new Wire(
  {
    open: () => new WebSocket(socketAddress(), "jantaku.v1"),
    now: () => performance.now(),
    random: Math.random,
    later: (run, ms) => window.setTimeout(run, ms),
    cancel: (timer) => window.clearTimeout(timer),
  },
  {
    greet,
    frame: onFrame,
    status: (status, problem) => store.set({ status, problem }),
    rtt: (rtt) => store.set({ rtt }),
    stillOpen,
    waits,
  },
  // Ids may not come twice from one client, also after a reload: the clock only goes up.
  Date.now(),
);

/** Go on as the account that this browser knows; without one, wait for the first press. */
export function resume() {
  addEventListener("online", () => wire.probe());
  addEventListener("pageshow", () => wire.probe());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") wire.probe();
  });
  addEventListener("storage", (event) => {
    if (event.key === TOKEN) onOtherPage();
  });
  if (read(TOKEN)) wire.start();
}

/** Another page of this browser has signed in, or out: follow it, but do not take the account from it. */
function onOtherPage() {
  if (!read(TOKEN)) signedOut();
  else if (store.get().status === "idle") store.set({ status: "elsewhere" });
}

/**
 * Keep a token, in place of the one before.
 *
 * @param {string} token
 * @param {boolean} registered
 */
export function keepToken(token, registered) {
  write(TOKEN, token);
  write(REGISTERED, registered || undefined);
  usedToken = token;
}

/** Be nobody in this browser: the account stays with the server, its token does not stay here. */
export function signedOut() {
  wire.stop();
  write(TOKEN, undefined);
  write(REGISTERED, undefined);
  usedToken = null;
  store.set({ status: "idle", problem: null, me: null, room: null, table: null, seatIn: null, friends: null, invitation: null, queued: null });
}

/**
 * Be a registered account, in this browser from now on.
 *
 * @param {string} name
 * @param {string} password
 * @returns {Promise<void>} rejected with a `Refusal`; then we are who we were
 */
export async function logIn(name, password) {
  if (!wire.running) {
    wantedLogin = { name, password };
    await letIn();
    return;
  }
  const welcome = await wire.request({ type: "login", name, password });
  store.set({ friends: null, invitation: null, watching: null, table: null });
  await welcomed(welcome, (message) => wire.request(message));
}

/**
 * Be somebody: a guest of this name if the browser knows no account, else the account under it.
 *
 * @param {string | null} name null: as it is
 * @returns {Promise<void>} rejected with a `Refusal` when the name is not allowed
 */
export async function signIn(name) {
  const { me, status } = store.get();
  if (name !== null && name !== me?.name) wantedName = name;
  if (status === "online" && wantedName === null) return;
  await letIn();
}

/** @type {((fault: Refusal) => void) | null} Tells whoever waits to be let in that the server does not. */
let turnedAway = null;

/** Connect, and wait for the welcome. Rejected with a `Refusal` when there is none. */
function letIn() {
  return new Promise((resolve, reject) => {
    const end = store.subscribe(() => {
      if (store.get().status !== "online") return;
      end();
      turnedAway = null;
      resolve(undefined);
    });
    turnedAway = (fault) => {
      end();
      turnedAway = null;
      reject(fault);
    };
    if (wire.running && wantedName !== null) wire.restart();
    else wire.start();
  });
}

/** Say hello, take up the running table. The first thing on each new connection. */
async function greet() {
  const token = read(TOKEN);
  const who = { client: clientId(), lang: store.get().settings.lang };
  // A server that is about to stop says so again after its welcome.
  closeNotice();
  /** @type {Frame} */
  let welcome;
  try {
    usedToken = token;
    welcome = await wire.greeting(
      wantedLogin
        ? { type: "login", client: who.client, ...wantedLogin }
        : { type: "hello", ...who, ...(token ? { token } : {}), ...(wantedName !== null ? { name: wantedName } : {}) },
    );
  } catch (fault) {
    if (fault instanceof Refusal && fault.code !== "offline") notWelcome(fault, token !== null);
    throw fault;
  }
  wantedName = wantedLogin = null;
  await welcomed(welcome, (message) => wire.greeting(message));
}

/**
 * @param {Refusal} fault
 * @param {boolean} known whether this browser has an account
 */
function notWelcome(fault, known) {
  if (fault.code === "bad_token") {
    // A guest that the server has forgotten (another database) begins anew; who has a password uses it.
    if (read(REGISTERED)) onSignedOut();
    else write(TOKEN, undefined);
  } else if (fault.code === "banned") {
    wire.stop();
    store.set({ status: "failed", problem: fault.message });
  } else if (wantedName !== null || wantedLogin) {
    wantedName = wantedLogin = null;
    if (!known) {
      wire.stop();
      store.set({ status: "idle" });
    }
  } else {
    return;
  }
  turnedAway?.(fault);
}

/** The token was made void: another device has changed the password, or signed out everywhere. */
function onSignedOut() {
  signedOut();
  toast("info", t("ui.signed_out"));
}

/**
 * @param {Frame} welcome
 * @param {(message: Message) => Promise<Frame>} send
 */
async function welcomed(welcome, send) {
  const registered = welcome.registered === true;
  if (welcome.token) keepToken(welcome.token, registered);
  else write(REGISTERED, registered || undefined);
  if (registered) loadPeople();
  // Guests may be ranked, too, where a server is set up so.
  import("./ranked.js").then(({ startRanked }) => startRanked()).catch(() => {});
  import("./announcements.js").then(({ startAnnouncements }) => startAnnouncements()).catch(() => {});
  const { table } = store.get();
  const seatIn = welcome.seat_in;
  store.set({
    me: { account: welcome.account, name: welcome.name, registered },
    seatIn,
    ...(welcome.room === null ? { room: null } : {}),
    ...(welcome.queue ? {} : { queued: null }),
    // A game that ended while we were away: what is on the screen stays, but nothing more will come.
    ...(table && !seatIn && !table.result ? { table: { ...table, over: true, ask: null, pending: null } } : {}),
  });
  if (seatIn) {
    await loadTables();
    await tables?.sync(seatIn.table, send);
  }
  // Our room comes by itself after the welcome; screens need not know the moment before.
  if (welcome.room !== null && store.get().room?.code !== welcome.room) {
    await new Promise((resolve) => {
      roomCame = resolve;
    });
  }
}

/** @type {(value: unknown) => void} */
let roomCame = () => {};

/** @param {Message} message */
function stillOpen(message) {
  return message.type !== "act" || store.get().table?.ask?.decision === message.decision;
}

/**
 * @param {Frame} frame
 * @param {number} at
 */
function onFrame(frame, at) {
  if (frame.type === "room") {
    onRoom(/** @type {Room} */ (/** @type {unknown} */ (frame)), store.get().room);
  } else if (frame.type === "room_closed") {
    onRoomClosed(frame, store.get().room);
  } else if (frame.type === "notice") {
    onNotice(frame, at);
  } else if (frame.type === "error") {
    if (frame.id === null) toast("error", frame.message);
  } else if (frame.type === "bye") {
    onBye(frame);
  } else if (!taken(frame, at) && "table" in frame && !onlooker?.(frame, at)) {
    if (frame.type === "table_over") waitsNoLonger();
    if (tables) tables.onFrame(frame, at);
    else early.push([frame, at]);
    loadTables();
  }
}

/**
 * The server hangs up for a reason that coming back does not change.
 *
 * @param {Frame} frame
 */
function onBye({ code, message }) {
  if (code === "banned") {
    wire.stop();
    store.set({ status: "failed", problem: message });
  } else if (code === "logged_out" && read(TOKEN) === usedToken) {
    // Otherwise another page of this browser has the token that counts now.
    onSignedOut();
  }
}

/** @type {typeof import("./people/start.js") | null} */
let people = null;

/** What registered accounts have beside guests: loaded with the first one. */
export function loadPeople() {
  // Without it there are no friends to see, and nothing else: the next welcome tries again.
  import("./people/start.js")
    .then((loaded) => {
      people = loaded;
      people.startPeople();
    })
    .catch(() => {});
}

/** The settings of this browser have changed: a registered account keeps them. */
export function keepInAccount() {
  people?.settingsChanged();
}

/** @type {((frame: Frame, at: number) => boolean) | null} Takes the frames of a table that one only watches. */
let onlooker = null;

/** @param {typeof onlooker} take */
export function setOnlooker(take) {
  onlooker = take;
}

/** @type {typeof import("./tables.js") | null} What understands tables: loaded when one is there. */
let tables = null;

/** What understands tables, once it has been loaded. */
export function loadedTables() {
  return tables;
}

/** What acts at a table; null before there is one. */
export function atTables() {
  return tables;
}

/** @type {[Frame, number][]} Frames of tables that came before it was. */
const early = [];

/** Load what the table needs; called early, so that nobody waits for it. */
export async function loadTables() {
  if (tables) return;
  const loaded = await import("./tables.js");
  if (tables) return;
  tables = loaded;
  for (const [frame, at] of early.splice(0)) tables.onFrame(frame, at);
}

/**
 * @param {Room} next
 * @param {Room | null} room
 */
function onRoom(next, room) {
  if (room?.code === next.code && next.rev < room.rev) return;
  if (next.seat === null) {
    // Who has left, or was told that the room is closed, knows.
    if (!room || room.code !== next.code) return;
    store.set({ room: null });
    toast("info", t("ui.sent_away"));
    if (route().page === "room") go("/", { replace: true });
    return;
  }
  store.set({ room: next });
  roomCame(null);
}

/**
 * Our room is gone.
 *
 * @param {Frame} frame
 * @param {Room | null} room
 */
function onRoomClosed({ code, reason, message }, room) {
  if (!room || room.code !== code) return;
  const key = `room.closed.${reason}`;
  // Who closed it knows.
  if (reason !== "dismissed" || room.seat !== room.host) toast("info", has(key) ? t(key) : message);
  store.set({ room: null });
  if (route().page === "room") go("/", { replace: true });
}

/** The websocket beside this page. */
function socketAddress() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${location.host}/ws`;
}

/** A random name of this page, kept over reloads. */
function clientId() {
  try {
    const kept = sessionStorage.getItem(CLIENT);
    if (kept) return kept;
    const made = randomName();
    sessionStorage.setItem(CLIENT, made);
    return made;
  } catch {
    return fallbackClient;
  }
}

function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

const fallbackClient = globalThis.crypto ? randomName() : "node";
