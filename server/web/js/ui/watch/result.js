/** How a round and the game ended, to those who watch: pages that turn by themselves, and the way to the record. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { Link } from "../lobby/page.js";
import { Places } from "../record/parts.js";
import { DrawPage, WinPage } from "../table/result_pages.js";
import { ScorePage } from "../table/score_page.js";
import { roundName } from "../table/words.js";

/** @import {TableModel} from "../../types.js" */

/** How long a page is shown before the next one (ms). */
const PAGE_MS = 5000;

/** @param {{table: TableModel, past: boolean}} props `past`: one looks back, nothing turns by itself */
export function WatchResult({ table, past }) {
  const pages = pagesOf(table);
  const key = `${roundName(table.round)}.${table.round.honba}`;
  const [page, setPage] = useState(0);
  const [away, setAway] = useState(false);
  const ended = pages.length > 0;
  useEffect(() => {
    setPage(0);
    setAway(false);
  }, [key, ended]);
  const at = Math.min(page, pages.length - 1);
  const turns = ended && !past && at < pages.length - 1;
  useEffect(() => {
    if (!turns) return undefined;
    const timer = setTimeout(() => setPage(at + 1), PAGE_MS);
    return () => clearTimeout(timer);
  }, [turns, at]);
  if (!ended) return null;
  const over = table.result !== null || table.over;
  const title = over && at === pages.length - 1 ? t("ui.game_result") : t("ui.round_result");
  if (away) return html`<button type="button" class="button primary result-back" onClick=${() => setAway(false)}>${title}</button>`;
  return html`
    <section class="result" role="region" aria-label=${title}>
      <div class="result-page" tabindex="0" role="group" aria-label=${title} key=${at}>${pages[at]}</div>
      <footer class="result-foot">
        ${pages.length > 1 && html`<span class="dim">${at + 1}/${pages.length}</span>`}
        <button type="button" class="button" onClick=${() => setAway(true)}>${t("ui.see_table")}</button>
        ${at < pages.length - 1 && html`<button type="button" class="button" onClick=${() => setPage(at + 1)}>${t("table.next_page")}</button>`}
        ${table.over &&
        html`
          ${table.result && html`<${Link} href=${`/r/${table.id}`} class="button primary">${t("table.record")}<//>`}
          <${Link} href="/live" class="button">${t("ui.live_games")}<//>
        `}
      </footer>
    </section>
  `;
}

/** @param {TableModel} table */
function pagesOf(table) {
  const { roundResult, result } = table;
  const pages = (roundResult?.wins ?? []).map((win) => html`<${WinPage} table=${table} win=${win} />`);
  if (roundResult?.draw) pages.push(html`<${DrawPage} table=${table} draw=${roundResult.draw} />`);
  if (roundResult) pages.push(html`<${ScorePage} table=${table} result=${roundResult} />`);
  if (result || table.over) {
    pages.push(html`
      <h2 class="win-title"><span class="win-word draw">${t("ui.game_result")}</span></h2>
      ${result ? html`<${Places} record=${table} end=${result} />` : html`<p>${t("table.ended_early")}</p>`}
    `);
  }
  return pages;
}
