/** The own hand: tiles to throw. */

import { useMemo, useRef } from "preact/hooks";

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";
import { Tile, tileName } from "../parts/tile.js";
import { isPending, keyOf } from "./choices.js";
import { Spinner } from "./clock.js";
import { arrange } from "./order.js";
import { Melds } from "./side.js";
import { glowing } from "./visible.js";

/** @import {Pai, Pending, TableModel} from "../../types.js" */
/** @import {HandTile} from "./order.js" */
/** @import {Layout} from "./layout.js" */
/** @import {Turn} from "./turn.js" */

/**
 * What a tile does when it is pressed.
 * @typedef {{
 *   click: (tile: HandTile, event: MouseEvent) => void,
 *   down: (tile: HandTile, event: PointerEvent) => void, up: (tile: HandTile, event: PointerEvent) => void,
 * }} Presses
 */

/** How far up a finger moves to throw (px). */
const FLICK = 28;

/**
 * The tiles of the hand in their order on the screen, over the changes of the hand.
 *
 * @param {TableModel} table
 * @returns {HandTile[]}
 */
export function useHandTiles(table) {
  const sort = useStore((state) => state.settings.autoSort);
  const state = table.seats[table.seat];
  const { bakaze, kyoku, honba } = table.round;
  const deal = `${bakaze}${kyoku}.${honba}`;
  const memory = useRef({ deal, tiles: /** @type {HandTile[]} */ ([]), id: 0 });
  /** @type {number[]} */
  let free = [];
  if (memory.current.deal !== deal) {
    // The next hand goes where the last one lay: its elements are there already.
    free = memory.current.tiles.map((tile) => tile.id);
    memory.current = { ...memory.current, deal, tiles: [] };
  }
  memory.current.tiles = arrange(memory.current.tiles, state.hand, state.drawn, {
    sort,
    apart: !isFirstDeal(table),
    next: () => free.shift() ?? (memory.current.id += 1),
  });
  return memory.current.tiles;
}

/**
 * Whether the dealer's first fourteen tiles stand there, among which no drawn one is apart.
 *
 * @param {TableModel} table
 */
function isFirstDeal(table) {
  const untouched = table.seats.every((seat) => seat.pond.length + seat.melds.length + seat.nukidora === 0);
  return untouched && table.round.oya === table.seat;
}

/**
 * @param {{table: TableModel, layout: Layout, tiles: HandTile[], turn: Turn, lit: Pai | null}} props
 */
export function Hand({ table, layout, tiles, turn, lit }) {
  const twoTaps = useStore((state) => state.settings.twoTaps);
  const pointer = useRef({ type: "mouse", y: 0, id: 0 });
  const last = tiles[tiles.length - 1];
  const apart = last?.drawn && !isFirstDeal(table) ? last : null;
  const tabStop = tiles.find((tile) => tile.id === turn.raised) ?? last;
  const asked = turn.choices?.turn ?? false;
  const glow = glowing(table);

  // The tiles hold one object for ever, and find in it what a press means at the moment.
  const presses = useMemo(() => /** @type {Presses} */ ({}), []);
  presses.click = (tile, event) => {
    const byKey = event.detail === 0;
    const touch = !byKey && pointer.current.type !== "mouse";
    if (!byKey && asked && !turn.pressed()) return;
    const two = !byKey && ((twoTaps ?? touch) || (layout.rows === 1 && layout.hand < 40));
    if (two && turn.raised !== tile.id) turn.raise(tile.id);
    else if (asked) turn.throwTile(tile);
    else turn.raise(turn.raised === tile.id ? null : tile.id);
  };
  presses.down = (tile, event) => {
    pointer.current = { type: event.pointerType, y: event.clientY, id: tile.id };
    turn.press();
  };
  presses.up = (tile, event) => {
    const { type, y, id } = pointer.current;
    const flicked = type !== "mouse" && id === tile.id && y - event.clientY > FLICK;
    if (flicked && asked && turn.pressed()) turn.throwTile(tile);
  };

  return html`
    <div class=${`hand rows-${layout.rows}${asked ? " asked" : ""}`}>
      <div class="hand-tiles" role="list" aria-label=${t("table.your_hand")}>
        ${tiles.map((tile) => {
          const waiting = isPending(table, tile.pai, tile.drawn) && first(tiles, tile);
          const off = asked && !turn.legal.has(keyOf(tile.pai, tile.drawn)) ? whyNot(table, turn) : null;
          return html`
            <${HandCell}
              key=${tile.id}
              tile=${tile}
              apart=${tile === apart}
              glow=${glow.has(tile.pai)}
              raised=${waiting || (turn.raised === tile.id && !off)}
              pending=${waiting ? table.pending : null}
              lit=${turn.mode === "none" && lit !== null && lit.slice(0, 2) === tile.pai.slice(0, 2) && turn.raised !== tile.id}
              off=${off}
              choice=${turn.mode !== "none" && asked && !off}
              stop=${tile === tabStop}
              presses=${presses}
            />
          `;
        })}
      </div>
      ${layout.kind !== "portrait" && html`<${Melds} table=${table} seat=${table.seat} lit=${lit} size="fit" />`}
    </div>
  `;
}

/**
 * `apart`: drawn and not yet among the others. `pending`: the act that throws it. `off`: why it may not be thrown.
 * `choice`: one of the few that may be. `stop`: the tile to which Tab leads.
 */
const HandCell = pure(
  /**
   * @param {{
   *   tile: HandTile, apart: boolean, glow: boolean, raised: boolean, pending: Pending | null, lit: boolean, off: string | null,
   *   choice: boolean, stop: boolean, presses: Presses,
   * }} props
   */
  ({ tile, apart, glow, raised, pending, lit, off, choice, stop, presses }) => {
    const name = tileName(tile.pai, { dora: glow, off });
    return html`
      <span role="listitem" class=${apart ? "hand-cell apart" : "hand-cell"}>
        ${Tile({
          pai: tile.pai,
          label: tile.drawn ? `${name}, ${t("table.drawn_tile")}` : name,
          glow,
          raised,
          waiting: pending !== null,
          lit,
          off,
          class: choice ? "tile-choice" : "",
          "data-id": tile.id,
          "data-drawn": tile.drawn ? "" : undefined,
          tabindex: stop ? 0 : -1,
          onClick: (event) => presses.click(tile, event),
          onPointerDown: (/** @type {PointerEvent} */ event) => presses.down(tile, event),
          onPointerUp: (/** @type {PointerEvent} */ event) => presses.up(tile, event),
        })}
        ${pending && html`<${Spinner} pending=${pending} />`}
      </span>
    `;
  },
);

/**
 * Of equal tiles only one is shown as thrown.
 *
 * @param {HandTile[]} tiles
 * @param {HandTile} tile
 */
function first(tiles, tile) {
  return tiles.find((other) => other.pai === tile.pai && other.drawn === tile.drawn) === tile;
}

/**
 * Why a tile may not be thrown: the options do not have it.
 *
 * @param {TableModel} table
 * @param {Turn} turn
 */
function whyNot(table, turn) {
  if (turn.mode === "reach" || turn.mode === "open_reach") return t("table.off.reach");
  if (table.seats[table.seat].riichi) return t("table.off.riichi");
  return t("ui.kuikae_blocked");
}
