/** The name one plays under, before and after the server knows it. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { rename } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { TextField } from "./fields.js";

const LONGEST = 24;

/** A number that tells guests apart; the same for as long as the page is open. */
const NUMBER = 1000 + Math.floor(Math.random() * 9000);

/**
 * The name that is typed or proposed. `wanted` is null where it is the one that the server has.
 *
 * @returns {{
 *   shown: string, wanted: string | null, edited: boolean, fault: string | null,
 *   type: (name: string) => void, save: () => Promise<boolean>,
 * }} `save` takes the name over; false when the server refused it
 */
export function useName() {
  const me = useStore((state) => state.me);
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const shown = typed ?? me?.name ?? `${t("ui.guest")} ${NUMBER}`;
  const wanted = shown.trim() === me?.name || shown.trim() === "" ? null : shown.trim();
  async function save() {
    try {
      if (wanted !== null || !me) await rename(wanted ?? `${t("ui.guest")} ${NUMBER}`);
      setTyped(null);
      setFault(null);
      return true;
    } catch (refusal) {
      setFault(sentence(refusal));
      return false;
    }
  }
  /** @param {string} name */
  function type(name) {
    setTyped(name);
    setFault(null);
  }
  return { shown, wanted, edited: typed !== null && wanted !== null, fault, type, save };
}

/**
 * The field for the name.
 *
 * @param {{name: ReturnType<typeof useName>}} props
 */
export function NameField({ name }) {
  const known = useStore((state) => state.me !== null);
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    name.save();
  }
  return html`
    <form class="name-form" onSubmit=${submit}>
      <${TextField}
        label=${t("ui.nickname")}
        value=${name.shown}
        onInput=${name.type}
        fault=${name.fault}
        maxlength=${LONGEST}
        autocomplete="nickname"
        spellcheck=${false}
      >
        ${known && name.edited && html`<button class="button">${t("home.save_name")}</button>`}
      <//>
    </form>
  `;
}
