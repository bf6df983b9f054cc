/** Beside the table: how the scores went, the rounds to jump to, the link, the record, the proof. */

import { useEffect, useRef } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { html } from "../html.js";
import { signed } from "../parts/names.js";
import { CopyLink, Downloads, outcome } from "../record/parts.js";
import { drawReason, roundTitle } from "../table/words.js";
import { ScoreLine } from "./graph.js";
import { Proof } from "./proof.js";

/** @import {GameRecord, RecordRound} from "../../types.js" */
/** @import {Look, ReplayRound} from "../../model/replay/moves.js" */

/**
 * @param {{
 *   record: GameRecord, rounds: ReplayRound[], lines: RecordRound[], final: number[] | null, look: Look, address: string,
 *   onRound: (round: number) => void,
 * }} props
 */
export function Panel({ record, rounds, lines, final, look, address, onRound }) {
  return html`
    <div class="replay-panel">
      <${ScoreLine} names=${record.names} rounds=${lines} final=${final} at=${look.round} />
      <div class="replay-record">
        <${CopyLink} address=${address} />
        <${Downloads} record=${record} />
        <${Proof} record=${record} rounds=${rounds} />
      </div>
      <${Rounds} record=${record} lines=${lines} look=${look} onRound=${onRound} />
    </div>
  `;
}

/** @param {{record: GameRecord, lines: RecordRound[], look: Look, onRound: (round: number) => void}} props */
function Rounds({ record, lines, look, onRound }) {
  const lang = useLang();
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const box = list.current;
    const here = /** @type {HTMLElement | null} */ (box?.children[look.round] ?? null);
    if (box && here) box.scrollTop = here.offsetTop - (box.clientHeight - here.offsetHeight) / 2;
  }, [look.round]);
  return html`
    <ol class="replay-rounds" aria-label=${t("record.rounds")} ref=${list}>
      ${lines.map(
        (round, at) => html`
          <li key=${at}>
            <button type="button" class="replay-round" aria-current=${at === look.round ? "true" : undefined} onClick=${() => onRound(at)}>
              <b>${roundTitle(round)}</b>
              <span>
                ${round.wins.map((win) => html`<span key=${win.actor}>${outcome(record, win)}</span>`)}
                ${round.draw && html`<span>${drawReason(round.draw.reason)}</span>`}
              </span>
              <span class="swings">
                ${record.names.map((_, seat) => {
                  const change = round.after[seat] - round.before[seat];
                  const way = change > 0 ? "up" : change < 0 ? "down" : "same";
                  return html`<span key=${seat} class=${`delta ${way}${seat === look.seat ? " own" : ""}`}>${signed(change, lang)}</span>`;
                })}
              </span>
            </button>
          </li>
        `,
      )}
    </ol>
  `;
}
