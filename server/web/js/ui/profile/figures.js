/** What somebody did in all games of one kind. */

import { has, t, useLang } from "../../i18n.js";
import { html } from "../html.js";

/** @import {PlayFigures} from "../../types.js" */

/** @param {string} kind `4p_ranked` and so on */
export function kindWords(kind) {
  const key = `profile.kind.${kind}`;
  return has(key) ? t(key) : kind;
}

/** @param {{figures: PlayFigures}} props */
export function Figures({ figures }) {
  const lang = useLang();
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 1 });
  const plain = (/** @type {number | null} */ value) => (value === null ? "–" : number.format(value));
  const rate = (/** @type {number | null} */ value) => (value === null ? "–" : percent.format(value));
  /** @type {[string, string][]} */
  const rows = [
    ["profile.games", plain(figures.games)],
    ["profile.mean_rank", plain(figures.mean_rank)],
    ["profile.mean_score", plain(figures.mean_score)],
    ["profile.win_rate", rate(figures.win_rate)],
    ["profile.deal_in_rate", rate(figures.deal_in_rate)],
    ["profile.riichi_rate", rate(figures.riichi_rate)],
    ["profile.call_rate", rate(figures.call_rate)],
    ["profile.self_draw_rate", rate(figures.self_draw_rate)],
    ["profile.mean_win", plain(figures.mean_win)],
    ["profile.mean_deal_in", plain(figures.mean_deal_in)],
    ["profile.tenpai_rate", rate(figures.tenpai_rate)],
    ["profile.bust_rate", rate(figures.bust_rate)],
  ];
  return html`
    <section class="panel figures" aria-label=${kindWords(figures.kind)} data-kind=${figures.kind}>
      <h2>${kindWords(figures.kind)}</h2>
      <${Places} places=${figures.places} percent=${percent} />
      <dl class="figure-list">
        ${rows.map(([key, value]) => html`<div key=${key}><dt>${t(key)}</dt><dd>${value}</dd></div>`)}
      </dl>
    </section>
  `;
}

/** How often which place: a bar for the eye, words for all. @param {{places: number[], percent: Intl.NumberFormat}} props */
function Places({ places, percent }) {
  const all = places.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  return html`
    <ol class="place-shares">
      ${places.map(
        (count, place) => html`
          <li key=${place} data-place=${place + 1}>
            <span class="place-name">${t(`ui.place.${place + 1}`)}</span>
            <span class="place-bar" aria-hidden="true"><span style=${{ transform: `scaleX(${count / all})` }}></span></span>
            <span class="place-share">${percent.format(count / all)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}
