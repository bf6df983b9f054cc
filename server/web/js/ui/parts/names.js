/** Names and numbers as they are shown. */

import { t } from "../../i18n.js";

/** @import {Lang} from "../../types.js" */

/** How the server names its bots, in English. */
const BOT = /^(?:Easy|Normal) bot (\d)$/;

/**
 * The name of a player; a bot of the server is called so in the language of the page.
 *
 * @param {string} name
 */
export function shownName(name) {
  const [, number] = BOT.exec(name) ?? [];
  return number === undefined ? name : `${t("ui.bot")} ${number}`;
}

/**
 * A number with its sign, as uma and results are written.
 *
 * @param {number} value
 * @param {Lang} lang
 * @param {number} [decimals] at least so many
 */
export function signed(value, lang, decimals = 0) {
  const format = new Intl.NumberFormat(lang, { signDisplay: "exceptZero", minimumFractionDigits: decimals });
  return format.format(value);
}
