/** What a first discard takes, said once: at the own first turn of a game, until a tile is thrown. */

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";

/** @import {TableModel} from "../../types.js" */
/** @import {Turn} from "./turn.js" */

/** @param {{table: TableModel, turn: Turn}} props */
export function Prompt({ table, turn }) {
  const twoTaps = useStore((state) => state.settings.twoTaps);
  const { bakaze, kyoku, honba } = table.round;
  const { pond, melds } = table.seats[table.seat];
  const first = bakaze === "E" && kyoku === 1 && honba === 0 && pond.length === 0 && melds.length === 0;
  if (!first || !turn.choices || turn.legal.size === 0 || table.pending) return null;
  const two = twoTaps ?? matchMedia("(pointer: coarse)").matches;
  return html`<p class="prompt">${t(two ? "table.first_turn_touch" : "table.first_turn")}</p>`;
}
