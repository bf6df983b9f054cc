/** What the page of a record and its replay both show: places, outcomes, the link. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { endOf } from "../../model/record.js";
import { bearer } from "../../state/session.js";
import { toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Copy } from "../lobby/icons.js";
import { shownName, signed } from "../parts/names.js";
import { limitName } from "../table/words.js";

/** @import {EndGame, GameRecord, Hora} from "../../types.js" */

/**
 * Where the server has the record.
 *
 * @param {string} id
 */
export function addressOf(id) {
  return `/api/records/${encodeURIComponent(id)}`;
}

/** @param {{record: Pick<GameRecord, "names">, end: EndGame}} props */
export function Places({ record, end }) {
  const lang = useLang();
  const order = record.names.map((_, seat) => seat).sort((a, b) => end.ranks[a] - end.ranks[b]);
  return html`
    <ol class="scores final">
      ${order.map(
        (seat) => html`
          <li key=${seat} class=${`score-row rank-${end.ranks[seat]}`} data-seat=${seat}>
            <span class="score-place">${t(`ui.place.${end.ranks[seat]}`)}</span>
            <span class="score-who"><bdi class="name">${shownName(record.names[seat])}</bdi></span>
            <b class="score-after">${end.scores[seat]}</b>
            <span class=${`delta ${end.points[seat] > 0 ? "up" : "down"}`}>${signed(end.points[seat], lang, 1)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}

/**
 * A win in a sentence.
 *
 * @param {GameRecord} record
 * @param {Hora} win
 */
export function outcome(record, win) {
  const name = (/** @type {number} */ seat) => shownName(record.names[seat]);
  const limit = limitName(win, record.rules);
  const points = limit ? `${limit}, ${win.points}` : String(win.points);
  const who = name(win.actor);
  return win.actor === win.target
    ? t("table.log.tsumo", { who, points })
    : t("table.log.ron", { who, from: name(win.target), points });
}

/**
 * What the server writes a record in, besides as it is: `format` and more of the query, and the name
 * that it goes by everywhere; without one it has words.
 * @type {{query: string, name: string | null}[]}
 */
const FORMATS = [
  { query: "format=mjai", name: "mjai" },
  { query: "format=mjai&flavour=mortal&packed=1", name: "mjai, Mortal (gzip)" },
  { query: "format=tenhou6", name: "tenhou.net/6" },
  { query: "format=text", name: null },
  { query: "format=csv", name: null },
];

/** @type {Record<string, string>} */
const FORMAT_WORDS = { "format=text": "record.text", "format=csv": "record.csv" };

/**
 * The record as files. A game that was ended early is there only as it is: other programs know no such games.
 *
 * @param {{record: GameRecord}} props
 */
export function Downloads({ record }) {
  const address = addressOf(record.id);
  /** @param {MouseEvent} event */
  async function save(event) {
    if (!record.guarded) return;
    // A link says not who we are.
    event.preventDefault();
    const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
    const answer = await fetch(link.href, { headers: bearer() }).catch(() => null);
    if (!answer?.ok) {
      toast("error", t("errors.no_such_record"));
      return;
    }
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? link.download;
    const file = document.createElement("a");
    file.href = URL.createObjectURL(await answer.blob());
    file.download = name;
    file.click();
    URL.revokeObjectURL(file.href);
  }
  return html`
    <details class="downloads">
      <summary>${t("record.download")}</summary>
      <ul>
        <li><a href=${address} download=${`${record.id}.jsonl`} onClick=${save}>JSON Lines</a></li>
        ${endOf(record) &&
        FORMATS.map(({ query, name }) => html`<li key=${query}><a href=${`${address}?${query}`} download onClick=${save}>${name ?? t(FORMAT_WORDS[query])}</a></li>`)}
      </ul>
    </details>
  `;
}

/**
 * A button that copies a link. Where there is no clipboard (over plain http) the link is shown, selected.
 *
 * @param {{address: string}} props
 */
export function CopyLink({ address }) {
  const [copied, setCopied] = useState(/** @type {string | null} */ (null));
  const [shown, setShown] = useState(/** @type {string | null} */ (null));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.select(), [shown]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(address);
      setShown(null);
    } catch {
      setShown(address);
    }
  }
  return html`
    <span class="copy-link">
      <button type="button" class="button" onClick=${copy}><${Copy} /> ${t("ui.copy_link")}</button>
      <span role="status" class="hint">${copied === address ? t("room.copied") : ""}</span>
      ${shown !== null && html`<input ref=${field} class="input" readonly value=${shown} aria-label=${t("replay.link")} />`}
    </span>
  `;
}
