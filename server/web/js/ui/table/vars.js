/** Sizes for the style sheet: custom properties, set through the CSSOM (the policy forbids attributes). */

/** @import {Layout} from "./layout.js" */
/** @import {Place, SeatState} from "../../types.js" */

/** @type {Record<Place, {turn: number, dx: number, dy: number}>} How a side is turned, and where "down" is in it. */
export const TURNS = {
  self: { turn: 0, dx: 0, dy: 1 },
  right: { turn: -90, dx: -1, dy: 0 },
  across: { turn: 180, dx: 0, dy: -1 },
  left: { turn: 90, dx: 1, dy: 0 },
};

/**
 * @param {Layout} layout
 * @returns {Record<string, string>} for the screen as a whole
 */
export function screenVars(layout) {
  return px({
    "--tile-hand": layout.hand,
    "--tile-pond": layout.pond,
    "--tile-meld": layout.meld,
    "--tile-own": layout.own,
    "--centre": layout.centre,
    "--board-w": layout.width,
    "--board-h": layout.height,
    "--cx": layout.cx,
    "--cy": layout.cy,
    "--from": layout.from,
    "--view-h": layout.view,
  });
}

/** How long things in a row are, in widths of a meld tile. */
const TURNED = 4 / 3;
const BACK = 0.9;
/** With the gap to the next. */
const FACE = 1.06;
const GAP = 0.25;

/**
 * @param {Layout} layout
 * @param {Place} place
 * @param {SeatState} seat
 * @returns {Record<string, string>} for one side of the board
 */
export function sideVars(layout, place, seat) {
  const { turn, dx, dy } = TURNS[place];
  const [right, left] = layout.ends[place];
  // Four kans on a small phone are longer than their side: then all of it is drawn smaller.
  const meld = Math.min(layout.meld, (right + left) / rowLength(seat, place !== "self" && isOpen(seat)));
  return {
    ...px({ "--row": layout.row[place], "--end-right": right, "--end-left": left, "--tile-meld": meld }),
    "--turn": `${turn}deg`,
    "--tile-dx": String(dx),
    "--tile-dy": String(dy),
  };
}

/**
 * Whether the tiles of a hand are to be seen: laid open, or known because one only watches.
 *
 * @param {SeatState} seat
 */
export function isOpen({ hand, shown }) {
  return shown !== null || (hand.length > 0 && hand[0] !== "?");
}

/**
 * @param {SeatState} seat
 * @param {boolean} open its hand lies there in full size
 */
function rowLength({ hand, drawn, melds, nukidora }, open) {
  const tiles = hand.length + (drawn === null ? 0 : 1.5);
  const lengths = melds.map(({ tiles: all, sideways }) => all.length + (sideways < 0 ? 0 : TURNED - 1) + GAP);
  return tiles * (open ? FACE : BACK) + lengths.reduce((sum, length) => sum + length, 0) + (nukidora > 0 ? 2.3 : 0);
}

/**
 * @param {Record<string, number>} sizes
 * @returns {Record<string, string>}
 */
function px(sizes) {
  return Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, `${Math.round(size * 100) / 100}px`]));
}
