/** Who leads, of four or three players, by rank or by rating. */

import { useEffect, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { getLeaderboard } from "../../state/profiles.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Segmented } from "../lobby/fields.js";
import { Link, Page } from "../lobby/page.js";
import { rankWords } from "../ranked/rank.js";

/** @import {Leaderboard} from "../../types.js" */

const LIMIT = 20;

export function LeaderboardScreen() {
  const [kind, setKind] = useState(/** @type {"4p" | "3p"} */ ("4p"));
  const [by, setBy] = useState(/** @type {"rank" | "rating"} */ ("rank"));
  return html`
    <${Page} title=${t("ui.leaderboard")} class="leaders">
      <div class="leader-choice">
        <${Segmented} label=${t("rules.players")} bare value=${kind} onChange=${setKind}
          options=${["4p", "3p"].map((value) => ({ value, label: t(`rules.players.${value[0]}`) }))} />
        <${Segmented} label=${t("leaders.by")} bare value=${by} onChange=${setBy}
          options=${["rank", "rating"].map((value) => ({ value, label: t(value === "rank" ? "ui.rank" : "ui.rating") }))} />
      </div>
      <${Board} key=${`${kind}-${by}`} kind=${kind} by=${by} />
      <p class="buttons"><${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//></p>
    <//>
  `;
}

/** @param {{kind: "4p" | "3p", by: "rank" | "rating"}} props */
function Board({ kind, by }) {
  const online = useStore((state) => state.status === "online");
  const stranger = useStore((state) => state.status === "idle");
  const me = useStore((state) => state.me);
  const number = new Intl.NumberFormat(useLang());
  const [after, setAfter] = useState(0);
  const [board, setBoard] = useState(/** @type {Leaderboard | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (!online) return undefined;
    let wanted = true;
    getLeaderboard(kind, by, after, LIMIT).then(
      (found) => wanted && (setBoard(found), setFault(null)),
      (refusal) => wanted && setFault(sentence(refusal)),
    );
    return () => {
      wanted = false;
    };
  }, [online, after]);
  if (stranger) return html`<p class="panel hint">${t("leaders.none")}</p>`;
  if (fault) return html`<p class="fault" role="alert">${fault}</p>`;
  if (!board) return html`<p class="hint">${t("ui.loading")}</p>`;
  const ownPage = board.own === null ? null : LIMIT * Math.floor((board.own - 1) / LIMIT);
  return html`
    <section class="panel">
      ${board.rows.length === 0
        ? html`<p class="hint" role="status">${t("leaders.none")}</p>`
        : html`
            <p class="hint" role="status">
              ${t("leaders.total", { count: number.format(board.total) })}${board.own === null ? "" : ` · ${t("leaders.own", { place: number.format(board.own) })}`}
            </p>
            <div class="record-scroll">
              <table class="record-table leader-table">
                <thead>
                  <tr>
                    <th scope="col" class="figure">${t("home.record_place")}</th>
                    <th scope="col">${t("ui.nickname")}</th>
                    <th scope="col">${t("ui.rank")}</th>
                    <th scope="col" class="figure">${t("ui.rating")}</th>
                    <th scope="col" class="figure">${t("profile.games")}</th>
                  </tr>
                </thead>
                <tbody>
                  ${board.rows.map(
                    (row) => html`
                      <tr key=${row.account} class=${row.account === me?.account ? "own" : ""} aria-current=${row.account === me?.account ? "true" : undefined}>
                        <td class="figure">${number.format(row.place)}</td>
                        <td><${Link} href=${`/profile/${row.account}`} class="record-link"><bdi>${row.name}</bdi><//></td>
                        <td>${rankWords(row.rank)}</td>
                        <td class="figure leader-rating" data-label=${t("ui.rating")}>${number.format(row.rating)}</td>
                        <td class="figure leader-games" data-label=${t("profile.games")}>${number.format(row.games)}</td>
                      </tr>
                    `,
                  )}
                </tbody>
              </table>
            </div>
          `}
      <div class="buttons">
        <button type="button" class="button quiet" disabled=${after === 0} onClick=${() => setAfter(Math.max(0, after - LIMIT))}>${t("leaders.up")}</button>
        <button type="button" class="button quiet" disabled=${after + LIMIT >= board.total} onClick=${() => setAfter(after + LIMIT)}>${t("leaders.down")}</button>
        ${ownPage !== null && ownPage !== after && html`<button type="button" class="button quiet" onClick=${() => setAfter(ownPage)}>${t("leaders.to_own")}</button>`}
      </div>
    </section>
  `;
}
