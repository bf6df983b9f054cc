/** What is wrong with a form about an account: at which field, in words. */

import { has, t } from "../../i18n.js";
import { Refusal } from "../../net/wire.js";
import { sentence } from "../../state/toasts.js";

/** @typedef {{field: string | null, text: string}} Fault `field` null: it is about the whole form */

/** @type {Record<string, string>} The field that a refusal is about where the server names none. */
const FIELDS = {
  name_taken: "name",
  name_reserved: "name",
  too_soon: "name",
  no_such_account: "name",
  own_account: "name",
  weak_password: "password",
  wrong_login: "password",
  wrong_recovery_code: "code",
};

/**
 * @param {unknown} fault
 * @param {string[]} fields those of the form
 * @returns {Fault}
 */
export function faultOf(fault, fields) {
  if (!(fault instanceof Refusal)) return { field: null, text: sentence(fault) };
  const named = fault.field ?? FIELDS[fault.code] ?? null;
  const field = named !== null && fields.includes(named) ? named : null;
  if (fault.wait !== null) return { field, text: t("people.wait", { why: sentence(fault), time: duration(fault.wait) }) };
  const kind = named === "new_password" ? "password" : named;
  const key = `people.fault.${kind}.${fault.code}`;
  return { field, text: has(key) ? t(key) : sentence(fault) };
}

/**
 * How long something takes, in the largest unit that fits.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  if (seconds < 90) return t("people.seconds", { n: Math.ceil(seconds) });
  if (seconds < 5400) return t("people.minutes", { n: Math.ceil(seconds / 60) });
  if (seconds < 129_600) return t("people.hours", { n: Math.ceil(seconds / 3600) });
  return t("people.days", { n: Math.ceil(seconds / 86_400) });
}
