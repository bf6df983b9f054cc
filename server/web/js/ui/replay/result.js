/** How a round ended, over the table at the steps at which it did; at the last one how the game ended. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { Places } from "../record/parts.js";
import { DrawPage, WinPage } from "../table/result_pages.js";
import { ScorePage } from "../table/score_page.js";

/** @import {GameRecord, TableModel} from "../../types.js" */

/** @param {{table: TableModel, record: GameRecord}} props */
export function RoundEnd({ table, record }) {
  const [away, setAway] = useState(-1);
  const page = pageOf(table, record);
  if (!page) return null;
  const over = table.last?.event.type === "end_game";
  const title = t(over ? "ui.game_result" : "ui.round_result");
  if (away === table.seq) {
    return html`<button type="button" class="button primary result-back" onClick=${() => setAway(-1)}>${title}</button>`;
  }
  return html`
    <section class="result" role="region" aria-label=${title}>
      <div class="result-page" tabindex="0" role="group" aria-label=${title} key=${table.seq}>${page}</div>
      <footer class="result-foot">
        <button type="button" class="button" onClick=${() => setAway(table.seq)}>${t("ui.see_table")}</button>
      </footer>
    </section>
  `;
}

/**
 * @param {TableModel} table
 * @param {GameRecord} record
 */
function pageOf(table, record) {
  const event = table.last?.event;
  switch (event?.type) {
    case "hora":
      return html`<${WinPage} table=${table} win=${event} />`;
    case "ryukyoku":
      return html`<${DrawPage} table=${table} draw=${event} />`;
    case "end_kyoku":
      return table.roundResult && html`<${ScorePage} table=${table} result=${table.roundResult} />`;
    case "end_game":
      return html`
        <h2 class="win-title"><span class="win-word draw">${t("ui.game_result")}</span></h2>
        <${Places} record=${record} end=${event} />
      `;
    default:
      return null;
  }
}
