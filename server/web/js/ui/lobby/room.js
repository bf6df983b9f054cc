/** A room that waits: its code, its seats, its rules, and the start. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { dismissRoom, leaveRoom, setReady, startRoom } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Dialog } from "./dialog.js";
import { Link, Page } from "./page.js";
import { Rematch } from "../room/rematch.js";
import { RoomRules } from "./room_rules.js";
import { Seats } from "./room_seats.js";
import { Copy, Lock, People } from "./icons.js";

/** @import {Room} from "../../types.js" */

/** @param {{code: string}} props */
export function RoomScreen({ code }) {
  const room = useStore((state) => state.room);
  if (room?.code === code) return html`<${Inside} room=${room} />`;
  // Who turns out not to be in it is led to the way in (app.js).
  return html`
    <${Page} title=${t("room.title", { code })} class="narrow">
      <p class="hint">${t("ui.loading")}</p>
    <//>
  `;
}

/** @param {{room: Room}} props */
function Inside({ room }) {
  const host = room.seat === room.host;
  return html`
    <${Page} title=${room.title ?? t("room.title", { code: room.code })} class="room" plain=${room.title === null}>
      <div class="room-columns">
        <div class="room-main">
          <${Invitation} room=${room} />
          ${room.state === "waiting" && (room.games ?? 0) > 0 && html`<${Rematch} key=${room.games} room=${room} host=${host} />`}
          <${Seats} room=${room} host=${host} />
        </div>
        <${RoomRules} room=${room} host=${host} />
      </div>
      <${StartBar} room=${room} host=${host} />
    <//>
  `;
}

/** @param {{room: Room}} props */
function Invitation({ room }) {
  const link = `${location.origin}/j/${room.code}`;
  const [byHand, setByHand] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      toast("info", t("room.copied"));
    } catch {
      // No clipboard over plain http, or it was refused: the link can be selected.
      setByHand(true);
    }
  }
  useEffect(() => {
    if (byHand) field.current?.select();
  }, [byHand]);
  return html`
    <section class="panel invitation" aria-labelledby="code-title">
      <div class="invitation-code">
        <h2 id="code-title">${t("ui.room_code")}</h2>
        <p class="code" translate="no">${room.code}</p>
      </div>
      <div class="invitation-tools">
        <p class="hint">${t("room.code_note")}</p>
        <div class="buttons">
          <button type="button" class="button" onClick=${copy}><${Copy} /> ${t("ui.copy_link")}</button>
          ${room.state === "waiting" && html`<${InviteFriends} />`}
          ${room.password && html`<span class="chip"><${Lock} /> ${t("room.has_password")}</span>`}
          ${room.spectators > 0 && html`<span class="chip">${t("ui.spectators", { n: room.spectators })}</span>`}
        </div>
      </div>
      ${byHand &&
      html`
        <div class="link-by-hand">
          <p class="hint" role="status">${t("room.copy_by_hand")}</p>
          <input class="input" readonly ref=${field} aria-label=${t("room.link")} value=${link} />
        </div>
      `}
    </section>
  `;
}

/** Friends who are here, to be asked into the room. */
function InviteFriends() {
  const [found, setFound] = useState(/** @type {{InviteDialog: import("preact").ComponentType<any>} | null} */ (null));
  const [open, setOpen] = useState(false);
  async function show() {
    setOpen(true);
    try {
      setFound(await import("../friends/invite.js"));
    } catch {
      setOpen(false);
      toast("error", t("errors.unavailable"));
    }
  }
  return html`
    <button type="button" class="button" onClick=${show}><${People} /> ${t("friends.invite_title")}</button>
    ${open && found && html`<${found.InviteDialog} onClose=${() => setOpen(false)} />`}
  `;
}

/** @param {{room: Room, host: boolean}} props */
function StartBar({ room, host }) {
  const [waiting, setWaiting] = useState(false);
  const [closing, setClosing] = useState(false);
  const own = room.seat === null ? null : room.seats[room.seat];
  if (!own) return null;
  if (room.state === "playing") {
    return html`
      <div class="foot">
        <p>${t("room.playing")}</p>
        ${room.table && html`<${Link} href=${`/table/${room.table}`} class="button primary huge">${t("home.back_to_game")}<//>`}
      </div>
    `;
  }
  const others = room.seats.filter((seat, index) => seat.kind === "human" && index !== room.seat);
  const unready = others.filter((seat) => !seat.ready);
  const open = room.seats.some((seat) => seat.kind === "empty");

  /** @param {() => Promise<unknown>} work */
  async function whileWaiting(work) {
    setWaiting(true);
    await work();
    setWaiting(false);
  }
  async function start() {
    // Pressing start says that the host is ready.
    if (own?.ready || (await setReady(true))) await startRoom(open);
  }
  const says =
    unready.length > 0 && (host || own.ready)
      ? t("room.wait_ready", { names: unready.map((seat) => seat.name ?? "").join(t("tiles.comma")) })
      : host
        ? others.length > 0 && t("room.all_ready")
        : own.ready && t("room.wait_host", { name: room.seats[room.host]?.name ?? "" });
  return html`
    <div class="foot">
      <p class="foot-note" role="status">${says}</p>
      <div class="buttons">
        ${host && html`<button type="button" class="button quiet" onClick=${() => setClosing(true)}>${t("room.close")}</button>`}
        <button type="button" class="button quiet" onClick=${leaveRoom}>${t("room.leave")}</button>
        ${host
          ? html`
              <button
                type="button"
                class=${`button huge ${room.games ? "" : "primary"}`}
                disabled=${waiting || unready.length > 0}
                onClick=${() => whileWaiting(start)}
              >
                ${open ? t("room.start_fill") : t("ui.start_game")}
              </button>
            `
          : html`
              <button
                type="button"
                class=${`button huge ${own.ready || room.games ? "" : "primary"}`}
                disabled=${waiting}
                onClick=${() => whileWaiting(() => setReady(!own.ready))}
              >
                ${own.ready ? t("ui.not_ready") : t("ui.ready")}
              </button>
            `}
      </div>
      ${closing && html`<${Closing} onStay=${() => setClosing(false)} />`}
    </div>
  `;
}

/** Closing sends everybody away: ask first. @param {{onStay: () => void}} props */
function Closing({ onStay }) {
  const foot = html`
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${onStay}>${t("ui.cancel")}</button>
      <button type="button" class="button primary" onClick=${dismissRoom}>${t("room.close")}</button>
    </div>
  `;
  return html`<${Dialog} title=${t("room.close_title")} onClose=${onStay} foot=${foot}><p>${t("room.close_note")}</p><//>`;
}
