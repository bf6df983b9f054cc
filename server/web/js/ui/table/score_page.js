/** The scores after a round: before, what came and went, after, and the place. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { shownName } from "../parts/names.js";
import { roundName, seatWords } from "./words.js";

/** @import {RoundResult, TableModel} from "../../types.js" */

/** @param {{table: TableModel, result: RoundResult}} props */
export function ScorePage({ table, result }) {
  const { before, after, honba, kyotaku } = result;
  const order = table.names.map((_, seat) => seat).sort((a, b) => after[b] - after[a] || a - b);
  return html`
    <div class="score-page">
      <h2 class="win-title">
        <span>${roundName(table.round)}</span>
        <span class="dim">${t("ui.honba")} ${honba} · ${t("ui.kyotaku")} ${kyotaku}</span>
      </h2>
      <ol class="scores">
        ${order.map((seat, place) => {
          const delta = after[seat] - before[seat];
          const kind = delta > 0 ? "up" : delta < 0 ? "down" : "same";
          return html`
            <li key=${seat} class=${seat === table.seat ? "score-row mine" : "score-row"} data-seat=${seat}>
              <span class="score-place">${t(`ui.place.${place + 1}`)}</span>
              <span class="score-who"><span class="name" dir="auto">${shownName(table.names[seat] ?? "")}</span><small class="dim">${seatWords(table, seat)}</small></span>
              <span class=${`delta ${kind}`}>${delta === 0 ? "±0" : delta > 0 ? `▲ +${delta}` : `▼ −${-delta}`}</span>
              <b class="score-after">${after[seat]}</b>
            </li>
          `;
        })}
      </ol>
    </div>
  `;
}
