/** Pages of a round's result: a won hand, a draw. */

import { t } from "../../i18n.js";
import { doraCount } from "../../model/tiles.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Tile } from "../parts/tile.js";
import { MeldTiles } from "./side.js";
import { shownName } from "../parts/names.js";
import { glowing } from "./visible.js";
import { drawReason, limitName, seatWords, yakuName } from "./words.js";

/** @import {Hora, Pai, Ryukyoku, Seat, TableModel} from "../../types.js" */

/** @param {{table: TableModel, win: Hora}} props */
export function WinPage({ table, win }) {
  const manner = useStore((state) => state.settings.yakuNames);
  const own = win.actor === win.target;
  const limit = limitName(win, table.rules);
  const how = own ? t("actions.tsumo_win") : t("table.ron_from", { who: seatWords(table, win.target) });
  return html`
    <div class="win-page">
      <h2 class="win-title">
        <span class=${own ? "win-word tsumo" : "win-word"}>${t(own ? "actions.tsumo_win" : "actions.ron")}</span>
        <span class="win-who" dir="auto">${shownName(table.names[win.actor] ?? "")}</span>
        <span class="dim">${seatWords(table, win.actor)}${own ? "" : ` · ${how}`}</span>
      </h2>
      <${OpenHand} table=${table} seat=${win.actor} tiles=${win.hora_tehais} winning=${win.pai} ura=${win.ura_markers} />
      <div class="win-indicators">
        <${IndicatorRow} word=${t("ui.dora_indicator")} tiles=${table.round.doraMarkers} />
        ${win.ura_markers.length > 0 && html`<${IndicatorRow} word=${t("ui.ura_indicator")} tiles=${win.ura_markers} />`}
      </div>
      <ol class=${win.yaku.length > 6 ? "yaku many" : "yaku"}>
        ${win.yaku.map(
          ([name, han], at) => html`
            <li key=${name} class=${`step step-${Math.min(at, 9)}`}>
              <span>${yakuName(name, manner)}</span>
              <b>${win.yakuman > 0 ? (han > 1 ? t("ui.yakuman_times", { n: han }) : t("limits.yakuman")) : t("ui.han", { n: han })}</b>
            </li>
          `,
        )}
      </ol>
      <p class=${`win-value step step-${Math.min(win.yaku.length, 9)}`}>
        ${win.yakuman === 0 && html`<span class="han-fu">${t("ui.han", { n: win.han })} ${t("ui.fu", { n: win.fu })}</span>`}
        ${limit && html`<strong class="limit">${limit}</strong>`}
        <b class="win-points">${win.points}</b>
      </p>
    </div>
  `;
}

/** @param {{word: string, tiles: Pai[]}} props */
function IndicatorRow({ word, tiles }) {
  return html`
    <div class="indicator-row" role="group" aria-label=${word}>
      <span class="dim">${word}</span>
      ${tiles.map((pai, at) => html`<${Tile} key=${at} size="small" pai=${pai} />`)}
    </div>
  `;
}

/**
 * A hand laid open, with its melds and the winning tile apart.
 *
 * @param {{table: TableModel, seat: Seat, tiles: Pai[], winning?: Pai | null, ura?: Pai[]}} props
 */
function OpenHand({ table, seat, tiles, winning = null, ura = [] }) {
  const { melds, nukidora } = table.seats[seat];
  const markers = [...table.round.doraMarkers, ...ura];
  const glow = (/** @type {Pai} */ pai) => doraCount(pai, markers, table.players) > 0;
  const dora = glowing(table);
  return html`
    <div class="open-hand">
      <span class="open-tiles">${tiles.map((pai, at) => html`<${Tile} key=${at} size="fit" pai=${pai} glow=${glow(pai)} />`)}</span>
      ${melds.length + nukidora > 0 &&
      html`
        <span class="open-melds" role="list">
          ${melds.map((meld, at) => html`<${MeldTiles} key=${at} meld=${meld} glow=${dora} lit=${null} size="fit" />`)}
          ${nukidora > 0 && html`<span class="kita" role="listitem"><${Tile} size="fit" pai="N" glow /><b>×${nukidora}</b></span>`}
        </span>
      `}
      ${winning &&
      html`<span class="winning"><${Tile} size="fit" pai=${winning} glow=${glow(winning)} marked /><small>${t("ui.winning_tile")}</small></span>`}
    </div>
  `;
}

/** @param {{table: TableModel, draw: Ryukyoku}} props */
export function DrawPage({ table, draw }) {
  const open = draw.tehais ?? [];
  return html`
    <div class="draw-page">
      <h2 class="win-title">
        <span class="win-word draw">${drawReason(draw.reason)}</span>
        ${draw.actor !== undefined && html`<span class="dim">${seatWords(table, draw.actor)}</span>`}
      </h2>
      <ul class="draw-hands">
        ${table.names.map((name, seat) => {
          const tiles = open[seat] ?? null;
          const tenpai = draw.tenpais?.[seat] ?? null;
          return html`
            <li key=${seat}>
              <span class="draw-who">
                <b>${seatWords(table, seat)}</b> <span class="dim name" dir="auto">${name}</span>
                ${tenpai !== null && html`<span class=${tenpai ? "tenpai" : "noten"}>${t(tenpai ? "draws.tenpai" : "draws.noten")}</span>`}
              </span>
              ${tiles && html`<${OpenHand} table=${table} seat=${seat} tiles=${tiles} />`}
            </li>
          `;
        })}
      </ul>
    </div>
  `;
}
