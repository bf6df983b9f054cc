/** The clock of the open ask: base first, then the bank; counted from when the frame came. */

import { useEffect, useState } from "preact/hooks";

import { sound } from "../../audio.js";
import { t } from "../../i18n.js";
import { timeLeft } from "../../model/table.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";

/** @import {Pending, TableModel} from "../../types.js" */

const TICK = 200;
const LAST = 5000;
const TIMED_OUT_SHOWN = 3000;
const SPINNER = 400;
const SLOW = 2000;

/**
 * The present time, drawn again while `running`.
 *
 * @param {boolean} running
 */
export function useNow(running) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!running) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [running]);
  return running ? Math.max(now, performance.now()) : now;
}

/**
 * The time (ms) until the clock says something else: it shows whole seconds of both parts, and warns by their sum.
 *
 * @param {{base: number, bank: number}} left
 */
function untilChange({ base, bank }) {
  const parts = [base, base + bank].filter((part) => part > 0);
  return Math.min(...parts.map((part) => part % 1000 || 1000));
}

/** @param {{table: TableModel}} props */
export function Clock({ table }) {
  const { ask } = table;
  const now = performance.now();
  const left = ask ? timeLeft(ask, now) : null;
  usePast(now, left ? untilChange(left) : Infinity);
  const total = left ? left.base + left.bank : Infinity;
  const second = total < LAST ? Math.ceil(total / 1000) : 0;
  useEffect(() => {
    if (second > 0) sound("tick");
  }, [second]);
  if (!left) return html`<div class="clock idle" aria-hidden="true"></div>`;
  const base = Math.ceil(left.base / 1000);
  const bank = Math.ceil(left.bank / 1000);
  return html`
    <div class=${`clock${left.base === 0 ? " bank" : ""}${second > 0 ? " last" : ""}`} role="timer" aria-label=${`${t("ui.time_base")} ${base}, ${t("ui.time_bank")} ${bank}`}>
      ${left.base > 0 && html`<span class="clock-base">${base}</span>`}
      ${(left.bank > 0 || left.base === 0) && html`<span class="clock-bank">${left.base > 0 ? `+${bank}` : bank}</span>`}
    </div>
  `;
}

/**
 * Whether `ms` have gone by since `at` (null: there is nothing that could); drawn again when they have.
 *
 * @param {number | null} at
 * @param {number} ms
 */
export function usePast(at, ms) {
  const [, redraw] = useState(0);
  const left = at === null ? Infinity : at + ms - performance.now();
  useEffect(() => {
    if (left <= 0 || left === Infinity) return undefined;
    const timer = setTimeout(() => redraw((count) => count + 1), Math.ceil(left) + 1);
    return () => clearTimeout(timer);
  });
  return left <= 0;
}

/** An act that the server has not answered yet, after a while. @param {{pending: Pending | null}} props */
export function Spinner({ pending }) {
  const late = usePast(pending?.state === "sent" ? pending.at : null, SPINNER);
  return late ? html`<i class="spinner" aria-hidden="true"></i>` : null;
}

/**
 * "Time ran out", for its time, whatever comes meanwhile; an act without an answer; a slow line.
 *
 * @param {{table: TableModel, spinner: boolean}} props `spinner`: show it here, as the act is no tile's
 */
export function Notes({ table, spinner }) {
  const { timedOut, pending } = table;
  const rtt = useStore((state) => state.rtt);
  const gone = usePast(timedOut?.at ?? null, TIMED_OUT_SHOWN);
  const slow = usePast(pending?.state === "sent" ? pending.at : null, SLOW);
  return html`
    <div class="notes" role="status">
      ${timedOut && !gone && html`<span class="note">${t("ui.timed_out")}</span>`}
      ${spinner && html`<${Spinner} pending=${pending} />`}
      ${slow && html`<span class="note">${t("table.slow", { ms: Math.round(Math.max(rtt ?? 0, SLOW)) })}</span>`}
    </div>
  `;
}
