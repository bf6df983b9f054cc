/** The shell: which screen, the state of the connection, toasts. */

import { useEffect, useRef, useState } from "preact/hooks";

import { has, moreWords, t, useLang } from "../i18n.js";
import { go, useRoute } from "../router.js";
import { wire } from "../state/session.js";
import { useStore } from "../state/store.js";
import { closeNotice, closeToast } from "../state/toasts.js";
import { html } from "./html.js";
import { useLook } from "./parts/look.js";
import { loadPeopleSheet, loadRankedSheet } from "./parts/sheet.js";

/** @import {ComponentType} from "preact" */

/**
 * What needs the words and the sheet that the first visit goes without.
 *
 * @param {() => Promise<ComponentType<any>>} load
 * @returns {() => Promise<ComponentType<any>>}
 */
const furnished = (load) => () => Promise.all([load(), moreWords(), loadPeopleSheet()]).then(([component]) => component);

const people = {
  account: furnished(() => import("./account/screen.js").then((module) => module.AccountScreen)),
  login: furnished(() => import("./account/login.js").then((module) => module.LoginScreen)),
  recover: furnished(() => import("./account/login.js").then((module) => module.RecoverScreen)),
  friends: furnished(() => import("./friends/screen.js").then((module) => module.FriendsScreen)),
};
const figures = {
  profile: furnished(() => Promise.all([import("./profile/screen.js"), loadRankedSheet()]).then(([module]) => module.ProfileScreen)),
  leaderboard: furnished(() => Promise.all([import("./leaderboard/screen.js"), loadRankedSheet()]).then(([module]) => module.LeaderboardScreen)),
};
const announcement = furnished(() => import("./people/announcement.js").then((module) => module.Announced));
const invitation = furnished(() => import("./people/invitation.js").then((module) => module.InvitationToast));

const lobby = {
  home: () => import("./lobby/home.js").then((module) => module.Home),
  create: furnished(() => import("./lobby/create.js").then((module) => module.Create)),
  room: furnished(() => import("./lobby/room.js").then((module) => module.RoomScreen)),
  rooms: furnished(() => import("./room/open_rooms.js").then((module) => module.RoomsScreen)),
  join: furnished(() => import("./lobby/join.js").then((module) => module.Join)),
  settings: () => import("./lobby/settings.js").then((module) => module.SettingsScreen),
  records: furnished(() => import("./lobby/records.js").then((module) => module.RecordsScreen)),
  live: furnished(() => import("./live/screen.js").then((module) => module.LiveScreen)),
};
const record = () => import("./record/screen.js").then((module) => module.RecordScreen);
const watch = furnished(() => import("./watch/screen.js").then((module) => module.loadSheets().then(() => module.WatchScreen)));
const table = furnished(() => import("./table/screen.js").then((module) => module.TableScreen));

const RETRY_MS = 2000;
/** A page that has just been loaded is not loaded again: its fault is another one. */
const YOUNG_MS = 10_000;

/** @type {Map<unknown, ComponentType<any>>} */
const ready = new Map();

/** Load every screen ahead of its time. */
export function loadScreens() {
  for (const load of [table, record, ...Object.values(lobby)]) load().catch(() => {});
}

export function App() {
  useLang();
  useLook();
  return html`
    <${Connection} />
    <${Screen} />
    <${Invited} />
    <${Announcements} />
    <${Toasts} />
  `;
}

function Screen() {
  const route = useRoute();
  const status = useStore((state) => state.status);
  const tableId = useStore((state) => state.table?.id ?? null);
  const roomCode = useStore((state) => state.room?.code ?? null);
  // We know where we are only when the server has said so.
  const known = status === "online" || status === "idle";
  const tableGone = known && route.page === "table" && tableId !== route.id;
  const notInside = known && route.page === "room" && roomCode !== route.id;
  useEffect(() => {
    if (tableGone) go(roomCode === null ? "/" : `/room/${roomCode}`, { replace: true });
    else if (notInside) go(`/j/${route.id}`, { replace: true });
  }, [tableGone, notInside]);
  switch (route.page) {
    case "home":
    case "create":
    case "settings":
    case "records":
    case "live":
    case "rooms":
      return html`<${Lazy} key=${route.page} load=${lobby[route.page]} />`;
    case "account":
    case "login":
    case "recover":
    case "friends":
      return html`<${Lazy} key=${route.page} load=${people[route.page]} />`;
    case "leaderboard":
      return html`<${Lazy} key="leaderboard" load=${figures.leaderboard} />`;
    case "profile":
      return html`<${Lazy} key="profile" load=${figures.profile} account=${route.id} />`;
    case "room":
    case "join":
      return html`<${Lazy} key=${route.page} load=${lobby[route.page]} code=${route.id} />`;
    case "record":
      return html`<${Lazy} key=${route.id} load=${record} id=${route.id} />`;
    case "watch":
      return html`<${Lazy} key="watch" load=${watch} id=${route.id} />`;
    case "table":
      return tableId === route.id ? html`<${Lazy} key="table" load=${table} />` : null;
    default:
      return html`
        <main class="notice">
          <h1>${t("ui.nothing_here")}</h1>
          <p><a href="/">${t("ui.lobby")}</a></p>
        </main>
      `;
  }
}

function Connection() {
  const status = useStore((state) => state.status);
  const problem = useStore((state) => state.problem);
  if (status === "reconnecting") {
    return html`<div class="banner" role="status">${t("ui.reconnecting")}${problem ? ` ${problem}` : ""}</div>`;
  }
  if (status === "failed") return html`<div class="banner" role="alert">${problem}</div>`;
  return status === "elsewhere" ? html`<${Elsewhere} />` : html`<${ServerNotice} />`;
}

/** What the server has to say to everybody, until it is closed or the server is another one. */
function ServerNotice() {
  const notice = useStore((state) => state.notice);
  if (!notice) return null;
  const key = `notices.${notice.code}`;
  return html`
    <div class="banner notice-banner" role="status">
      <span>${has(key) ? t(key) : notice.message}</span>
      <button type="button" class="icon-button" aria-label=${t("ui.close")} onClick=${closeNotice}>×</button>
    </div>
  `;
}

/** Nothing of this page can be used any more, until a person calls the account back to it. */
function Elsewhere() {
  const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => box.current?.showModal(), []);
  return html`
    <dialog
      ref=${box}
      class="dialog elsewhere"
      aria-labelledby="elsewhere-title"
      onCancel=${(/** @type {Event} */ event) => event.preventDefault()}
    >
      <h2 id="elsewhere-title">${t("ui.opened_elsewhere")}</h2>
      <p>${t("app.elsewhere_note")}</p>
      <button type="button" class="button primary" onClick=${() => wire.start()}>${t("ui.play_here")}</button>
    </dialog>
  `;
}

/** A friend asks us into a room. */
function Invited() {
  const invited = useStore((state) => state.invitation !== null);
  return invited ? html`<${Lazy} key="invitation" load=${invitation} />` : null;
}

/** Something that everybody should be shown. */
function Announcements() {
  const told = useStore((state) => state.announcements.length > 0);
  return told ? html`<${Lazy} key="announcement" load=${announcement} />` : null;
}

function Toasts() {
  const toast = useStore((state) => state.toast);
  return html`
    <div class="toasts" role="status" aria-live="polite">
      ${toast &&
      html`
        <div class=${`toast ${toast.kind}`} key=${toast.key}>
          <span>${toast.text}</span>
          <button class="icon-button" aria-label=${t("ui.close")} onClick=${closeToast}>×</button>
        </div>
      `}
    </div>
  `;
}

/**
 * A screen whose modules are loaded when it is first shown.
 *
 * @param {{load: () => Promise<ComponentType<any>>, [prop: string]: unknown}} props
 *   all but `load` go to the component
 */
function Lazy({ load, ...props }) {
  const [, redraw] = useState(0);
  const Component = ready.get(load);
  useEffect(() => {
    if (ready.has(load)) return;
    let wanted = true;
    const attempt = () => {
      load().then(
        (component) => {
          ready.set(load, component);
          if (wanted) redraw((count) => count + 1);
        },
        () => renewed().then((late) => late || (wanted && setTimeout(attempt, RETRY_MS))),
      );
    };
    attempt();
    return () => {
      wanted = false;
    };
  }, [load]);
  return Component ? html`<${Component} ...${props} />` : null;
}

/**
 * A module could not be loaded. If the server is there, it has newer files than this page, and the
 * addresses that the page knows are gone: load it anew.
 *
 * @returns {Promise<boolean>} false: try again
 */
async function renewed() {
  const answer = await fetch("/healthz").catch(() => null);
  if (!answer?.ok || performance.now() < YOUNG_MS) return false;
  location.reload();
  return true;
}
