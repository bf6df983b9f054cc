/** The seats of a room, with what the host may do at each. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { addBot, giveHost, removeSeat, shuffleSeats, takeSeat } from "../../state/actions.js";
import { html } from "../html.js";
import { shownName } from "../parts/names.js";
import { BlockDialog, Blocked } from "../room/blocking.js";
import { Check, Crown, Person, Robot, Shuffle } from "./icons.js";

/** @import {BotLevel, Room, RoomSeat, Seat} from "../../types.js" */

/** @type {BotLevel[]} */
const LEVELS = ["easy", "normal"];

const WINDS = ["E", "S", "W", "N"];

/** @param {{room: Room, host: boolean}} props */
export function Seats({ room, host }) {
  const waiting = room.state === "waiting";
  const may = host && waiting;
  const [shutOut, setShutOut] = useState(/** @type {Seat | null} */ (null));
  return html`
    <section class="panel seats" aria-labelledby="seats-title">
      <div class="panel-head">
        <h2 id="seats-title">${t("room.seats")}</h2>
        ${may && room.seating === "as_seated" && html`<button type="button" class="button small quiet" onClick=${shuffleSeats}><${Shuffle} /> ${t("room.shuffle")}</button>`}
      </div>
      <ol class="seat-list">
        ${room.seats.map(
          (seat, index) => html`
            <li key=${index} class=${`seat ${seat.kind} ${index === room.seat ? "own" : ""}`} data-seat=${index}>
              <${Mark} room=${room} index=${index} />
              <${Who} room=${room} seat=${seat} index=${index} />
              ${waiting && html`<${Tools} room=${room} seat=${seat} index=${index} host=${may} onBlock=${() => setShutOut(index)} />`}
            </li>
          `,
        )}
      </ol>
      ${may && html`<${Blocked} room=${room} />`}
      ${may && shutOut !== null && room.seats[shutOut].kind === "human" &&
      html`<${BlockDialog} name=${room.seats[shutOut].name ?? ""} seat=${shutOut} onClose=${() => setShutOut(null)} />`}
    </section>
  `;
}

/**
 * The wind of a seat, if the seats of the room are those of the game; else who sits there.
 *
 * @param {{room: Room, index: Seat}} props
 */
function Mark({ room, index }) {
  if (room.seating === "as_seated") {
    return html`<span class="seat-mark" title=${t(`winds.${WINDS[index]}`)}>${t(`winds.${WINDS[index]}`).slice(0, 1)}</span>`;
  }
  const Icon = room.seats[index].kind === "bot" ? Robot : Person;
  return html`<span class="seat-mark"><${Icon} /></span>`;
}

/** @param {{room: Room, seat: RoomSeat, index: Seat}} props */
function Who({ room, seat, index }) {
  if (seat.kind === "empty") return html`<span class="seat-name empty">${t("room.empty")}</span>`;
  const isHost = index === room.host;
  return html`
    <span class="seat-name">
      <bdi>${shownName(seat.name ?? "")}</bdi>
      ${index === room.seat && html`<span class="hint">(${t("room.you")})</span>`}
    </span>
    <span class="seat-state">
      ${isHost && html`<span class="chip host"><${Crown} /> ${t("ui.host")}</span>`}
      ${seat.kind === "bot" && html`<span class="chip"><${Robot} /> ${seat.level && t(`rules.cpu_level.${seat.level}`)}</span>`}
      ${seat.kind === "human" && !seat.online && html`<span class="chip bad">${t("ui.offline")}</span>`}
      ${seat.kind === "human" &&
      seat.online &&
      (seat.ready
        ? html`<span class="chip good"><${Check} /> ${t("room.is_ready")}</span>`
        : !isHost && html`<span class="chip">${t("room.is_waiting")}</span>`)}
    </span>
  `;
}

/** @param {{room: Room, seat: RoomSeat, index: Seat, host: boolean, onBlock: () => void}} props */
function Tools({ room, seat, index, host, onBlock }) {
  if (index === room.seat) return null;
  // Where the seats are drawn at the start, it does not matter on which one sits.
  const sit =
    seat.kind !== "human" &&
    room.seating === "as_seated" &&
    html`<button type="button" class="button small" onClick=${() => takeSeat(index)}>${t("room.sit_here")} <span class="unseen">${t(`winds.${WINDS[index]}`)}</span></button>`;
  if (!host) return sit && html`<span class="seat-tools">${sit}</span>`;
  if (seat.kind === "empty") {
    return html`
      <span class="seat-tools">
        ${sit}
        ${LEVELS.map(
          (level) => html`
            <button type="button" key=${level} class="button small" onClick=${() => addBot(level, index)}>
              <${Robot} /><span><span class="unseen">${t("ui.add_bot")}: </span>${t(`rules.cpu_level.${level}`)}</span>
            </button>
          `,
        )}
      </span>
    `;
  }
  const name = shownName(seat.name ?? "");
  return html`
    <span class="seat-tools">
      ${sit}
      ${seat.kind === "human" &&
      html`
        <button type="button" class="button small quiet" onClick=${() => giveHost(index)}>
          <span>${t("ui.give_host")} <span class="unseen">${name}</span></span>
        </button>
      `}
      <button type="button" class="button small quiet" onClick=${() => removeSeat(index)}>
        <span>${t("ui.remove")} <span class="unseen">${name}</span></span>
      </button>
      ${seat.kind === "human" &&
      html`
        <button type="button" class="button small quiet" onClick=${onBlock}>
          <span>${t("room.block")} <span class="unseen">${name}</span></span>
        </button>
      `}
    </span>
  `;
}
