/** The strip of buttons: calls, riichi, win. Pass keeps its corner, Win the one farthest from it. */

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { MeldPicture } from "./picture.js";

/** @import {TableModel} from "../../types.js" */
/** @import {CallChoice, CallKind, Choices} from "./choices.js" */
/** @import {Mode, Turn} from "./turn.js" */

/**
 * `slot`: `pass` and `win` have their corners, `call` what is between. `key`: action of the key settings.
 * @typedef {{name: string, slot: "pass" | "win" | "call", kind: string, key: string | null, press: () => void,
 *   picture?: CallChoice["option"]}} StripItem
 */

/** @type {CallKind[]} */
const CALLS = ["chi", "pon", "kan"];

/**
 * What the strip holds at the moment.
 *
 * @param {Turn} turn
 * @returns {StripItem[]}
 */
export function stripItems(turn) {
  const { choices, mode } = turn;
  if (!choices) return [];
  if (mode !== "none") {
    /** @type {StripItem} */
    const cancel = { name: t("actions.cancel"), slot: "pass", kind: "cancel", key: "cancel", press: turn.cancel };
    return [...(mode === "chi" || mode === "pon" || mode === "kan" ? variants(turn, choices[mode]) : []), cancel];
  }
  return [...calls(turn, choices), ...specials(turn, choices)];
}

/**
 * @param {Turn} turn
 * @param {CallChoice[]} found
 * @returns {StripItem[]}
 */
function variants(turn, found) {
  return found.map(({ index, option }) => ({
    name: t(`actions.${option.type}`),
    slot: "call",
    kind: option.type === "chi" || option.type === "pon" ? option.type : "kan",
    key: null,
    press: () => turn.choose(index),
    picture: option,
  }));
}

/**
 * @param {Turn} turn
 * @param {Choices} choices
 * @returns {StripItem[]}
 */
function calls(turn, choices) {
  return CALLS.filter((kind) => choices[kind].length > 0).map((kind) => {
    const found = choices[kind];
    const press = found.length === 1 ? () => turn.choose(found[0].index) : () => turn.open(kind);
    return { name: t(`actions.${kind}`), slot: "call", kind, key: kind, press };
  });
}

/**
 * @param {Turn} turn
 * @param {Choices} choices
 * @returns {StripItem[]}
 */
function specials(turn, choices) {
  /** @type {StripItem[]} */
  const items = [];
  /** @param {string} word @param {StripItem["slot"]} slot @param {string} kind @param {string | null} key @param {number | null} index */
  const add = (word, slot, kind, key, index) => {
    if (index !== null) items.push({ name: t(word), slot, kind, key, press: () => turn.choose(index) });
  };
  /** @param {string} word @param {Mode} mode @param {string | null} key @param {boolean} open */
  const reach = (word, mode, key, open) => {
    if (!choices.reach.some(({ option }) => Boolean(option.open) === open)) return;
    items.push({ name: t(word), slot: "call", kind: "riichi", key, press: () => turn.open(mode) });
  };
  reach("actions.reach", "reach", "riichi", false);
  reach("actions.open_reach", "open_reach", null, true);
  add("actions.nukidora", "call", "kita", "kita", choices.kita);
  add("actions.ryukyoku", "call", "abort", null, choices.abort);
  add("table.stop", "call", "abort", null, choices.stop);
  add(choices.ron ? "actions.ron" : "actions.tsumo_win", "win", "win", "win", choices.win);
  add(choices.stop === null ? "actions.none" : "table.go_on", "pass", "pass", "pass", choices.pass);
  return items;
}

/**
 * @param {{table: TableModel, items: StripItem[], turn: Turn}} props
 */
export function Strip({ table, items, turn }) {
  const keys = useStore((state) => state.settings.keys);
  const lettered = useStore((state) => state.settings.keyboard);
  const choosing = turn.mode === "reach" || turn.mode === "open_reach";
  let digit = 0;
  // The calls fill the places beside Pass first.
  let place = 0;
  return html`
    <div class="strip" role="group" aria-label=${t("table.actions")}>
      ${choosing && html`<p class="strip-note">${t("ui.riichi_choose")}</p>`}
      ${items.map((item) => {
        const slot = item.slot === "call" ? `call slot-${(place += 1)}` : item.slot;
        const hint = item.picture ? String((digit += 1)) : item.key && keys[item.key];
        return html`
          <button
            type="button"
            key=${`${table.ask?.decision}-${item.kind}-${hint}-${item.name}`}
            class=${`call call-${item.kind} slot-${slot}${item.picture ? " pictured" : ""}`}
            onClick=${item.press}
          >
            ${item.picture && html`<${MeldPicture} table=${table} option=${item.picture} />`}
            <span class=${item.picture ? "unseen" : ""}>${item.name}</span>
            ${lettered && hint && html`<kbd aria-hidden="true">${hint.toUpperCase()}</kbd>`}
          </button>
        `;
      })}
    </div>
  `;
}
