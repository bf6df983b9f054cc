/** Name plates: who sits where, wind, presence, and the stamp that somebody shows. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { seatAt } from "../../model/places.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";
import { usePast } from "./clock.js";
import { Icon } from "./icon.js";
import { windAt } from "./visible.js";
import { shownName } from "../parts/names.js";
import { seatWords } from "./words.js";

/** @import {Place, PresenceState, Seat, TableModel, Wind} from "../../types.js" */

const STAMP_SHOWN = 4000;

/** @type {Record<Exclude<PresenceState, "online">, {sign: "plug" | "hand" | "bot", word: string}>} */
const SIGNS = {
  offline: { sign: "plug", word: "ui.offline" },
  auto: { sign: "hand", word: "ui.auto_play" },
  bot: { sign: "bot", word: "ui.bot" },
};

/** @param {{table: TableModel, places: Place[]}} props */
export function Plates({ table, places }) {
  return html`
    <div class="plates" role="list" aria-label=${t("table.players")}>
      ${places.map((place) => {
        const seat = seatAt(place, table.seat, table.players);
        return seat === null
          ? html`<div class=${`plate plate-${place} plate-empty`} key=${place} role="listitem">${t("room.empty")}</div>`
          : html`
              <${Plate} key=${place} place=${place} seat=${seat} who=${seatWords(table, seat)} name=${shownName(table.names[seat] ?? "")}
                wind=${windAt(table, seat)} dealer=${table.round.oya === seat} turn=${table.turn === seat}
                score=${table.round.scores[seat]} presence=${table.seats[seat].presence} said=${heard(table, seat)} />
            `;
      })}
    </div>
  `;
}

/**
 * The stamp that a seat has shown last, unless it is muted.
 *
 * @param {TableModel} table
 * @param {Seat} seat
 */
function heard({ said, muted }, seat) {
  return said?.seat === seat && !muted.includes(seat) ? said : null;
}

const Plate = pure(
  /**
   * @param {{
   *   place: Place, seat: Seat, who: string, name: string, wind: Wind, dealer: boolean, turn: boolean, score: number,
   *   presence: PresenceState, said: TableModel["said"],
   * }} props
   */
  ({ place, seat, who, name, wind, dealer, turn, score, presence, said }) => {
    // On a phone that lies the name is short of room: a tap shows it.
    const [full, setFull] = useState(false);
    return html`
      <div class=${`plate plate-${place}${turn ? " turn" : ""}${full ? " full" : ""}`} role="listitem" data-seat=${seat}
        onClick=${() => setFull(!full)} aria-label=${`${who}: ${name}`}>
        <span class=${dealer ? "wind dealer" : "wind"} title=${t(`winds.${wind}`)}>${t(`table.wind.${wind}`)}</span>
        <span class="plate-name" dir="auto" title=${name}>${name}</span>
        <span class="plate-score">${score}</span>
        ${presence !== "online" && html`<${Presence} state=${presence} />`}
        ${said && html`<${Stamp} key=${said.at} said=${said} />`}
      </div>
    `;
  },
);

/** @param {{state: Exclude<PresenceState, "online">}} props */
function Presence({ state }) {
  const { sign, word } = SIGNS[state];
  return html`<span class=${`presence presence-${state}`} role="img" aria-label=${t(word)} title=${t(word)}><${Icon} name=${sign} /></span>`;
}

/** @param {{said: NonNullable<TableModel["said"]>}} props */
function Stamp({ said }) {
  const over = usePast(said.at, STAMP_SHOWN);
  return over ? null : html`<span class="stamp-shown">${t(`table.stamp.${said.stamp}`)}</span>`;
}
