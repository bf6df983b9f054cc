/** Telling those who run the server about somebody. */

import { useEffect, useId, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { wire } from "../../state/session.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { loadRankedSheet } from "../parts/sheet.js";

const REASONS = ["cheating", "collusion", "stalling", "leaving", "talk", "name", "other"];
const LONGEST = 500;

/**
 * @param {{account?: string, game?: string, others?: {seat: number, name: string}[]}} props whom: an
 *   account, or one of those with whom one played a game
 */
export function ReportForm({ account, game, others = [] }) {
  const [seat, setSeat] = useState(others[0]?.seat);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState(REASONS[0]);
  const [text, setText] = useState("");
  const [state, setState] = useState(/** @type {"open" | "sending" | "sent"} */ ("open"));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const id = useId();
  useEffect(() => {
    // Without it the form is plain.
    loadRankedSheet().catch(() => {});
  }, []);
  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    setState("sending");
    try {
      await wire.request({ type: "report", reason, ...(account === undefined ? { game, seat } : { account }), ...(text.trim() ? { text: text.trim() } : {}) });
      setState("sent");
      setFault(null);
    } catch (refusal) {
      setFault(sentence(refusal));
      setState("open");
    }
  }
  if (state === "sent") return html`<p class="panel" role="status">${t("report.thanks")}</p>`;
  return html`
    <details class="panel report" open=${open} onToggle=${(/** @type {Event} */ event) => setOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
      <summary>${t("report.title")}</summary>
      <form class="people-form" onSubmit=${send}>
        ${others.length > 0 &&
        html`
          <label class="filter-field">
            <span class="label">${t("report.who")}</span>
            <select class="input" value=${String(seat)} onChange=${(/** @type {Event} */ event) => setSeat(Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value))}>
              ${others.map((other) => html`<option key=${other.seat} value=${String(other.seat)} selected=${other.seat === seat}>${other.name}</option>`)}
            </select>
          </label>
        `}
        <label class="filter-field">
          <span class="label">${t("report.reason")}</span>
          <select class="input" value=${reason} onChange=${(/** @type {Event} */ event) => setReason(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
            ${REASONS.map((value) => html`<option key=${value} value=${value} selected=${value === reason}>${t(`report.reason.${value}`)}</option>`)}
          </select>
        </label>
        <label class="filter-field" for=${id}>
          <span class="label">${t("report.text")}</span>
          <textarea id=${id} class="input" rows="3" maxlength=${LONGEST} value=${text}
            onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value)}></textarea>
        </label>
        ${fault && html`<p class="fault" role="alert">${fault}</p>`}
        <div class="buttons"><button type="submit" class="button" aria-busy=${state === "sending"} disabled=${state === "sending"}>${t("report.send")}</button></div>
      </form>
    </details>
  `;
}
