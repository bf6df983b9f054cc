/** Standing orders and the sorting of the hand. */

import { t } from "../../i18n.js";
import { setAuto, setSettings } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";

/** @import {AutoOrders, TableModel} from "../../types.js" */

/** @type {{order: keyof AutoOrders, word: string, sign: string}[]} */
const ORDERS = [
  { order: "win", word: "ui.auto_win", sign: "table.sign.win" },
  { order: "no_call", word: "ui.no_call", sign: "table.sign.no_call" },
  { order: "tsumogiri", word: "ui.auto_tsumogiri", sign: "table.sign.tsumogiri" },
  { order: "kita", word: "ui.auto_kita", sign: "table.sign.kita" },
];

/** @param {{table: TableModel}} props */
export function Autos({ table: { auto, players } }) {
  return html`<${Orders} auto=${auto} players=${players} />`;
}

const Orders = pure(
  /** @param {{auto: AutoOrders, players: number}} props */
  ({ auto, players }) => {
    const sort = useStore((state) => state.settings.autoSort);
    const online = useStore((state) => state.status) === "online";
    const shown = ORDERS.filter(({ order }) => order !== "kita" || players === 3);
    return html`
      <div class="autos" role="group" aria-label=${t("settings.key.auto")}>
        <${Switch} on=${sort} word="ui.auto_sort" sign="table.sign.sort" disabled=${false} onPress=${() => setSettings({ autoSort: !sort })} />
        ${shown.map(({ order, word, sign }) => {
          const on = auto[order];
          return html`<${Switch} key=${order} on=${on} word=${word} sign=${sign} disabled=${!online} onPress=${() => setAuto({ [order]: !on })} />`;
        })}
      </div>
    `;
  },
);

/** @param {{on: boolean, word: string, sign: string, disabled: boolean, onPress: () => void}} props */
function Switch({ on, word, sign, disabled, onPress }) {
  const note = word === "ui.auto_sort" ? t(word) : `${t(word)}. ${t("table.never_skips_win")}`;
  return html`
    <button type="button" class=${on ? "auto on" : "auto"} aria-pressed=${on ? "true" : "false"} title=${note} disabled=${disabled} onClick=${onPress}>
      <span class="unseen">${t(word)}</span>
      <span class="auto-sign" aria-hidden="true">${t(sign)}</span>
      <span class="auto-state" aria-hidden="true">${t(on ? "table.on" : "table.off_word")}</span>
    </button>
  `;
}
