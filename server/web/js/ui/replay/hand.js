/** The hand at the lower edge, only to be looked at. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { Tile } from "../parts/tile.js";
import { Melds } from "../table/side.js";
import { isDora } from "../table/visible.js";
import { seatWords } from "../table/words.js";

/** @import {Pai, TableModel} from "../../types.js" */
/** @import {Layout} from "../table/layout.js" */

/** @param {{table: TableModel, layout: Layout, lit: Pai | null}} props */
export function OpenHand({ table, layout, lit }) {
  const { hand, drawn } = table.seats[table.seat];
  const tiles = drawn === null ? hand : [...hand, drawn];
  const label = t("table.hand_of", { who: seatWords(table, table.seat), count: tiles.length });
  return html`
    <div class=${`hand rows-${layout.rows}`} data-seat=${table.seat}>
      <div class="hand-tiles" role="list" aria-label=${label}>
        ${tiles.map((pai, at) => {
          const apart = at === hand.length;
          return html`
            <span role="listitem" key=${at} class=${apart ? "hand-cell apart" : "hand-cell"}>
              <${Tile} pai=${pai} glow=${isDora(table, pai)} lit=${lit !== null && lit.slice(0, 2) === pai.slice(0, 2)}
                data-drawn=${apart ? "" : undefined} />
            </span>
          `;
        })}
      </div>
      ${layout.kind !== "portrait" && html`<${Melds} table=${table} seat=${table.seat} lit=${lit} size="fit" />`}
    </div>
  `;
}
