/** The table: everything that is seen and pressed while a game runs. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { setGuard } from "../../router.js";
import { setAuto } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { useParts } from "../frames.js";
import { html } from "../html.js";
import { Eye } from "../lobby/icons.js";
import { SettingsDialog } from "../lobby/settings.js";
import { Autos } from "./autos.js";
import { Board, LargePond, SIDES, SMALL_POND, useLayout } from "./board.js";
import { Indicators } from "./centre.js";
import { isPending } from "./choices.js";
import { Clock, Notes } from "./clock.js";
import { CallWord, useAwake, useKeptOrders, useRiichiPlay, useSounds } from "./effects.js";
import { useFocusKept } from "./focus.js";
import { Hand, useHandTiles } from "./hand.js";
import { Furiten, Hints, Unseen, hintGroups } from "./hints.js";
import { Icon } from "./icon.js";
import { back, onKey } from "./keys.js";
import { LogPanel, Spoken } from "./log.js";
import { Plates } from "./plates.js";
import { Prompt } from "./prompt.js";
import { Result } from "./result.js";
import { Strip, stripItems } from "./strip.js";
import { Leave, Menu, RuleSheet, Stamps, Vote } from "./talk.js";
import { useTurn } from "./turn.js";
import { screenVars } from "./vars.js";

/** @import {Pai, Place, Seat, TableModel} from "../../types.js" */
/** @import {Panel} from "./talk.js" */

export function TableScreen() {
  const table = useStore((state) => state.table);
  return table ? html`<${Table} key=${table.id} table=${table} />` : null;
}

/** @param {{table: TableModel}} props */
function Table({ table }) {
  useLang();
  const settings = useStore((state) => state.settings);
  const online = useStore((state) => state.status) === "online";
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const layout = useLayout(root);
  const parts = useParts(PARTS, layout !== null);
  const [lit, setLit] = useState(/** @type {{pai: Pai, own: boolean} | null} */ (null));
  const [panel, setPanel] = useState(/** @type {Panel} */ (null));
  const [pond, setPond] = useState(/** @type {Seat | null} */ (null));
  const [asked, speak] = useState(/** @type {string | null} */ (null));
  const turn = useTurn(table);
  const tiles = useHandTiles(table);
  const items = stripItems(turn);
  useSounds(table);
  useRiichiPlay(table);
  useKeptOrders(table);
  useAwake();
  useFocusKept(root);
  useBackGuard(table, setPanel);

  useEffect(() => root.current?.focus({ preventScroll: true }), []);

  const look = (/** @type {Event} */ event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-pai]") : null;
    const pai = target?.getAttribute("data-pai") ?? null;
    const own = target?.closest(".hand-tiles") !== null && target !== null;
    if (pai === "?" || pai === null) setLit(null);
    else if (lit?.pai !== pai || lit.own !== own) setLit({ pai, own });
  };
  const autos = { ...table.auto };
  const toggleAuto = () => {
    const on = !Object.values(autos).some(Boolean);
    setAuto({ no_call: on, ...(on ? {} : { win: false, tsumogiri: false, kita: false }) });
  };
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (root.current) onKey(event, { root: root.current, turn, items, tiles, table, settings, speak, toggleAuto });
  };
  const rightClick = (/** @type {Event} */ event) => {
    if (settings.rightClick === "none") return;
    event.preventDefault();
    // A long press of a finger comes as the same event.
    if ("pointerType" in event && event.pointerType !== "mouse") return;
    const drawn = tiles.find((tile) => tile.drawn);
    if (settings.rightClick === "tsumogiri" && turn.choices?.turn && drawn) turn.throwTile(drawn);
    else back(turn);
  };
  const raised = tiles.find((tile) => tile.id === turn.raised)?.pai ?? null;
  const shown = raised ?? lit?.pai ?? null;
  const ownLit = raised ?? (lit?.own ? lit.pai : null);

  return html`
    <main
      class=${`table ${layout ? `table-${layout.kind}` : ""} players-${table.players}${online ? "" : " cut"}${table.instant ? " instant" : ""}${layout?.log ? " with-log" : ""}${layout?.tight ? " tight" : ""}${layout?.aside ? " aside" : ""}${items.length > 0 ? " offering" : ""}`}
      ref=${root}
      tabindex="-1"
      data-seq=${table.seq}
      aria-label=${t("table.title")}
      style=${layout ? screenVars(layout) : {}}
      onKeyDown=${keydown}
      onContextMenu=${rightClick}
      onPointerOver=${look}
      onPointerLeave=${() => setLit(null)}
      onFocusIn=${look}
    >
      ${layout &&
      html`
        <${Board} table=${table} layout=${layout} lit=${shown} gone=${settings.calledGap === "gone"} begun=${parts > 0} sides=${2 * (parts - 2)}
          onRules=${() => setPanel("rules")} onPond=${(/** @type {Seat} */ seat) => layout.pond < SMALL_POND && setPond(seat)} />
        ${parts > 0 && (layout.kind === "landscape" || layout.aside) &&
        html`<${Indicators} table=${table} lit=${shown} />`}
        ${parts > 1 &&
        html`
          <${Plates} table=${table} places=${layout.kind === "portrait" ? TOP : SIDES} />
          <div class="tools">
            <button type="button" class="tool" aria-label=${t("table.menu")} title=${t("table.menu")} onClick=${() => setPanel("menu")}><${Icon} name="menu" /></button>
            <button type="button" class="tool" aria-label=${t("ui.stamp")} title=${t("ui.stamp")} onClick=${() => setPanel("stamps")}><${Icon} name="talk" /></button>
            ${layout.kind === "wide" && table.watchers > 0 &&
            html`<span class="tool" role="img" aria-label=${t("table.watchers", { n: table.watchers })} data-watchers=${table.watchers}><${Eye} /> ${table.watchers}</span>`}
          </div>
          <div class="status">
            <${Clock} table=${table} />
            <${Furiten} on=${table.furiten} />
            <${Notes} table=${table} spinner=${!tiles.some((tile) => isPending(table, tile.pai, tile.drawn))} />
            <${Unseen} table=${table} lit=${shown} />
          </div>
        `}
        ${parts >= PARTS &&
        html`
          <${Hints} groups=${hintGroups(table, turn, tiles, ownLit)} />
          <${Prompt} table=${table} turn=${turn} />
          <${Strip} table=${table} items=${items} turn=${turn} />
          <${Hand} table=${table} layout=${layout} tiles=${tiles} turn=${turn} lit=${shown} />
        `}
        ${parts > 1 && html`<${Autos} table=${table} />`}
        ${layout.log && html`<${LogPanel} table=${table} />`}
        <${CallWord} table=${table} />
        <${Vote} table=${table} />
        <${Result} table=${table} />
      `}
      <${Spoken} table=${table} items=${items} keys=${settings.keys} asked=${asked} />
      ${pond !== null && html`<${LargePond} table=${table} seat=${pond} onClose=${() => setPond(null)} />`}
      <${Panels} table=${table} panel=${panel} onPanel=${setPanel} />
    </main>
  `;
}

/** After the bare board its middle, what stands around it, two of its sides, the other two, and the own hand. */
const PARTS = 5;

/** @type {Place[]} */
const TOP = ["left", "across", "right"];

/** @param {{table: TableModel, panel: Panel, onPanel: (panel: Panel) => void}} props */
function Panels({ table, panel, onPanel }) {
  switch (panel) {
    case "menu":
      return html`<${Menu} table=${table} onPanel=${onPanel} />`;
    case "stamps":
      return html`<${Stamps} table=${table} onPanel=${onPanel} />`;
    case "rules":
      return html`<${RuleSheet} table=${table} onPanel=${onPanel} />`;
    case "leave":
      return html`<${Leave} onPanel=${onPanel} />`;
    case "settings":
      return html`<${SettingsDialog} onClose=${() => onPanel(null)} />`;
    default:
      return null;
  }
}

/**
 * Back asks before it leaves a running game.
 *
 * @param {TableModel} table
 * @param {(panel: Panel) => void} onPanel
 */
function useBackGuard(table, onPanel) {
  const running = table.result === null && !table.over;
  useEffect(() => {
    if (!running) return undefined;
    setGuard(async () => {
      onPanel("leave");
      return false;
    });
    return () => setGuard(null);
  }, [running]);
}
