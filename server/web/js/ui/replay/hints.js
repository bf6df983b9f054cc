/** What the seat that one looks from could know of its hand at a moment: distance, useful tiles, waits. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { bearer } from "../../state/session.js";
import { html } from "../html.js";
import { Tile } from "../parts/tile.js";
import { addressOf } from "../record/parts.js";
import { Furiten, Hints } from "../table/hints.js";

/** @import {GameRecord, Pai, SeatAnalysis} from "../../types.js" */
/** @import {Look} from "../../model/replay/moves.js" */

/** Who goes on at once has not wanted to know (ms). */
const REST_MS = 120;
/** So many discards are listed. */
const DISCARDS = 6;

/** @typedef {(SeatAnalysis | null)[]} Moment by seat */

/**
 * The analysis of a moment; null while it is not wanted, or not there.
 *
 * @param {GameRecord} record
 * @param {Look} look
 * @param {boolean} wanted
 * @returns {Moment | null}
 */
export function useAnalysis(record, { round, step }, wanted) {
  const known = useRef(/** @type {Map<string, Moment>} */ (new Map()));
  const [, redraw] = useState(0);
  const place = `round=${round}&step=${step}`;
  useEffect(() => {
    if (!wanted || known.current.has(place)) return undefined;
    let here = true;
    const timer = setTimeout(async () => {
      const answer = await fetch(`${addressOf(record.id)}/analysis?${place}`, { headers: bearer() }).catch(() => null);
      if (!answer?.ok) return;
      const { seats } = await answer.json();
      known.current.set(place, seats);
      if (here) redraw((count) => count + 1);
    }, REST_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [record, place, wanted]);
  return wanted ? (known.current.get(place) ?? null) : null;
}

/** @param {{analysis: SeatAnalysis | null}} props */
export function Analysis({ analysis }) {
  if (!analysis) return null;
  const { shanten, useful, waits, by_discard: byDiscard, furiten } = analysis;
  const groups = waits.length > 0
    ? [{ discard: /** @type {Pai | null} */ (null), waits }]
    : Object.entries(byDiscard).slice(0, DISCARDS).map(([discard, after]) => ({ discard: /** @type {Pai | null} */ (discard), waits: after }));
  const words = shanten < 0 ? t("replay.complete") : shanten === 0 ? t("draws.tenpai") : t("replay.shanten", { n: shanten });
  return html`
    <section class="analysis" data-shanten=${shanten} aria-label=${t("replay.hints")}>
      <p class="analysis-head"><b>${words}</b> <${Furiten} on=${furiten} /></p>
      ${groups.length > 0
        ? html`<${Hints} groups=${groups} />`
        : shanten > 0 &&
          html`
            <ul class="useful" aria-label=${t("replay.useful")}>
              ${Object.entries(useful).map(([pai, count]) => html`<li key=${pai}><${Tile} size="small" pai=${pai} /><b>${count}</b></li>`)}
            </ul>
          `}
    </section>
  `;
}
