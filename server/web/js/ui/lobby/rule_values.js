/** What rule options are worth in words, and how a rule object differs from its preset. No DOM. */

import { has, t } from "../../i18n.js";
import { signed } from "../parts/names.js";

/** @import {Lang, RuleCatalogue, RuleOption, Rules} from "../../types.js" */

/**
 * The options that a room is made with, in the order in which they are shown; the others are details.
 * Preset and players come before them.
 */
export const HOST_OPTIONS = [
  "length",
  "thinking_time",
  "start_points",
  "required_points",
  "aka_dora",
  "open_tanyao",
  "hints",
  "spectate",
  "cpu_level",
];

/** What a change of the preset leaves as it is: how one plays, not what is played. */
const MANNERS = ["length", "thinking_time", "hints", "spectate", "cpu_level"];

/**
 * A preset and the options that differ from it.
 * @typedef {{preset: string, changes: Record<string, unknown>}} Choice
 */

/**
 * @param {RuleCatalogue} catalogue
 * @param {string} preset
 * @returns {3 | 4}
 */
export function playersOf(catalogue, preset) {
  const players = catalogue.options.find((option) => option.name === "players");
  return players?.default[preset] === 3 ? 3 : 4;
}

/**
 * What may be chosen, for a number of players.
 *
 * @param {RuleOption} option
 * @param {number} players
 * @returns {any}
 */
export function allowedFor(option, players) {
  const { allowed } = option;
  return Array.isArray(allowed) ? allowed : (allowed[String(players)] ?? allowed);
}

/**
 * The options of which something can be chosen under a preset.
 *
 * @param {RuleCatalogue} catalogue
 * @param {string} preset
 * @returns {RuleOption[]}
 */
export function optionsFor(catalogue, preset) {
  const players = playersOf(catalogue, preset);
  return catalogue.options.filter((option) => {
    if (option.name === "players" || !option.players.includes(players)) return false;
    const allowed = allowedFor(option, players);
    return !Array.isArray(allowed) || allowed.length > 1;
  });
}

/**
 * @param {unknown} left
 * @param {unknown} right
 */
export function same(left, right) {
  return canonical(left) === canonical(right);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return JSON.stringify([...value].sort());
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    return JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
  return JSON.stringify(value);
}

/**
 * The value of an option under a choice.
 *
 * @param {RuleOption} option
 * @param {Choice} choice
 * @returns {any}
 */
export function valueIn(option, { preset, changes }) {
  return option.name in changes ? changes[option.name] : option.default[preset];
}

/**
 * The choice with one option set; equal to the preset means not changed.
 *
 * @param {Choice} choice
 * @param {RuleOption} option
 * @param {unknown} value
 * @returns {Choice}
 */
export function withValue({ preset, changes }, option, value) {
  const { [option.name]: _, ...others } = changes;
  return { preset, changes: same(value, option.default[preset]) ? others : { ...others, [option.name]: value } };
}

/**
 * The choice with another preset.
 *
 * @param {RuleCatalogue} catalogue
 * @param {Choice} choice
 * @param {string} preset
 * @returns {Choice}
 */
export function withPreset(catalogue, { changes }, preset) {
  const kept = Object.entries(changes).filter(([name]) => MANNERS.includes(name));
  return choiceOf(catalogue, { preset, ...Object.fromEntries(kept) });
}

/**
 * What of a rule object differs from its preset. Options that the catalogue does not know are left out.
 *
 * @param {RuleCatalogue} catalogue
 * @param {Rules} rules
 * @returns {Choice}
 */
export function choiceOf(catalogue, rules) {
  const { preset } = rules;
  const differing = optionsFor(catalogue, preset).filter(
    ({ name, default: usual }) => name in rules && !same(rules[name], usual[preset]),
  );
  return { preset, changes: Object.fromEntries(differing.map(({ name }) => [name, rules[name]])) };
}

/**
 * @param {Choice} choice
 * @returns {Rules}
 */
export function rulesOf({ preset, changes }) {
  return { preset, ...changes };
}

/**
 * The words for a value of an option.
 *
 * @param {RuleOption} option
 * @param {any} value
 * @param {Lang} lang for the form of numbers
 * @returns {string}
 */
export function valueWords(option, value, lang) {
  const { name, type } = option;
  if (type === "bool or set" && value === true) return t("rules.local_yaku.majsoul");
  if (typeof value === "boolean") return t(value ? "rules.value.on" : "rules.value.off");
  if (value === null) return t(has(`rules.${name}.none`) ? `rules.${name}.none` : "rules.value.none");
  if (typeof value === "number") return numberWords(name, value, lang);
  if (type === "base+bank") {
    const [base, bank] = String(value).split("+");
    return t("rules.value.seconds_pair", { base, bank });
  }
  if (typeof value === "string") return t(wordKey(name, value));
  if (type === "list") return value.map((/** @type {number} */ item) => signed(item, lang)).join(" / ");
  if (Array.isArray(value)) {
    return value.length ? value.map((yaku) => t(`yaku.${yaku}`)).join(", ") : t("rules.value.none");
  }
  const parts = Object.entries(value).map(([part, inner]) =>
    name === "aka_dora" ? `${t(`rules.value.suit.${part}`)} ${inner}` : `${t(`draws.${part}`)}: ${t(wordKey(name, inner))}`,
  );
  return parts.join(", ");
}

/**
 * The key of the words for a named value.
 *
 * @param {string} name
 * @param {string} value
 */
export function wordKey(name, value) {
  if (value === "auto" && name === "oka") return "rules.value.auto";
  if (name === "last_dealer_stop_win" || name === "last_dealer_stop_tenpai") return `rules.last_dealer_stop.${value}`;
  return `rules.${name}.${value}`;
}

const POINTS = ["start_points", "required_points", "ceiling_points", "score_origin", "riichi_stick", "honba_value", "noten_total"];

/**
 * @param {string} name
 * @param {number} value
 * @param {Lang} lang
 */
function numberWords(name, value, lang) {
  if (name === "min_han") return t("ui.han", { n: value });
  if (name.endsWith("_fu")) return t("ui.fu", { n: value });
  if (name === "aka_dora") return value ? t("rules.value.red_fives", { n: value }) : t("rules.value.none");
  if (value === 0 && (name === "ceiling_points" || name === "two_han_from_honba")) return t("rules.value.off");
  const digits = new Intl.NumberFormat(lang).format(value);
  return POINTS.includes(name) ? t("rules.value.points", { n: digits }) : digits;
}
