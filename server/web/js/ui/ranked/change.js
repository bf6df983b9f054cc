/** What a ranked game has done to one's rank, on the result of the game. */

import { useEffect } from "preact/hooks";

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { loadRankedSheet } from "../parts/sheet.js";
import { RankBar, rankWords } from "./rank.js";

/** @import {RankChange} from "../../types.js" */

/** @param {{table: string}} props */
export function RankChanged({ table }) {
  const change = useStore((state) => state.rankChange);
  useEffect(() => {
    // Without it the words are plain.
    if (change) loadRankedSheet().catch(() => {});
  }, [change]);
  return change?.table === table ? html`<${Change} change=${change} />` : null;
}

/** @param {{change: RankChange}} props */
function Change({ change }) {
  const { before, after, delta, rating, pause_s: pause } = change;
  const moved = before.title !== after.title || before.stars !== after.stars;
  return html`
    <div class="rank-change" role="status">
      <p class=${`rank-delta ${delta < 0 ? "down" : "up"}`}>
        ${t("ranked.delta", { delta: `${delta > 0 ? "+" : delta < 0 ? "−" : "±"}${Math.abs(delta)}` })}
        ${moved && html` <b class="rank-moved">${t(delta > 0 ? "ranked.promoted" : "ranked.demoted", { rank: rankWords(after) })}</b>`}
      </p>
      <${RankBar} rank=${after} label=${t("ui.rank")} />
      ${rating && html`<p class="hint">${t("ui.rating")}: ${rating.before} → <b>${rating.after}</b></p>`}
      ${pause && html`<p class="fault">${t("ranked.paused", { minutes: Math.ceil(pause / 60) })}</p>`}
    </div>
  `;
}
