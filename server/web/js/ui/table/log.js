/** The log beside the table, and what is spoken: one polite line of events, one assertive one. */

import { useEffect, useRef } from "preact/hooks";

import { t, wordsNow } from "../../i18n.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";
import { tileName } from "../parts/tile.js";
import { logWords } from "./words.js";

/** @import {LogLine, TableModel} from "../../types.js" */
/** @import {StripItem} from "./strip.js" */

const SHOWN = 60;
/** Spoken at once, in front of everything. */
const URGENT = ["reach", "hora", "ryukyoku", "end_game"];

/** @param {{table: TableModel}} props */
export function LogPanel({ table }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [table.seq]);
  return html`
    <aside class="log-panel" aria-label=${t("table.log_title")}>
      <ol ref=${box} tabindex="0">
        ${table.log.slice(-SHOWN).map((line) => html`<${Line} key=${line.seq} line=${line} words=${lineWords(table, line)} />`)}
      </ol>
    </aside>
  `;
}

/** @type {WeakMap<LogLine, {words: object, text: string | null}>} What was made of a line, and of which words. */
const texts = new WeakMap();

/**
 * As `logWords`, made once for each line and language.
 *
 * @param {TableModel} table
 * @param {LogLine} line
 */
function lineWords(table, line) {
  const words = wordsNow();
  let made = texts.get(line);
  if (made?.words !== words) {
    made = { words, text: logWords(table, line) };
    texts.set(line, made);
  }
  return made.text;
}

const Line = pure(
  /** @param {{line: LogLine, words: string | null}} props */
  ({ line, words }) => (words === null ? null : html`<li class=${`log-${line.kind}`} data-seq=${line.seq}>${words}</li>`),
);

/**
 * What is spoken, and up to what: the last event, the decision, what a key asked for.
 * @typedef {{seq: number, decision: string | null, asked: string | null, polite: LogLine[], urgent: string}} Said
 */

/** @type {Said} */
const NOTHING = { seq: -1, decision: null, asked: null, polite: [], urgent: "" };

/**
 * What is spoken after what has come since: the newest urgent words take the place of older ones.
 *
 * @param {Said} said
 * @param {TableModel} table
 * @param {StripItem[]} items
 * @param {Record<string, string>} keys
 * @param {string | null} asked
 * @returns {Said}
 */
function saidNow(said, table, items, keys, asked) {
  let { polite, urgent } = said;
  const fresh = table.seq === said.seq ? [] : table.log.filter((line) => line.seq > said.seq);
  if (fresh.length > 0) {
    polite = fresh.filter((line) => !URGENT.includes(line.kind) && !(line.kind === "tsumo" && line.seat === table.seat));
    const loud = fresh.filter((line) => URGENT.includes(line.kind)).map((line) => lineWords(table, line));
    if (loud.length > 0) urgent = loud.join(". ");
  }
  const decision = table.ask?.decision ?? said.decision;
  if (decision !== null && decision !== said.decision) urgent = askWords(table, items, keys);
  if (asked !== null && asked !== said.asked) urgent = asked;
  return { seq: table.seq, decision, asked, polite, urgent };
}

/**
 * @param {TableModel} table
 * @param {StripItem[]} items
 * @param {Record<string, string>} keys
 */
function askWords(table, items, keys) {
  const { drawn } = table.seats[table.seat];
  const turn = table.ask?.options.some((option) => option.type === "dahai");
  const words = turn ? [drawn ? t("table.your_turn_with", { tile: tileName(drawn) }) : t("ui.your_discard")] : [t("table.offered")];
  for (const item of items) words.push(item.key && keys[item.key] ? `${item.name} (${keys[item.key].toUpperCase()})` : item.name);
  return words.join(". ");
}

/**
 * @param {{table: TableModel, items: StripItem[], keys: Record<string, string>, asked: string | null}} props
 *   `asked`: what a key asked to be said
 */
export function Spoken({ table, items, keys, asked }) {
  const said = useRef(/** @type {Said | null} */ (null));
  // While it is drawn, not after that: a second drawing of each event would cost as much as the first.
  said.current = said.current ? saidNow(said.current, table, items, keys, asked) : { ...NOTHING, seq: table.seq };
  const { polite, urgent } = said.current;

  return html`
    <div class="unseen spoken" role="log" aria-live="polite" aria-label=${t("table.log_title")}>
      ${polite.map((line) => html`<p key=${line.seq}>${lineWords(table, line)}</p>`)}
    </div>
    <div class="unseen alert" role="status" aria-live="assertive">${urgent}</div>
  `;
}
