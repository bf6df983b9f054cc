/** Where everything on the table's screen goes: sizes in px from the size of the view. Pure. */

/** @import {Place} from "../../types.js" */

/**
 * `kind`: `wide` (desktop), `landscape` and `portrait` (phones). `hand`, `pond`, `meld`, `own` are
 * widths of tiles: in the own hand, the ponds, the melds on the board, and the own melds beside the
 * hand. `centre` is the side of the plate in the middle; (`cx`, `cy`) its middle on the board of
 * `width` by `height`; `view` is the height of the view. `from` and `row`: how far from there a pond and a row of hand and melds begin;
 * `ends`: how far from there the row of a place goes to its right and to its left. `tight`: a phone too short
 * for a square table; `aside`: the indicators stand in a column left of it.
 * @typedef {{
 *   kind: "wide" | "landscape" | "portrait", hand: number, rows: 1 | 2, pond: number, meld: number, own: number,
 *   centre: number, width: number, height: number, view: number, cx: number, cy: number, from: number,
 *   row: Record<Place, number>, ends: Record<Place, [number, number]>, log: boolean, tight: boolean, aside: boolean,
 * }} Layout
 */

/** Height of a tile for its width, and of a row of tiles with the gap to the next. */
const TALL = 4 / 3;
const SIZES = { S: 0.85, M: 1, L: 1.15 };

/** The smallest tile of a pond on a phone, and how many of them the square of the table takes. */
const LEAST = 18;
/** The same on what is smaller than phones are: a small window, or a page that is shown twice as large. */
const LESS = 14.5;
/** How many tiles of a pond the width of the narrowest phone is. */
const NARROW = 37;
const SQUARE = 19.6;
/** The width that a phone held across needs on each side of the board (px). */
const BESIDE = 180;

/**
 * Lay out the table.
 *
 * @param {number} width of the view inside safe areas, px
 * @param {number} height
 * @param {{tileSize?: "S" | "M" | "L", oneRowHand?: boolean, showLog?: boolean}} [wish]
 * @returns {Layout}
 */
export function layoutOf(width, height, { tileSize = "M", oneRowHand = false, showLog = true } = {}) {
  const size = SIZES[tileSize];
  if (height > width) return { ...portrait(width, height, oneRowHand), view: height };
  if (height < 560) return { ...landscape(width, height, size), view: height };
  return { ...wide(width, height, size, showLog), view: height };
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} size
 * @param {boolean} showLog
 * @returns {Omit<Layout, "view">}
 */
function wide(width, height, size, showLog) {
  const log = showLog && width >= 1600;
  const hand = Math.floor(clamp(Math.min(width / 18.8, height / 11.6) * size, 48, 80));
  const room = height - hand * (TALL + 0.22) - 30;
  const pond = clamp(Math.min(room / 17.4, (width - 400) / 19.4), 28, 60);
  return board("wide", { hand, rows: 1, pond, room, log, gap: 0.2, pitch: 1.42, between: 0.45, across: width });
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} size
 * @returns {Omit<Layout, "view">}
 */
function landscape(width, height, size) {
  const widest = (width - 8) / 14.25;
  const hand = Math.floor(clamp(Math.min(widest, 50 * size, height / 7), 44, Math.max(44, widest)));
  const room = height - hand * TALL - 14;
  // Plates, auto buttons and the strip stand beside the board.
  const least = clamp(Math.min(room / 16.6, width / NARROW), LESS, LEAST);
  const pond = clamp(Math.min(room / 16.6, (width - 2 * BESIDE) / 19.4), least, 34);
  return board("landscape", { hand, rows: 1, pond, room, log: false, gap: 0.12, pitch: 1.35, between: 0.3, across: width });
}

/** What stands above and below board and hand on a phone that stands: plates, strip, auto bar, gaps (px). */
const BARS = 30 + 62 + 52 + 8;
const TIGHT_BARS = 26 + 58 + 48;
/** The width that a column of indicators takes. */
const COLUMN = 22;

/**
 * @param {number} width
 * @param {number} height
 * @param {boolean} oneRow
 * @returns {Omit<Layout, "view">}
 */
function portrait(width, height, oneRow) {
  const rows = oneRow ? 1 : 2;
  const widest = oneRow ? (width - 6) / 14.3 : (width - 8) / 7.1;
  const lowest = oneRow ? 24 : clamp(width / 9, 44, 64);
  const square = Math.min(width, height - BARS - rows * lowest * TALL - 8);
  // On a short phone everything stands closer; what is left beside the table is for the indicators.
  const tight = square < LEAST * SQUARE;
  const room = tight ? height - TIGHT_BARS - rows * lowest * (TALL + 0.02) : square;
  const spare = (height - BARS - square) / rows / (TALL + 0.05);
  const hand = tight ? lowest : Math.floor(clamp(Math.min(widest, spare), lowest, 72));
  const pond = tight ? LEAST : square / SQUARE;
  const rests = tight ? { gap: 0.08, pitch: 1.345, between: 0.1 } : { gap: 0.12, pitch: 1.37, between: 0.3 };
  return board("portrait", { hand, rows, pond, room, log: false, ...rests, across: width, tight });
}

/**
 * @param {Layout["kind"]} kind
 * @param {{hand: number, rows: 1 | 2, pond: number, room: number, log: boolean, gap: number, pitch: number, between: number, across: number, tight?: boolean}} of
 *   `room`: the height for the board; `gap`, `pitch` and `between` are in widths of pond tiles: from the
 *   centre to a pond, from row to row, and from a pond to the melds; `across`: the width for the board
 * @returns {Omit<Layout, "view">}
 */
function board(kind, { hand, rows, pond, room, log, gap, pitch, between, across, tight = false }) {
  const meld = kind === "wide" ? Math.max(24, pond * 0.94) : Math.max(Math.min(18, pond), pond * 0.94);
  const depth = meld * (TALL + 0.1);
  const bottom = kind === "portrait";
  const reach = pond * (gap + 3 * pitch + between);
  const spare = bottom ? room - 2 * (reach + depth) : room - reach - depth - pond * (gap + 3 * pitch);
  const centre = Math.max((tight ? 5.2 : 5.8) * pond, Math.min(spare, 8.4 * pond));
  const from = centre / 2 + pond * gap;
  const inner = centre / 2 + reach;
  const half = Math.min(across / 2, inner + depth);
  const below = bottom ? inner + depth : centre / 2 + pond * (gap + 3 * pitch);
  const width = 2 * half;
  const height = inner + depth + below;
  return {
    kind, hand, rows, pond, meld, centre, width, height, from, log, tight,
    aside: tight && across - width >= COLUMN,
    own: kind === "portrait" ? meld : Math.min(Math.max(hand * 0.64, 24), 52),
    cx: half,
    cy: inner + depth,
    row: { self: inner, right: inner, across: inner, left: inner },
    ends: {
      self: [half, half - depth],
      right: [inner + depth, below - (bottom ? depth : 0)],
      across: [half, half - depth],
      left: [below, inner],
    },
  };
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
