/** Join a room by its code. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { go } from "../../router.js";
import { html } from "../html.js";
import { TextField } from "./fields.js";

const CODE = /^[A-Z0-9]{6}$/;

/**
 * The code in what somebody typed or pasted: the code itself, however written, or a link with it.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function codeIn(text) {
  const [, linked] = /\/(?:j|room)\/([^/?#\s]+)/.exec(text) ?? [];
  const code = (linked ?? text).replace(/[\s-]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

export function CodeForm() {
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const code = codeIn(typed);
    if (code) go(`/j/${code}`);
    else setFault(t("home.code_short"));
  }
  return html`
    <form class="code-form" onSubmit=${submit} novalidate>
      <${TextField}
        label=${t("ui.room_code")}
        value=${typed}
        onInput=${(/** @type {string} */ text) => {
          setTyped(text);
          setFault(null);
        }}
        fault=${fault}
        hint=${t("home.code_hint")}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck=${false}
      >
        <button class="button">${t("home.join")}</button>
      <//>
    </form>
  `;
}
