/** The plate in the middle: round, counters, indicators, and wind, score and stick of each seat. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { seatAt } from "../../model/places.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";
import { Tile } from "../parts/tile.js";
import { windAt } from "./visible.js";
import { roundName, seatWords } from "./words.js";

/** @import {Pai, Place, Seat, TableModel, Wind} from "../../types.js" */

const SLOTS = 5;
/** @type {Place[]} */
const ORDER = ["self", "right", "across", "left"];

/**
 * @param {{table: TableModel, lit: Pai | null, indicators: boolean, onRules: () => void}} props `indicators`: show
 *   them here; `onRules` opens the rule sheet
 */
export function Centre({ table, lit, indicators, onRules }) {
  const [base, setBase] = useState(/** @type {Seat | null} */ (null));
  const { round } = table;
  const name = roundName(round);
  return html`
    <section class="centre" aria-label=${name}>
      <${RoundInfo} name=${name} honba=${round.honba} kyotaku=${round.kyotaku} live=${round.live} onPress=${onRules} />
      ${indicators && html`<${Indicators} table=${table} lit=${lit} />`}
      ${ORDER.map((place) => {
        const seat = seatAt(place, table.seat, table.players);
        return seat === null
          ? html`<div class=${`edge edge-${place} edge-empty`} key=${place}></div>`
          : html`
              <${Edge} key=${place} place=${place} seat=${seat} name=${seatWords(table, seat)} wind=${windAt(table, seat)}
                dealer=${round.oya === seat} turn=${table.turn === seat} stick=${table.seats[seat].accepted}
                score=${round.scores[seat] ?? 0} against=${base === null || base === seat ? null : round.scores[base]} onBase=${setBase} />
            `;
      })}
    </section>
  `;
}

const RoundInfo = pure(
  /** @param {{name: string, honba: number, kyotaku: number, live: number, onPress: () => void}} props */
  ({ name, honba, kyotaku, live, onPress }) => html`
    <button type="button" class="centre-middle" onClick=${onPress} title=${t("table.rule_sheet")}>
      <span class="round-name">${name}</span>
      <span class="counters">
        <span class="counter" title=${t("ui.honba")}>
          <i class="stick-icon honba" aria-hidden="true"></i>
          <span class="unseen">${t("ui.honba")}</span><b>${honba}</b>
        </span>
        <span class="counter" title=${t("ui.kyotaku")}>
          <i class="stick-icon" aria-hidden="true"></i>
          <span class="unseen">${t("ui.kyotaku")}</span><b>${kyotaku}</b>
        </span>
      </span>
      <span class="wall-left" title=${t("ui.wall_left")}>
        <i class="wall-icon" aria-hidden="true"></i>
        <span class="unseen">${t("ui.wall_left")}</span><b>${live}</b>
      </span>
      <span class="unseen">${t("table.rule_sheet")}</span>
    </button>
  `,
);

/** @param {{table: TableModel, lit: Pai | null}} props */
export function Indicators({ table, lit }) {
  return html`<${IndicatorRow} markers=${table.round.doraMarkers} lit=${lit} />`;
}

const IndicatorRow = pure(
  /** @param {{markers: Pai[], lit: Pai | null}} props */
  ({ markers, lit }) => html`
    <div class="indicators" role="list" aria-label=${t("ui.dora_indicator")}>
      ${Array.from({ length: SLOTS }, (_, at) => {
        const pai = markers[at];
        return html`
          <span role="listitem" key=${at} class=${pai ? "turned" : ""}>
            <${Tile} size="fit" pai=${pai ?? "?"} lit=${pai !== undefined && lit !== null && lit.slice(0, 2) === pai.slice(0, 2)} />
          </span>
        `;
      })}
    </div>
  `,
);

/** `against`: the score that the others are compared with at the moment; `onBase` makes this seat's that score. */
const Edge = pure(
  /**
   * @param {{
   *   place: Place, seat: Seat, name: string, wind: Wind, dealer: boolean, turn: boolean, stick: boolean, score: number,
   *   against: number | null, onBase: (seat: Seat | null) => void,
   * }} props
   */
  ({ place, seat, name, wind, dealer, turn, stick, score, against, onBase }) => {
    const off = () => onBase(null);
    return html`
      <div class=${`edge edge-${place}${turn ? " turn" : ""}`} data-seat=${seat}>
        <button
          type="button"
          class="score"
          onPointerEnter=${() => onBase(seat)}
          onPointerDown=${() => onBase(seat)}
          onPointerLeave=${off}
          onPointerUp=${(/** @type {PointerEvent} */ event) => event.pointerType !== "mouse" && off()}
          onPointerCancel=${off}
          onFocus=${() => onBase(seat)}
          onBlur=${off}
        >
          <span class="unseen">${name}, ${t(`winds.${wind}`)}${dealer ? `, ${t("ui.dealer")}` : ""}, </span>
          <span class=${dealer ? "wind dealer" : "wind"} aria-hidden="true">${t(`table.wind.${wind}`)}</span>
          <span class="points">${against === null ? score : signed(score - against)}</span>
        </button>
        <i class=${stick ? "stick out" : "stick"} aria-hidden="true"></i>
      </div>
    `;
  },
);

/** @param {number} value */
function signed(value) {
  return value > 0 ? `+${value}` : value === 0 ? "±0" : `−${-value}`;
}
