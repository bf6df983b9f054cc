/** Public rooms that wait: the list with its filters, and the newest of them in the lobby. */

import { useEffect, useRef, useState } from "preact/hooks";

import { has, t } from "../../i18n.js";
import { openRooms } from "../../state/open_rooms.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Lock, Person } from "../lobby/icons.js";
import { Link, Page } from "../lobby/page.js";
import { FilterSelect, useFilter } from "../parts/filter.js";
import { shownName } from "../parts/names.js";
import { usePolled } from "../parts/polled.js";

/** @import {ListedRoom} from "../../types.js" */
/** @import {RoomFilter} from "../../state/open_rooms.js" */

const REFRESH_MS = 5000;
const LIMIT = 100;
const BRIEF = 3;
/** Who types is waited for (ms). */
const TYPING_MS = 400;
const LENGTHS = ["one_round", "east", "east_south", "full"];

/**
 * @param {RoomFilter} filter
 * @param {number} limit
 */
function useOpenRooms(filter, limit) {
  const ready = useStore((state) => state.status === "online" || state.status === "idle");
  const { found, fault } = usePolled(() => openRooms(filter, limit), { ready, key: JSON.stringify([filter, limit]), everyMs: REFRESH_MS });
  return { rooms: found?.rooms ?? null, total: found?.total ?? 0, fault };
}

/** The screen of all of them. */
export function RoomsScreen() {
  const [filter, change] = useFilter(["players", "length", "free", "password", "text"]);
  const { rooms, total, fault } = useOpenRooms(wanted(filter), LIMIT);
  return html`
    <${Page} title=${t("rooms.title")} class="open-rooms">
      <${Filters} filter=${filter} onChange=${change} />
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      ${!rooms && !fault && html`<p class="hint">${t("ui.loading")}</p>`}
      ${rooms && html`<p class="hint" role="status">${rooms.length === 0 ? t("rooms.none") : t("rooms.count", { count: total })}</p>`}
      ${rooms && rooms.length > 0 && html`<${RoomList} rooms=${rooms} />`}
      <p class="buttons">
        <${Link} href="/create" class="button primary">${t("ui.create_room")}<//>
        <${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//>
      </p>
    <//>
  `;
}

/** In the lobby; nothing where no room is open. */
export function RoomsBrief() {
  const { rooms, total } = useOpenRooms({ free: true }, BRIEF);
  if (!rooms || rooms.length === 0) return null;
  return html`
    <section class="panel" aria-labelledby="open-rooms-title">
      <h2 id="open-rooms-title">${t("rooms.title")}</h2>
      <${RoomList} rooms=${rooms} />
      <${Link} href="/rooms" class="button quiet">${total > rooms.length ? t("rooms.all", { count: total }) : t("rooms.filter")}<//>
    </section>
  `;
}

/** @param {{filter: Record<string, string>, onChange: (patch: Record<string, string>) => void}} props */
function Filters({ filter, onChange }) {
  const [text, setText] = useState(filter.text ?? "");
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (text.trim() === (filter.text ?? "")) return undefined;
    const timer = setTimeout(() => latest.current({ text: text.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const select = (/** @type {string} */ name, /** @type {string} */ label, /** @type {{value: string, label: string}[]} */ options) => html`
    <${FilterSelect} label=${label} value=${filter[name] ?? ""} options=${options} onChange=${(/** @type {string} */ value) => onChange({ [name]: value })} />
  `;
  return html`
    <div class="filter" role="search" aria-label=${t("filter.title")}>
      ${select("players", t("rules.players"), ["4", "3"].map((value) => ({ value, label: t(`rules.players.${value}`) })))}
      ${select("length", t("rules.length"), LENGTHS.map((value) => ({ value, label: t(`rules.length.${value}`) })))}
      ${select("free", t("rooms.seats"), [{ value: "yes", label: t("rooms.seats.free") }])}
      ${select("password", t("ui.room_password"), ["no", "yes"].map((value) => ({ value, label: t(`rooms.password.${value}`) })))}
      <label class="filter-field">
        <span class="label">${t("rooms.text")}</span>
        <input class="input" type="search" maxlength="32" autocomplete="off" value=${text}
          onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLInputElement} */ (event.currentTarget).value)} />
      </label>
    </div>
  `;
}

/** @param {Record<string, string>} fields as they stand in the address @returns {RoomFilter} */
function wanted({ players, length, free, password, text }) {
  return {
    ...(players === "3" || players === "4" ? { players: Number(players) } : {}),
    ...(length && LENGTHS.includes(length) ? { length } : {}),
    ...(free ? { free: true } : {}),
    ...(password ? { password: password === "yes" } : {}),
    ...(text ? { text: text.slice(0, 32) } : {}),
  };
}

/** @param {{rooms: ListedRoom[]}} props */
function RoomList({ rooms }) {
  return html`<ul class="open-room-list">${rooms.map((room) => html`<${Listed} key=${room.code} room=${room} />`)}</ul>`;
}

/** @param {{room: ListedRoom}} props */
function Listed({ room }) {
  const { code, title, host, seats, people, bots, preset, length, differs, password } = room;
  const taken = people + bots;
  const changes = Object.keys(differs).filter((name) => name !== "length").length;
  const named = has(`rules.preset.${preset}`) ? t(`rules.preset.${preset}`) : preset;
  return html`
    <li class="open-room" data-code=${code}>
      <div class="open-room-words">
        <span class="open-room-title"><bdi>${title ?? shownName(host)}</bdi>${password && html`<span class="chip"><${Lock} /> ${t("room.has_password")}</span>`}</span>
        <span class="hint">
          ${title !== null && html`<span>${t("ui.host")}: <bdi>${shownName(host)}</bdi></span>`}
          <span>${named}</span><span>${t(`rules.length.${length}`)}</span>
          ${changes > 0 && html`<span>${t("rules.panel.changes", { count: changes })}</span>`}
        </span>
      </div>
      <span class="open-room-seats"><${Person} /><span class="unseen">${t("rooms.taken", { taken, seats })}</span><b aria-hidden="true">${taken}/${seats}</b></span>
      ${taken < seats
        ? html`<${Link} href=${`/j/${code}`} class="button small">${t("home.join")}<span class="unseen"> ${title ?? host}</span><//>`
        : html`<span class="chip">${t("rooms.full")}</span>`}
    </li>
  `;
}
