/** A finished game by its link: places and points, what each round came to, the rules, the replay. */

import { useEffect, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { endOf, roundsOf } from "../../model/record.js";
import { Refusal } from "../../net/wire.js";
import { bearer } from "../../state/session.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Link, Page } from "../lobby/page.js";
import { RulesSummary } from "../lobby/rules_summary.js";
import { useCatalogue } from "../lobby/rules_panel.js";
import { choiceOf } from "../lobby/rule_values.js";
import { shownName, signed } from "../parts/names.js";
import { loadReplaySheet } from "../parts/sheet.js";
import { drawReason, roundName } from "../table/words.js";
import { CopyLink, Downloads, Places, addressOf, outcome } from "./parts.js";

/** @import {ComponentType} from "preact" */
/** @import {GameRecord} from "../../types.js" */

/** A module that could not be loaded is tried again after this (ms). */
const RETRY_MS = 2000;

/** @param {{id: string}} props */
export function RecordScreen({ id }) {
  const [record, setRecord] = useState(/** @type {GameRecord | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setFault(null);
    load(id).then(setRecord, (/** @type {unknown} */ refusal) => setFault(sentence(refusal)));
  }, [id, attempt]);
  const room = useStore((state) => state.room);
  const [watching, stopWatching] = useWatching();
  const Replay = useReplay(watching);
  if (watching && record && !fault && dealIn(record)) {
    return Replay && html`<${Replay} record=${record} onClose=${stopWatching} />`;
  }
  return html`
    <${Page} title=${t("record.title")} class="record">
      ${!record && !fault && html`<p class="hint">${t("ui.loading")}</p>`}
      ${fault &&
      html`
        <section class="panel">
          <p class="fault" role="alert">${fault}</p>
          <button type="button" class="button" onClick=${() => setAttempt(attempt + 1)}>${t("record.again")}</button>
        </section>
      `}
      ${record && html`<${Finished} record=${record} />`}
      <p class="buttons">
        <${Link} href=${room ? `/room/${room.code}` : "/"} class="button quiet">${t(room ? "home.back_to_room" : "ui.back_to_lobby")}<//>
      </p>
    <//>
  `;
}

/**
 * Whether the address names a moment of the game (`#seat=0&round=E2.1&step=37`), and what ends that.
 *
 * @returns {[boolean, () => void]}
 */
function useWatching() {
  const [watching, setWatching] = useState(namesMoment());
  useEffect(() => {
    const follow = () => setWatching(namesMoment());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  const stop = () => {
    history.replaceState(null, "", location.pathname);
    setWatching(false);
  };
  return [watching, stop];
}

function namesMoment() {
  return /[#&](?:seat|round|step|hands)=/.test(location.hash);
}

/**
 * The replay, once it is wanted: few visits need it.
 *
 * @param {boolean} wanted
 */
function useReplay(wanted) {
  const [found, setFound] = useState(/** @type {{Replay: ComponentType<any>} | null} */ (null));
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!wanted || found) return undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    import("../replay/screen.js")
      .then((module) => loadReplaySheet().then(() => setFound({ Replay: module.Replay })))
      .catch(() => {
        timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      });
    return () => clearTimeout(timer);
  }, [wanted, found, attempt]);
  return found?.Replay ?? null;
}

/**
 * Anybody may read most records, without an account; some are for those who played, at least for a while.
 *
 * @param {string} id
 * @returns {Promise<GameRecord>} rejected with a `Refusal`
 */
async function load(id) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(addressOf(id), { headers: bearer() });
  } catch {
    throw new Refusal("offline", "There is no connection.");
  }
  if (answer.status === 404) throw new Refusal("no_such_record", "There is no record of such a game.");
  if (!answer.ok) throw new Refusal("unavailable", `The record could not be loaded: ${answer.status}.`);
  const guarded = answer.headers.get("Cache-Control")?.includes("private") ?? false;
  return { ...(await answer.json()), guarded };
}

/**
 * The link to the first deal, seen from the seat of who reads if there is one; null: nothing was dealt.
 *
 * @param {GameRecord} record
 */
function useBeginning(record) {
  const name = useStore((state) => state.me?.name ?? null);
  const seat = Math.max(0, record.names.findIndex((other) => other === name));
  return dealIn(record) ? `#seat=${seat}&step=0` : null;
}

/**
 * Whether there is anything to watch: a game may have been ended before its first deal.
 *
 * @param {GameRecord} record
 */
function dealIn({ events }) {
  return events.some((event) => event.type === "start_kyoku");
}

/** @param {{record: GameRecord}} props */
function Finished({ record }) {
  const catalogue = useCatalogue();
  const end = endOf(record);
  const begin = useBeginning(record);
  return html`
    <section class="panel" aria-labelledby="record-result">
      <h2 id="record-result">${t("ui.game_result")}</h2>
      ${end ? html`<${Places} record=${record} end=${end} />` : html`<p>${t("home.record_ended")}</p>`}
      <div class="buttons">
        ${begin && html`<a class="button primary" href=${begin}>${t("record.watch")}</a>`}
        <${CopyLink} address=${location.href} />
        <${Downloads} record=${record} />
      </div>
    </section>
    <section class="panel" aria-labelledby="record-rounds">
      <h2 id="record-rounds">${t("record.rounds")}</h2>
      <${Rounds} record=${record} />
    </section>
    ${catalogue &&
    html`
      <section class="panel" aria-labelledby="record-rules">
        <h2 id="record-rules">${t("room.rules")}</h2>
        <${RulesSummary} catalogue=${catalogue} rules=${record.rules} choice=${choiceOf(catalogue, record.rules)} />
      </section>
    `}
  `;
}

/** @param {{record: GameRecord}} props */
function Rounds({ record }) {
  const lang = useLang();
  const number = new Intl.NumberFormat(lang);
  const rounds = roundsOf(record);
  return html`
    <table class="rounds-table" style=${{ "--players": String(record.names.length) }}>
      <thead>
        <tr>
          <th scope="col">${t("record.round")}</th>
          <th scope="col">${t("home.record_result")}</th>
          ${record.names.map((name, seat) => html`<th scope="col" class="figure" key=${seat}><bdi class="name">${shownName(name)}</bdi></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rounds.map(
          (round, at) => html`
            <tr key=${at}>
              <th scope="row">${roundName(round)}${round.honba > 0 ? `, ${t("ui.honba")} ${round.honba}` : ""}</th>
              <td>
                ${round.wins.map((win) => html`<div key=${win.actor}>${outcome(record, win)}</div>`)}
                ${round.draw && drawReason(round.draw.reason)}
              </td>
              ${record.names.map((_, seat) => {
                const change = round.after[seat] - round.before[seat];
                return html`
                  <td class="figure" key=${seat}>
                    <b>${number.format(round.after[seat])}</b>
                    <small class=${`delta ${change > 0 ? "up" : change < 0 ? "down" : "same"}`}>${signed(change, lang)}</small>
                  </td>
                `;
              })}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
