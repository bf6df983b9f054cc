/** One's own finished games. */

import { useEffect, useRef, useState } from "preact/hooks";

import { has, t, useLang } from "../../i18n.js";
import { wire } from "../../state/session.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { DayField, FilterSelect, ModeSelect, PlayerField, useFilter } from "../parts/filter.js";
import { shownName, signed } from "../parts/names.js";
import { loadWatchSheet } from "../parts/sheet.js";
import { Link, Page } from "./page.js";

/** So many games at a time, on the screen of their own and in the lobby. */
const PAGE = 20;
const BRIEF = 10;
/** @type {Record<string, unknown>} */
const ALL = {};

/** What one may look for: the common ones, from cheap to dear. */
const YAKU = [
  "riichi", "double_riichi", "ippatsu", "menzen_tsumo", "tanyao", "pinfu", "iipeikou", "haku", "hatsu", "chun", "seat_wind",
  "round_wind", "haitei", "houtei", "rinshan", "chankan", "chiitoitsu", "sanshoku_doujun", "ittsuu", "chanta", "toitoi",
  "sanankou", "sanshoku_doukou", "sankantsu", "shousangen", "honroutou", "junchan", "honitsu", "ryanpeikou", "chinitsu",
  "renhou", "tenhou", "chiihou", "daisangen", "shousuushii", "daisuushii", "suuankou", "suuankou_tanki", "kokushi",
  "kokushi_13", "chuuren", "junsei_chuuren", "tsuuiisou", "chinroutou", "ryuuiisou", "suukantsu",
];

/**
 * A game as `list_records` gives it; of one that a vote ended, the lists are empty.
 * @typedef {{
 *   game: string, mode: string, ended: number, seat: number, names: string[],
 *   scores: number[], ranks: number[], points: number[],
 * }} GameLine
 */

/** The list as a screen of its own. */
export function RecordsScreen() {
  const stranger = useStore((state) => state.status === "idle");
  return html`
    <${Page} title=${t("home.records_title")} class="records-page">
      ${stranger
        ? html`<section class="panel"><p class="hint">${t("home.records_none")}</p></section>`
        : html`<${Filtered} />`}
      <p class="buttons"><${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//></p>
    <//>
  `;
}

function Filtered() {
  const [filter, change] = useFilter(["player", "mode", "yaku", "since", "until"]);
  useEffect(() => {
    // Without it the fields stand one below the other, and nothing else.
    loadWatchSheet().catch(() => {});
  }, []);
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => change({ [name]: value });
  const yaku = YAKU.map((name) => ({ value: name, label: t(`yaku.${name}`) }));
  return html`
    <div class="filter" role="search" aria-label=${t("filter.title")}>
      <${PlayerField} value=${filter.player ?? ""} onChange=${set("player")} />
      <${ModeSelect} value=${filter.mode ?? ""} onChange=${set("mode")} />
      <${FilterSelect} label=${t("filter.yaku")} value=${filter.yaku ?? ""} options=${yaku} onChange=${set("yaku")} />
      <${DayField} label=${t("filter.since")} value=${filter.since ?? ""} onChange=${set("since")} />
      <${DayField} label=${t("filter.until")} value=${filter.until ?? ""} onChange=${set("until")} />
    </div>
    <${OwnRecords} page=${PAGE} plain filter=${wanted(filter)} />
  `;
}

/**
 * The fields of `list_records`. Days are those of the person who asks; the last one counts to its end.
 *
 * @param {Record<string, string>} filter
 */
function wanted({ since, until, ...rest }) {
  const start = since ? new Date(`${since}T00:00`).getTime() : NaN;
  const end = until ? new Date(`${until}T00:00`) : null;
  end?.setDate(end.getDate() + 1);
  const stop = end?.getTime() ?? NaN;
  return { ...rest, ...(start >= 0 ? { since: start } : {}), ...(stop >= 0 ? { until: stop } : {}) };
}

/**
 * @param {{page?: number, plain?: boolean, filter?: Record<string, unknown>}} props
 *   `page`: games at a time; `plain`: the heading is only read out; `filter`: which games
 */
export function OwnRecords({ page = BRIEF, plain = false, filter = ALL }) {
  const online = useStore((state) => state.status === "online");
  const [games, setGames] = useState(/** @type {GameLine[] | null} */ (null));
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const key = JSON.stringify(filter);
  const latest = useRef(key);
  latest.current = key;
  /** @param {GameLine[]} known */
  async function load(known) {
    try {
      const before = known.at(-1)?.game;
      const answer = await wire.request({ type: "list_records", limit: page, ...filter, ...(before ? { before } : {}) });
      // Another list may be wanted by now.
      if (latest.current !== key) return;
      setGames([...known, ...answer.games]);
      setMore(answer.games.length === page);
      setFault(null);
    } catch (refusal) {
      setFault(sentence(refusal));
    }
  }
  useEffect(() => {
    if (online) load([]);
  }, [online, key]);
  return html`
    <section class="panel records" aria-labelledby="records-title">
      <h2 id="records-title" class=${plain ? "unseen" : ""}>${t("home.records_title")}</h2>
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      ${!games && !fault && html`<p class="hint">${t("ui.loading")}</p>`}
      ${games?.length === 0 && html`<p class="hint">${t(filter === ALL || key === "{}" ? "home.records_none" : "filter.none")}</p>`}
      ${games && games.length > 0 && html`<${GameTable} games=${games} />`}
      ${games && more && html`<button type="button" class="button quiet" onClick=${() => load(games)}>${t("home.records_more")}</button>`}
    </section>
  `;
}

/** @param {{games: GameLine[]}} props */
export function GameTable({ games }) {
  const lang = useLang();
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
  const number = new Intl.NumberFormat(lang);
  return html`
    <div class="record-scroll">
      <table class="record-table">
        <thead>
          <tr>
            <th scope="col">${t("home.record_place")}</th>
            <th scope="col">${t("home.record_game")}</th>
            <th scope="col" class="figure">${t("home.record_score")}</th>
            <th scope="col" class="figure">${t("home.record_result")}</th>
            <th scope="col">${t("home.record_players")}</th>
            <th scope="col">${t("home.record_date")}</th>
          </tr>
        </thead>
        <tbody>
          ${games.map(({ game, mode, ended, seat, names, scores, ranks, points }) => {
            const place = ranks[seat];
            return html`
              <tr key=${game} data-game=${game}>
                <td class="place-cell">
                  ${place === undefined ? html`<span class="hint">–</span>` : html`<span class="place" data-place=${place}>${t(`ui.place.${place}`)}</span>`}
                </td>
                <td class="mode-cell"><${Link} href=${`/r/${game}`} class="record-link">${has(`mode.${mode}`) ? t(`mode.${mode}`) : mode}<//></td>
                ${place === undefined
                  ? html`<td colspan="2" class="ended-cell hint">${t("home.record_ended")}</td>`
                  : html`
                      <td class="figure score-cell">${number.format(scores[seat])}</td>
                      <td class=${`figure points-cell ${points[seat] < 0 ? "minus" : "plus"}`}>${signed(points[seat], lang, 1)}</td>
                    `}
                <td class="names-cell">
                  <ul class="names">
                    ${names.map((name, index) => html`<li key=${index} class=${index === seat ? "own" : ""}>${shownName(name)}</li>`)}
                  </ul>
                </td>
                <td class="date-cell"><time datetime=${new Date(ended).toISOString()}>${date.format(ended)}</time></td>
              </tr>
            `;
          })}
        </tbody>
      </table>
    </div>
  `;
}
