/** The result of the game: places, scores, points. */

import { t } from "../../i18n.js";
import { leaveRoom, leaveTable, rematch } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Link } from "../lobby/page.js";
import { shownName } from "../parts/names.js";
import { RankChanged } from "../ranked/change.js";
import { ReportForm } from "../report/form.js";
import { useOnward } from "./focus.js";
import { seatWords } from "./words.js";

/** @import {TableModel} from "../../types.js" */

/** @param {{table: TableModel, onTable: () => void}} props */
export function GameResult({ table, onTable }) {
  const room = useStore((state) => state.room);
  const { result } = table;
  const { button, click } = useOnward(0, room?.state === "waiting" ? again : leaveTable);
  const order = result ? table.names.map((_, seat) => seat).sort((a, b) => result.ranks[a] - result.ranks[b]) : [];
  const own = new Set([table.seat, ...table.seats.flatMap(({ presence }, seat) => (presence === "bot" ? [seat] : []))]);
  const others = table.names.flatMap((name, seat) => (own.has(seat) ? [] : [{ seat, name: shownName(name ?? "") }]));
  return html`
    <section class="result game-result" role="dialog" aria-label=${t("ui.game_result")}>
      <div class="result-page">
        <h2 class="win-title"><span class="win-word draw">${t("ui.game_result")}</span></h2>
        ${!result && html`<p>${t("table.ended_early")}</p>`}
        ${result &&
        html`
          <ol class="scores final">
            ${order.map(
              (seat) => html`
                <li key=${seat} class=${`score-row rank-${result.ranks[seat]}${seat === table.seat ? " mine" : ""}`} data-seat=${seat}>
                  <span class="score-place">${t(`ui.place.${result.ranks[seat]}`)}</span>
                  <span class="score-who"><span class="name" dir="auto">${shownName(table.names[seat] ?? "")}</span><small class="dim">${seatWords(table, seat)}</small></span>
                  <b class="score-after">${result.scores[seat]}</b>
                  <span class=${`delta ${result.points[seat] > 0 ? "up" : "down"}`}>${signed(result.points[seat])}</span>
                </li>
              `,
            )}
          </ol>
          <${RankChanged} table=${table.id} />
        `}
        ${others.length > 0 && html`<${ReportForm} game=${table.id} others=${others} />`}
      </div>
      <footer class="result-foot">
        ${table.roundResult && html`<button type="button" class="button" onClick=${onTable}>${t("ui.see_table")}</button>`}
        ${result && html`<${Link} href=${`/r/${table.id}`} class="button">${t("table.record")}<//>`}
        ${room && html`<button type="button" class="button" onClick=${toLobby}>${t("ui.back_to_lobby")}</button>`}
        <button type="button" ref=${button} class="button primary onward" onClick=${click}>${t(room ? "ui.rematch" : "ui.back_to_lobby")}</button>
      </footer>
    </section>
  `;
}

/** To the room, where one press says that another game is wanted: it has been made. */
function again() {
  leaveTable();
  rematch("kept");
}

/** Leave the table and the room behind it. */
function toLobby() {
  leaveTable();
  leaveRoom();
}

/** @param {number} points in thousands, after uma and oka */
function signed(points) {
  return `${points > 0 ? "+" : points < 0 ? "−" : "±"}${Math.abs(points).toFixed(1)}`;
}
