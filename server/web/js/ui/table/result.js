/** The result of a round: a page for each winner, in order, then the scores; and of the game. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { confirmRound } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { useParts } from "../frames.js";
import { html } from "../html.js";
import { useNow } from "./clock.js";
import { useOnward } from "./focus.js";
import { GameResult } from "./game_result.js";
import { DrawPage, WinPage } from "./result_pages.js";
import { ScorePage } from "./score_page.js";
import { roundName } from "./words.js";

/** @import {ComponentChildren} from "preact" */
/** @import {RoundResult, TableModel} from "../../types.js" */

/** @param {{table: TableModel}} props */
export function Result({ table }) {
  const roundResult = table.roundResult ?? afterReload(table);
  const [page, setPage] = useState(0);
  const [away, setAway] = useState(false);
  const key = roundResult ? `${table.round.bakaze}${table.round.kyoku}.${table.round.honba}` : null;
  useEffect(() => {
    setPage(0);
    setAway(false);
  }, [key, roundResult === null]);

  const wins = roundResult?.wins ?? [];
  const pages = roundResult ? wins.length + (roundResult.draw ? 1 : 0) + 1 : 0;
  const over = table.result !== null || table.over;
  if (!roundResult && !over) return null;
  if (away) {
    return html`<button type="button" class="button primary result-back" onClick=${() => setAway(false)}>${t("ui.round_result")}</button>`;
  }
  if (over && page >= pages) return html`<${GameResult} table=${table} onTable=${() => setAway(true)} />`;
  if (!roundResult) return null;
  const at = Math.min(page, pages - 1);
  const content =
    at < wins.length
      ? html`<${WinPage} table=${table} win=${wins[at]} />`
      : roundResult.draw && at === wins.length
        ? html`<${DrawPage} table=${table} draw=${roundResult.draw} />`
        : html`<${ScorePage} table=${table} result=${roundResult} />`;
  return html`
    <section class="result" role="dialog" aria-label=${`${t("ui.round_result")}: ${roundName(table.round)}`}>
      <div class="result-page"><${Later} key=${at}>${content}<//></div>
      <footer class="result-foot">
        ${pages > 2 && html`<span class="dim">${at + 1}/${pages}</span>`}
        <button type="button" class="button" onClick=${() => setAway(true)}>${t("ui.see_table")}</button>
        <${Onward} table=${table} page=${at} more=${at < pages - 1} over=${over} onNext=${() => setPage(at + 1)} />
      </footer>
    </section>
  `;
}

/**
 * Shows what is in it with the frame after the first: the hands that a result lays open are drawn on the table
 * just then, and again in here.
 *
 * @param {{children?: ComponentChildren}} props
 */
function Later({ children }) {
  return useParts(1, true) > 0 ? children : null;
}

/**
 * A page that is loaded between two rounds knows the scores, and no more of how the last one ended.
 *
 * @param {TableModel} table
 * @returns {RoundResult | null}
 */
function afterReload({ roundEnd, round }) {
  if (!roundEnd) return null;
  return { wins: [], draw: null, before: round.scores, after: round.scores, honba: round.honba, kyotaku: round.kyotaku };
}

/**
 * Next page, or "OK" with the countdown and who has confirmed.
 *
 * @param {{table: TableModel, page: number, more: boolean, over: boolean, onNext: () => void}} props
 */
function Onward({ table, page, more, over, onNext }) {
  const { roundEnd } = table;
  // In a pause, and where the server is about to stop, nothing is dealt: there is nothing to count down to.
  const stopping = useStore((state) => state.notice?.code === "shutting_down");
  const resting = stopping || table.paused !== null;
  const now = useNow(roundEnd !== null);
  const left = roundEnd && !resting ? Math.max(0, Math.ceil((roundEnd.next_ms - (now - roundEnd.at)) / 1000)) : null;
  const done = roundEnd?.confirmed[table.seat] ?? false;
  const idle = !more && !over && (done || roundEnd === null);
  const { button, click } = useOnward(page, more || over ? onNext : confirmRound);
  const words = more || over ? t("table.next_page") : done ? t("ui.waiting_others") : t("actions.confirm");
  return html`
    ${roundEnd &&
    html`
      <span class="confirmed" role="img" aria-label=${t("table.confirmed", { n: roundEnd.confirmed.filter(Boolean).length, all: table.players })}>
        ${roundEnd.confirmed.map((yes, seat) => html`<i key=${seat} class=${yes ? "dot yes" : "dot"}></i>`)}
      </span>
    `}
    <button type="button" ref=${button} class="button primary onward" aria-disabled=${idle ? "true" : undefined} onClick=${idle ? undefined : click}>
      ${words}${left !== null && html`<span class="countdown">${left}</span>`}
    </button>
  `;
}
