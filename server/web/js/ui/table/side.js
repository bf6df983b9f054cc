/** One side of the board: pond, and the row of hand, melds and norths at the rim. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { pure } from "../parts/pure.js";
import { Tile } from "../parts/tile.js";
import { isOpen, sideVars } from "./vars.js";
import { glowing } from "./visible.js";
import { seatWords } from "./words.js";

/** @import {Meld, Pai, Place, PondTile, Seat, SeatState, TableModel} from "../../types.js" */
/** @import {Layout} from "./layout.js" */

const IN_A_ROW = 6;
const FIXED_ROWS = 2;
/** So many tiles of the last row lie side by side; with more they are pushed together. */
const ROOM = 10;

/**
 * `glow`: the tiles that are dora. `last`: the tile of this pond that is on offer; `fresh`: it is thrown before
 * one's eyes. `gone`: a called tile leaves nothing in its pond. `onPond`: the pond is pressed.
 */
export const Side = pure(
  /**
   * @param {{
   *   seat: Seat, place: Place, state: SeatState, name: string, layout: Layout, glow: ReadonlySet<Pai>, last: PondTile | null,
   *   fresh: boolean, lit: Pai | null, gone: boolean, onPond: (seat: Seat) => void,
   * }} props
   */
  ({ seat, place, state, name, layout, glow, last, fresh, lit, gone, onPond }) => {
    const own = place === "self";
    const { hand, drawn, shown, melds, nukidora, pond } = state;
    return html`
      <section class=${`side side-${place}`} data-seat=${seat} aria-label=${name} style=${sideVars(layout, place, state)}>
        <${Pond} seat=${seat} tiles=${pond} glow=${glow} last=${last} fresh=${fresh} lit=${lit} gone=${gone} onPond=${onPond}
          label=${t("table.pond_of", { who: name })} />
        <div class="rim">
          ${!own && html`<${OtherHand} tiles=${shown ?? hand} drawn=${shown ? null : drawn} open=${isOpen(state)} name=${name} glow=${glow} lit=${lit} />`}
          ${(!own || layout.kind === "portrait") &&
          html`<${MeldList} melds=${melds} nukidora=${nukidora} name=${name} glow=${glow} lit=${lit} size="meld" />`}
        </div>
      </section>
    `;
  },
);

export const Pond = pure(
  /**
   * @param {{
   *   seat: Seat, tiles: PondTile[], glow: ReadonlySet<Pai>, last: PondTile | null, fresh: boolean, lit: Pai | null, gone: boolean,
   *   label: string, onPond?: (seat: Seat) => void,
   * }} props
   */
  ({ seat, tiles, glow, last, fresh, lit, gone, label, onPond }) => {
    const shown = gone ? tiles.filter((tile) => tile.calledBy === null) : tiles;
    /** @type {PondTile[][]} */
    const rows = [];
    for (let at = 0; at < FIXED_ROWS; at += 1) rows.push(shown.slice(at * IN_A_ROW, (at + 1) * IN_A_ROW));
    rows.push(shown.slice(FIXED_ROWS * IN_A_ROW));
    return html`
      <div class="pond" role="list" aria-label=${label} onClick=${onPond && (() => onPond(seat))}>
        ${rows.map(
          (row, index) => html`
            <div class=${row.length > ROOM ? "pond-row crowded" : "pond-row"} role="presentation" key=${index}
              style=${row.length > ROOM ? { "--tiles": String(row.length) } : {}}>
              ${row.map(
                (tile, at) => html`
                  <${PondCell} key=${index * IN_A_ROW + at} tile=${tile} glow=${glow.has(tile.pai)} marked=${tile === last}
                    thrown=${tile === last && fresh} lit=${tile.calledBy === null && same(lit, tile.pai)} />
                `,
              )}
            </div>
          `,
        )}
      </div>
    `;
  },
);

const PondCell = pure(
  /** @param {{tile: PondTile, glow: boolean, marked: boolean, thrown: boolean, lit: boolean}} props */
  ({ tile: { pai, tsumogiri, reach, calledBy, seq }, glow, marked, thrown, lit }) => html`
    <span role="listitem" class="pond-cell" data-seq=${seq}>
      ${Tile({
        size: "pond",
        pai,
        sideways: reach,
        dim: tsumogiri && calledBy === null,
        called: calledBy !== null,
        glow,
        marked,
        lit,
        class: thrown ? "thrown" : "",
      })}
    </span>
  `,
);

/** The hand of somebody else, mostly face down. */
const OtherHand = pure(
  /** @param {{tiles: Pai[], drawn: Pai | null, open: boolean, name: string, glow: ReadonlySet<Pai>, lit: Pai | null}} props */
  ({ tiles, drawn, open, name, glow, lit }) => {
    const count = tiles.length + (drawn === null ? 0 : 1);
    const tile = (/** @type {Pai} */ pai, /** @type {number | string} */ key) => html`
      <${PureTile} key=${key} size=${open ? "meld" : "small"} pai=${pai} class=${key === "drawn" ? "apart" : undefined}
        glow=${glow.has(pai)} lit=${same(lit, pai)} aria-hidden=${open ? undefined : "true"} />
    `;
    return html`
      <div class=${open ? "other-hand open" : "other-hand"} role="group" aria-label=${t("table.hand_of", { who: name, count })}>
        ${tiles.map(tile)}
        ${drawn !== null && tile(drawn, "drawn")}
      </div>
    `;
  },
);

/**
 * The melds of a seat and its norths.
 *
 * @param {{table: TableModel, seat: Seat, lit: Pai | null, size: "meld" | "fit"}} props
 */
export function Melds({ table, seat, lit, size }) {
  const { melds, nukidora } = table.seats[seat];
  return html`
    <${MeldList} melds=${melds} nukidora=${nukidora} name=${seatWords(table, seat)} glow=${glowing(table)} lit=${lit} size=${size} />
  `;
}

/** Melds, the first at the far right, and the norths beside them. */
const MeldList = pure(
  /** @param {{melds: Meld[], nukidora: number, name: string, glow: ReadonlySet<Pai>, lit: Pai | null, size: "meld" | "fit"}} props */
  ({ melds, nukidora, name, glow, lit, size }) => {
    if (melds.length === 0 && nukidora === 0) return null;
    return html`
      <div class="melds" role="list" aria-label=${t("table.melds_of", { who: name })}>
        ${melds.map((meld, at) => html`<${MeldTiles} key=${at} meld=${meld} glow=${glow} lit=${lit} size=${size} />`)}
        ${nukidora > 0 &&
        html`
          <div class="kita" role="listitem" aria-label=${t("table.kita_count", { n: nukidora })}>
            <${Tile} size=${size} pai="N" glow=${glow.has("N")} lit=${lit === "N"} />
            <b aria-hidden="true">×${nukidora}</b>
          </div>
        `}
      </div>
    `;
  },
);

export const MeldTiles = pure(
  /** @param {{meld: Meld, glow: ReadonlySet<Pai>, lit: Pai | null, size: "meld" | "fit" | "small"}} props */
  ({ meld: { type, tiles, sideways, added, from }, glow, lit, size }) => {
    const closed = type === "ankan";
    return html`
      <div class=${`meld meld-${type}`} role="listitem" aria-label=${t(`actions.${type}`)} data-from=${from ?? ""}>
        ${tiles.map((pai, at) => {
          const turned = at === sideways;
          const tile = html`
            <${Tile} key=${at} size=${size} pai=${pai} sideways=${turned} back=${closed && (at === 0 || at === 3)}
              glow=${glow.has(pai)} lit=${same(lit, pai)} />
          `;
          if (!turned || added === null) return tile;
          return html`
            <span class="stacked" key=${at}>
              <${Tile} size=${size} pai=${added} sideways glow=${glow.has(added)} lit=${same(lit, added)} />
              ${tile}
            </span>
          `;
        })}
      </div>
    `;
  },
);

const PureTile = pure(Tile);

/**
 * Whether a tile is of the kind that is lit.
 *
 * @param {Pai | null} lit
 * @param {Pai} pai
 */
function same(lit, pai) {
  return lit !== null && lit.slice(0, 2) === pai.slice(0, 2);
}
