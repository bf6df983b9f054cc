/** A call as a picture: the tiles that would lie there, the claimed one turned. */

import { html } from "../html.js";
import { Tile } from "../parts/tile.js";
import { tilesOf } from "./choices.js";
import { isDora } from "./visible.js";

/** @import {TableModel} from "../../types.js" */
/** @import {CallChoice} from "./choices.js" */

/** @param {{table: TableModel, option: CallChoice["option"]}} props */
export function MeldPicture({ table, option }) {
  return html`
    <span class="picture">
      ${tilesOf(option).map(
        ({ pai, claimed }, at) =>
          html`<${Tile} key=${at} size="small" pai=${pai} sideways=${claimed} glow=${isDora(table, pai)} />`,
      )}
    </span>
  `;
}
