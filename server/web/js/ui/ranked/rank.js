/** A rank in words and as a bar. */

import { has, t } from "../../i18n.js";
import { html } from "../html.js";

/** @import {Rank} from "../../types.js" */

/** @param {Rank} rank @returns {string} */
export function rankWords({ title, stars }) {
  const key = `ranked.title.${title}`;
  return t("ranked.rank", { title: has(key) ? t(key) : title, stars });
}

/** How far it is to the next rank. @param {{rank: Rank, label: string}} props */
export function RankBar({ rank, label }) {
  const part = rank.promote > 0 ? Math.max(0, Math.min(1, rank.points / rank.promote)) : 1;
  return html`
    <span class="rank" data-title=${rank.title}>
      <span class="rank-words"><small class="dim">${label}</small> <b>${rankWords(rank)}</b></span>
      <span
        class="rank-bar"
        role="meter"
        aria-label=${t("ranked.points_to", { points: rank.points, promote: rank.promote })}
        aria-valuenow=${rank.points}
        aria-valuemin="0"
        aria-valuemax=${rank.promote}
      >
        <span class="rank-bar-full" style=${{ transform: `scaleX(${part})` }}></span>
      </span>
      <span class="rank-points" aria-hidden="true">${rank.points} / ${rank.promote}</span>
    </span>
  `;
}
