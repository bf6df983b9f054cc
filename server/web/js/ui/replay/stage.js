/** The screen of a table at which one decides nothing: of a record, or of a game that one watches. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { shownName } from "../parts/names.js";
import { Board, LargePond, SIDES, SMALL_POND, useLayout } from "../table/board.js";
import { Indicators } from "../table/centre.js";
import { CallWord } from "../table/effects.js";
import { useFocusKept } from "../table/focus.js";
import { Plates } from "../table/plates.js";
import { RuleSheet } from "../table/talk.js";
import { screenVars } from "../table/vars.js";
import { OpenHand } from "./hand.js";

/** @import {ComponentChildren} from "preact" */
/** @import {Pai, Place, Seat, TableModel, WatchView} from "../../types.js" */

/** @type {Place[]} */
const TOP = ["left", "across", "right"];
/** With so much room beside the board a part of what moves the game stands there (px). */
const ROOMY = 250;

/**
 * The board, the hands, what moves the game, and the sheets that lie over them.
 *
 * @param {{
 *   class: string, label: string, names: string[], table: TableModel, view?: WatchView | null, spoken: string,
 *   shown: unknown, onShow: (what: "rules" | Seat) => void, onClose: () => void, tools: ComponentChildren,
 *   between?: ComponentChildren, side: (roomy: boolean) => ComponentChildren, result: ComponentChildren,
 *   children?: ComponentChildren,
 * }} props `label`: what the screen is; `names`: who plays; `spoken`: what has happened, read out; `shown`: the
 *   rules, a seat whose pond is large, or what `children` show; `between`: beside the hand; `side`: what moves the
 *   game, `roomy` where it stands beside the board
 */
export function Stage({ class: more, label, names, table, view, spoken, shown, onShow, onClose, tools, between, side, result, children }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(root);
  const gone = useStore((state) => state.settings.calledGap === "gone");
  const [lit, setLit] = useState(/** @type {Pai | null} */ (null));
  useFocusKept(root);
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  const title = `${label}: ${names.map(shownName).join(", ")}`;
  useEffect(() => {
    document.title = `${title} · ${t("ui.app_name")}`;
  }, [title]);

  const light = (/** @type {Event} */ event) => {
    const pai = event.target instanceof Element ? event.target.closest("[data-pai]")?.getAttribute("data-pai") : null;
    setLit(pai && pai !== "?" ? pai : null);
  };
  const roomy = layout?.kind === "wide" && ((root.current?.clientWidth ?? 0) - layout.width) / 2 >= ROOMY;
  return html`
    <main
      class=${`table ${more} ${layout ? `table-${layout.kind}` : ""} players-${table.players}${table.instant ? " instant" : ""}${roomy ? " with-log" : ""}${layout?.tight ? " tight" : ""}${layout?.aside ? " aside" : ""}`}
      ref=${root}
      tabindex="-1"
      data-seq=${table.seq}
      data-view=${view}
      aria-label=${label}
      style=${layout ? screenVars(layout) : {}}
      onPointerOver=${light}
      onPointerLeave=${() => setLit(null)}
    >
      <h1 class="unseen">${title}</h1>
      ${layout &&
      html`
        <${Board} table=${table} layout=${layout} lit=${lit} gone=${gone} onRules=${() => onShow("rules")}
          onPond=${(/** @type {Seat} */ seat) => layout.pond < SMALL_POND && onShow(seat)} />
        ${(layout.kind === "landscape" || layout.aside) && html`<${Indicators} table=${table} lit=${lit} />`}
        <${Plates} table=${table} places=${layout.kind === "portrait" ? TOP : SIDES} />
        <div class="tools">${tools}</div>
        <${OpenHand} table=${table} layout=${layout} lit=${lit} />
        ${between}
        <div class=${roomy ? "replay-side roomy" : "replay-side"}>${side(roomy)}</div>
        ${!table.instant && html`<${CallWord} table=${table} />`}
        ${result}
      `}
      <p class="unseen" role="status" aria-live="polite">${spoken}</p>
      ${typeof shown === "number" && html`<${LargePond} table=${table} seat=${shown} onClose=${onClose} />`}
      ${shown === "rules" && html`<${RuleSheet} table=${table} onPanel=${onClose} />`}
      ${children}
    </main>
  `;
}
