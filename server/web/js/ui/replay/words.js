/** What a moment of the replay is called, and what is said of it. */

import { t } from "../../i18n.js";
import { shownName } from "../parts/names.js";
import { tileName } from "../parts/tile.js";
import { logWords, roundTitle, seatWords } from "../table/words.js";

/** @import {TableModel} from "../../types.js" */

/**
 * What has happened at this moment.
 *
 * @param {TableModel} table
 * @returns {string}
 */
export function momentWords(table) {
  const line = table.log.at(-1);
  if (!line) return "";
  if (line.kind === "start_kyoku") return roundTitle(table.round);
  if (line.kind === "tsumo" && line.seat !== null) {
    const seen = line.seat === table.seat || table.seats[line.seat].drawn !== "?";
    const who = seatWords(table, line.seat);
    return t("replay.draws", { who, tile: tileName(seen && line.pai ? line.pai : "?") });
  }
  if (line.kind === "end_kyoku" || line.kind === "reach_accepted") {
    return table.names.map((name, seat) => `${shownName(name)} ${table.round.scores[seat]}`).join(t("tiles.comma"));
  }
  return logWords(table, line) ?? "";
}
