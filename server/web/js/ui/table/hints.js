/** Waits with what is left of them and what they are worth, the furiten sign, and the unseen count. */

import { t } from "../../i18n.js";
import { plain } from "../../model/tiles.js";
import { html } from "../html.js";
import { Tile } from "../parts/tile.js";
import { unseen } from "./visible.js";

/** @import {HintWait, Pai, TableModel} from "../../types.js" */
/** @import {HandTile} from "./order.js" */
/** @import {Turn} from "./turn.js" */

/**
 * What to show: for each discard that is looked at its waits, or the waits of the hand as it stands.
 *
 * @param {TableModel} table
 * @param {Turn} turn
 * @param {HandTile[]} tiles
 * @param {Pai | null} lit the kind of the own tile that is looked at
 * @returns {{discard: Pai | null, waits: HintWait[]}[]}
 */
export function hintGroups(table, turn, tiles, lit) {
  const { hint } = table;
  if (!hint) return [];
  const after = (/** @type {Pai} */ pai) => hint.byDiscard[pai] ?? hint.byDiscard[plain(pai)] ?? null;
  if (turn.mode === "reach" || turn.mode === "open_reach") {
    const kinds = [...new Set(tiles.filter((tile) => turn.legal.has(tile.drawn ? `${tile.pai}!` : tile.pai)).map((tile) => tile.pai))];
    return kinds.flatMap((pai) => {
      const waits = after(pai);
      return waits ? [{ discard: pai, waits }] : [];
    });
  }
  const raised = tiles.find((tile) => tile.id === turn.raised)?.pai ?? lit;
  const waits = raised === null || !turn.choices?.turn ? null : after(raised);
  if (waits) return [{ discard: raised, waits }];
  return hint.waits.length > 0 ? [{ discard: null, waits: hint.waits }] : [];
}

/** @param {{groups: ReturnType<typeof hintGroups>}} props */
export function Hints({ groups }) {
  if (groups.length === 0) return null;
  return html`
    <section class="hints" aria-label=${t("ui.waits")}>
      ${groups.map(
        ({ discard, waits }) => html`
          <div class="hint-group" key=${discard ?? "now"}>
            <span class="hint-head">
              ${discard === null ? t("ui.waits") : html`<${Tile} size="small" pai=${discard} /><i aria-hidden="true">→</i>`}
            </span>
            <ul>
              ${waits.map((wait) => html`<${Wait} key=${wait.pai} wait=${wait} />`)}
            </ul>
          </div>
        `,
      )}
    </section>
  `;
}

/** @param {{wait: HintWait}} props */
function Wait({ wait }) {
  const value = wait.no_yaku ? t("ui.no_yaku") : wait.points > 0 ? `${t("ui.han", { n: wait.han })} ${wait.points}` : t("ui.han", { n: wait.han });
  return html`
    <li class=${wait.left === 0 ? "wait none" : "wait"} data-wait=${wait.pai}>
      <${Tile} size="small" pai=${wait.pai} />
      <span class="wait-words">
        <b>${t("ui.tiles_left", { n: wait.left })}</b>
        <span class=${wait.no_yaku ? "warn" : ""}>${value}</span>
        ${wait.furiten && html`<span class="warn">${t("ui.furiten")}</span>`}
      </span>
    </li>
  `;
}

/** @param {{on: boolean}} props */
export function Furiten({ on }) {
  if (!on) return null;
  return html`<span class="furiten"><i aria-hidden="true">⚠</i>${t("ui.furiten")}</span>`;
}

/** @param {{table: TableModel, lit: Pai | null}} props */
export function Unseen({ table, lit }) {
  if (lit === null || lit === "?") return null;
  return html`
    <span class="unseen-count">
      <${Tile} size="small" pai=${plain(lit)} aria-hidden="true" />${t("table.unseen", { n: unseen(table, lit) })}
    </span>
  `;
}
