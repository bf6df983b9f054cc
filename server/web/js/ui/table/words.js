/** Table terms in the present language. */

import { has, t } from "../../i18n.js";
import { tileName } from "../parts/tile.js";
import { placeAt, windAt } from "./visible.js";

/** @import {Hora, LogLine, Pai, RoundState, Rules, Seat, TableModel} from "../../types.js" */

const PLACE_WORDS = { self: "ui.you", right: "ui.right_seat", across: "ui.across_seat", left: "ui.left_seat" };
const YAKUMAN = ["", "yakuman", "double", "triple", "quadruple", "quintuple", "sextuple", "septuple"];

/** @param {Pick<RoundState, "bakaze" | "kyoku">} round */
export function roundName({ bakaze, kyoku }) {
  return t("ui.round_name", { wind: t(`winds.${bakaze}`), n: kyoku });
}

/** @param {Pick<RoundState, "bakaze" | "kyoku" | "honba">} round */
export function roundTitle(round) {
  return round.honba > 0 ? t("ui.round_honba", { round: roundName(round), n: round.honba }) : roundName(round);
}

/**
 * Who sits there, as seen from the own chair: "Right"; to who has none: "South".
 *
 * @param {TableModel} table
 * @param {Seat} seat
 */
export function seatWords(table, seat) {
  return t(table.watched ? `winds.${windAt(table, seat)}` : PLACE_WORDS[placeAt(table, seat)]);
}

/**
 * A line of the log; null for what needs no words.
 *
 * @param {TableModel} table
 * @param {LogLine} line
 * @returns {string | null}
 */
export function logWords(table, line) {
  const who = line.seat === null ? "" : seatWords(table, line.seat);
  const own = line.seat === table.seat && !table.watched;
  const tile = line.pai === null ? "" : tileName(line.pai);
  switch (line.kind) {
    case "start_kyoku":
      return roundName(line.detail);
    case "tsumo":
      return own ? t("table.log.draw", { tile }) : null;
    case "dahai":
      if (own) return t(line.detail.tsumogiri ? "table.log.you_discard_drawn" : "table.log.you_discard", { tile });
      return t(line.detail.tsumogiri ? "table.log.discard_drawn" : "table.log.discard", { who, tile });
    case "chi":
    case "pon":
    case "daiminkan": {
      const tiles = line.detail.consumed.map((/** @type {Pai} */ pai) => tileName(pai)).join(" ");
      const from = seatWords(table, line.from ?? 0);
      return t("table.log.call", { who, call: t(`actions.${line.kind}`), tile, tiles, from });
    }
    case "ankan":
    case "kakan":
    case "nukidora":
      return t("table.log.own", { who, call: t(`actions.${line.kind}`), tile });
    case "dora":
      return t("table.log.dora", { tile });
    case "reach":
      return t("table.log.own", { who, call: t(line.detail.open ? "actions.open_reach" : "actions.reach"), tile: "" }).trim();
    case "hora":
      return winWords(table, line.detail);
    case "ryukyoku":
      return drawReason(line.detail.reason);
    case "end_game":
      return t("ui.game_result");
    default:
      return null;
  }
}

/**
 * @param {TableModel} table
 * @param {Hora} win
 */
function winWords(table, { actor, target, points }) {
  const own = actor === table.seat && !table.watched;
  const who = seatWords(table, actor);
  if (actor === target) return t(own ? "table.log.you_tsumo" : "table.log.tsumo", { who, points });
  return t(own ? "table.log.you_ron" : "table.log.ron", { who, from: seatWords(table, target), points });
}

/** @param {string} reason */
export function drawReason(reason) {
  return t(has(`draws.${reason}`) ? `draws.${reason}` : "draws.exhaustive");
}

/**
 * The name of a yaku in the chosen manner.
 *
 * @param {string} name
 * @param {"translated" | "romaji"} manner
 */
export function yakuName(name, manner) {
  if (manner === "romaji") return name.split("_").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ");
  return has(`yaku.${name}`) ? t(`yaku.${name}`) : name;
}

/**
 * The name of the limit that a hand reaches; null below mangan.
 *
 * @param {Pick<Hora, "han" | "fu" | "yakuman">} hand
 * @param {Rules} rules
 * @returns {string | null}
 */
export function limitName({ han, fu, yakuman }, rules) {
  if (yakuman > 0) {
    const word = YAKUMAN[yakuman];
    if (!word) return t("ui.yakuman_times", { n: yakuman });
    return t(yakuman === 1 ? "limits.yakuman" : `limits.${word}_yakuman`);
  }
  if (han >= 13) return t(rules.kazoe_mode === "yakuman" ? "limits.kazoe_yakuman" : "limits.sanbaiman");
  if (han >= 11) return t("limits.sanbaiman");
  if (han >= 8) return t("limits.baiman");
  if (han >= 6) return t("limits.haneman");
  const base = fu * 2 ** (2 + han);
  if (han >= 5 || base >= 2000) return t("limits.mangan");
  return base === 1920 && rules.kiriage_mangan ? t("limits.kiriage_mangan") : null;
}
