/** What people do besides playing: stamps, muting, the vote to end, the rule sheet, leaving. */

import { has, t } from "../../i18n.js";
import { leaveTable, mute, say, voteEnd, votePause, voteResume } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { shownName } from "../parts/names.js";
import { useNow } from "./clock.js";
import { seatWords } from "./words.js";

/** @import {Stamp, TableModel, Vote as OpenVote} from "../../types.js" */

/** @type {Stamp[]} */
const STAMPS = ["hello", "good_luck", "nice_hand", "thank_you", "sorry", "surprised", "thinking", "good_game"];
/** Rules that people look up in the middle of a game. */
const SHEET = [
  "length", "start_points", "required_points", "thinking_time", "aka_dora", "ura_dora", "kan_dora", "open_tanyao", "kuikae",
  "min_han", "multi_ron", "tobi", "hints",
];

/** @typedef {"menu" | "stamps" | "rules" | "leave" | "settings" | null} Panel */

/** @param {{table: TableModel, onPanel: (panel: Panel) => void}} props */
export function Menu({ table, onPanel }) {
  const room = useStore((state) => state.room);
  const close = () => onPanel(null);
  return html`
    <${Dialog} title=${t("table.menu")} onClose=${close}>
      <div class="menu-list">
        <button type="button" class="button" onClick=${() => onPanel("settings")}>${t("ui.settings")}</button>
        <button type="button" class="button" onClick=${() => onPanel("rules")}>${t("table.rule_sheet")}</button>
        ${room && !table.ranked &&
        html`<button type="button" class="button" onClick=${() => { voteEnd(true); close(); }}>${t("table.ask_end")}</button>`}
        ${room && !table.ranked && !table.paused &&
        html`<button type="button" class="button" onClick=${() => { votePause(true); close(); }}>${t("table.ask_pause")}</button>`}
        <button type="button" class="button" onClick=${() => onPanel("leave")}>${t("table.leave")}</button>
      </div>
      ${table.watchers > 0 && html`<p class="dim">${t("table.watchers", { n: table.watchers })}</p>`}
    <//>
  `;
}

/** @param {{onPanel: (panel: Panel) => void}} props */
export function Leave({ onPanel }) {
  return html`
    <${Dialog} title=${t("table.leave")} onClose=${() => onPanel(null)}>
      <p>${t("table.leave_note")}</p>
      <div class="window-buttons">
        <button type="button" class="button" onClick=${() => onPanel(null)}>${t("table.stay")}</button>
        <button type="button" class="button primary" onClick=${leaveTable}>${t("table.leave")}</button>
      </div>
    <//>
  `;
}

/** @param {{table: TableModel, onPanel: (panel: Panel) => void}} props */
export function Stamps({ table, onPanel }) {
  const others = table.names.map((name, seat) => ({ name, seat })).filter(({ seat }) => seat !== table.seat && table.seats[seat].presence !== "bot");
  return html`
    <${Dialog} title=${t("ui.stamp")} onClose=${() => onPanel(null)}>
      <div class="stamps">
        ${STAMPS.map(
          (stamp) => html`
            <button type="button" class="button stamp" key=${stamp} onClick=${() => { say(stamp); onPanel(null); }}>
              ${t(`table.stamp.${stamp}`)}
            </button>
          `,
        )}
      </div>
      ${others.length > 0 &&
      html`
        <div class="mutes">
          ${others.map(({ name, seat }) => {
            const muted = table.muted.includes(seat);
            return html`
              <button type="button" class="button" key=${seat} aria-pressed=${muted ? "true" : "false"} onClick=${() => mute(seat, !muted)}>
                ${t("ui.mute")}: ${seatWords(table, seat)} <span dir="auto">${name}</span> ${muted ? "✓" : ""}
              </button>
            `;
          })}
        </div>
      `}
    <//>
  `;
}

/** @param {{table: TableModel, onPanel: (panel: Panel) => void}} props */
export function RuleSheet({ table, onPanel }) {
  const shown = SHEET.filter((name) => table.rules[name] !== undefined && table.rules[name] !== null);
  return html`
    <${Dialog} title=${t("table.rule_sheet")} onClose=${() => onPanel(null)}>
      <dl class="rule-sheet">
        ${shown.map((name) => html`<div key=${name}><dt>${t(`rules.${name}`)}</dt><dd>${ruleValue(name, table.rules[name])}</dd></div>`)}
      </dl>
    <//>
  `;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function ruleValue(name, value) {
  if (typeof value === "boolean") return value ? "✓" : "✗";
  if (typeof value === "string") return has(`rules.${name}.${value}`) ? t(`rules.${name}.${value}`) : value;
  if (typeof value === "number") return String(value);
  return Object.entries(/** @type {object} */ (value)).map(([key, count]) => `${key} ${count}`).join(", ");
}

/** What is voted on, and the pause that was agreed. @param {{table: TableModel}} props */
export function Vote({ table }) {
  if (!table.vote && !table.pauseVote && !table.paused) return null;
  return html`
    <div class="votes">
      <${Paused} table=${table} />
      <${Ballot} vote=${table.vote} />
      <${Ballot} vote=${table.pauseVote} />
    </div>
  `;
}

const BALLOTS = { end: voteEnd, pause: votePause, resume: voteResume };

/** @param {{vote: OpenVote | null}} props */
function Ballot({ vote }) {
  const now = useNow(vote !== null && vote.ends_ms > 0);
  if (!vote || vote.ends_ms === 0) return null;
  const left = Math.ceil((vote.ends_ms - (now - vote.at)) / 1000);
  if (left <= 0) return null;
  const answer = BALLOTS[vote.kind];
  const [question, no, yes] = ballotWords(vote.kind);
  return html`
    <section class="vote" role="group" aria-label=${question}>
      <p>${question} <b>${vote.agreed}/${vote.needed}</b> · ${t("ui.seconds", { n: left })}</p>
      <div class="window-buttons">
        <button type="button" class="button" onClick=${() => answer(false)}>${no}</button>
        <button type="button" class="button primary" onClick=${() => answer(true)}>${yes}</button>
      </div>
    </section>
  `;
}

/** @param {OpenVote["kind"]} kind what is asked, and the two answers */
function ballotWords(kind) {
  if (kind === "end") return [t("ui.vote_end"), t("table.vote_no"), t("table.vote_yes")];
  return [t(`table.vote.${kind}`), t(`table.vote_no.${kind}`), t(`table.vote_yes.${kind}`)];
}

/** No clock runs, nobody is asked. @param {{table: TableModel}} props */
function Paused({ table }) {
  const { paused, pauseVote } = table;
  const now = useNow(paused !== null);
  if (!paused) return null;
  const left = Math.max(0, Math.ceil((paused.until_ms - (now - paused.at)) / 1000));
  const asked = pauseVote !== null && pauseVote.kind === "resume" && pauseVote.ends_ms > 0;
  return html`
    <section class="vote paused" role="group" aria-label=${t("table.paused")}>
      <p role="status"><b>${t("table.paused")}</b> · <bdi>${shownName(table.names[paused.by] ?? "")}</bdi></p>
      <p class="pause-left" role="timer">${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}</p>
      ${!asked && html`<div class="window-buttons"><button type="button" class="button primary" onClick=${() => voteResume(true)}>${t("table.go_on_playing")}</button></div>`}
    </section>
  `;
}
