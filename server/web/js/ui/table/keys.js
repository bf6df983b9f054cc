/** The keyboard at the table. Letters are those of the settings, and may be switched off. */

import { t } from "../../i18n.js";
import { timeLeft } from "../../model/table.js";
import { tileName } from "../parts/tile.js";
import { windAt } from "./visible.js";
import { logWords, seatWords } from "./words.js";

/** @import {Settings, TableModel} from "../../types.js" */
/** @import {HandTile} from "./order.js" */
/** @import {StripItem} from "./strip.js" */
/** @import {Turn} from "./turn.js" */

const LAST_DISCARDS = 4;

/**
 * Handle a key that was pressed in the table.
 *
 * @param {KeyboardEvent} event
 * @param {{root: HTMLElement, turn: Turn, items: StripItem[], tiles: HandTile[], table: TableModel, settings: Settings,
 *   speak: (words: string) => void, toggleAuto: () => void}} on
 */
export function onKey(event, { root, turn, items, tiles, table, settings, speak, toggleAuto }) {
  if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
  const { key } = event;
  if (key === "Escape") {
    back(turn);
  } else if (key === "ArrowLeft" || key === "ArrowRight") {
    walk(root, key === "ArrowRight" ? 1 : -1);
  } else if (key === "Home" || key === "End") {
    handButtons(root).at(key === "Home" ? 0 : -1)?.focus();
  } else if (settings.keyboard && /^[1-9]$/.test(key)) {
    const pictures = items.filter((item) => item.picture);
    const chosen = pictures[Number(key) - 1];
    if (!chosen) return;
    chosen.press();
  } else if (settings.keyboard && key.length === 1) {
    if (!letter(key.toLowerCase())) return;
  } else {
    return;
  }
  event.preventDefault();

  /** @param {string} pressed @returns {boolean} */
  function letter(pressed) {
    const { keys } = settings;
    const item = items.find((each) => each.key !== null && keys[each.key] === pressed);
    if (item) item.press();
    else if (keys.auto === pressed) toggleAuto();
    else {
      const words = spoken(pressed, table, tiles);
      if (words === null) return false;
      speak(words);
    }
    return true;
  }
}

/**
 * Back out of a choice, or pass calls; a win is never declined by this.
 *
 * @param {Turn} turn
 */
export function back({ choices, mode, cancel, choose, raise }) {
  raise(null);
  if (mode !== "none") cancel();
  else if (choices && choices.pass !== null && choices.win === null && choices.stop === null) choose(choices.pass);
}

/** @param {HTMLElement} root */
export function handButtons(root) {
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".hand-tiles button")]);
}

/**
 * @param {HTMLElement} root
 * @param {1 | -1} step
 */
function walk(root, step) {
  const buttons = handButtons(root);
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : buttons.length - 1) : (at + step + buttons.length) % buttons.length;
  buttons[next]?.focus();
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
}

/**
 * What a key of the reading keys says; null: it is none.
 *
 * @param {string} key
 * @param {TableModel} table
 * @param {HandTile[]} tiles
 * @returns {string | null}
 */
function spoken(key, table, tiles) {
  const { round, seats, names } = table;
  const each = (/** @type {(seat: number) => string} */ say) => names.map((_, seat) => say(seat)).join(". ");
  switch (key) {
    case "h":
      return tiles.map((tile) => tileName(tile.pai) + (tile.drawn ? `, ${t("table.drawn_tile")}` : "")).join(", ");
    case "d": {
      const lines = table.log.filter((line) => line.kind === "dahai").slice(-LAST_DISCARDS);
      return lines.map((line) => logWords(table, line)).join(". ");
    }
    case "o":
      return each((seat) => `${seatWords(table, seat)}: ${seats[seat].pond.map((tile) => tileName(tile.pai)).join(", ")}`);
    case "s":
      return each((seat) => `${seatWords(table, seat)}, ${t(`winds.${windAt(table, seat)}`)}: ${round.scores[seat]}`);
    case "i":
      return `${t("ui.dora_indicator")}: ${round.doraMarkers.map((pai) => tileName(pai)).join(", ")}`;
    case "t": {
      if (!table.ask) return "";
      const left = timeLeft(table.ask, performance.now());
      return t("ui.seconds", { n: Math.ceil((left.base + left.bank) / 1000) });
    }
    default:
      return null;
  }
}
