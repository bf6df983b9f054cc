/** Forms about the account: what a password manager understands, Enter sends them, faults stand at their fields. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { TextField } from "../lobby/fields.js";
import { faultOf } from "./faults.js";

/** @import {ComponentChildren} from "preact" */
/** @import {Fault} from "./faults.js" */

/** @typedef {{name: string, label: string, hint?: string, [attribute: string]: any}} Field */

/**
 * @param {{
 *   fields: Field[], submit: string, work: (values: Record<string, string>) => Promise<unknown>,
 *   username?: string, danger?: boolean, children?: ComponentChildren,
 * }} props `work` is rejected with what is wrong; `username`: whose password it is, where the form does not ask
 */
export function PeopleForm({ fields, submit, work, username, danger = false, children }) {
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const [values, setValues] = useState(() => fresh(fields));
  const [fault, setFault] = useState(/** @type {Fault | null} */ (null));
  const [waiting, setWaiting] = useState(false);
  const [open, setOpen] = useState(false);
  const here = useRef(true);
  useEffect(() => () => { here.current = false; }, []);
  useEffect(() => {
    if (fault?.field) form.current?.querySelector(/** @type {"input"} */ ("input[aria-invalid]"))?.focus();
  }, [fault]);

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const empty = fields.find(({ name }) => !values[name]?.trim());
    if (empty) {
      setFault({ field: empty.name, text: t("people.empty") });
      return;
    }
    setWaiting(true);
    setFault(null);
    try {
      await work(values);
      if (here.current) setValues(fresh(fields));
    } catch (refusal) {
      if (here.current) setFault(faultOf(refusal, fields.map(({ name }) => name)));
    }
    if (here.current) setWaiting(false);
  }
  const secret = fields.some(({ type }) => type === "password");
  return html`
    <form class="people-form" ref=${form} onSubmit=${send} novalidate>
      ${username !== undefined && html`<input type="text" name="username" autocomplete="username" value=${username} readonly hidden />`}
      ${fields.map(
        ({ name, label, hint, value: _, type, ...rest }) => html`
          <${TextField}
            key=${name}
            ...${rest}
            name=${name}
            type=${type === "password" && open ? "text" : type}
            label=${label}
            hint=${hint}
            value=${values[name]}
            fault=${fault?.field === name ? fault.text : null}
            onInput=${(/** @type {string} */ text) => {
              setValues((known) => ({ ...known, [name]: text }));
              if (fault?.field === name) setFault(null);
            }}
            spellcheck=${false}
            autocapitalize="none"
          />
        `,
      )}
      ${secret &&
      html`
        <label class="check show-password">
          <input type="checkbox" checked=${open} onChange=${() => setOpen(!open)} />
          <span>${t("people.show_password")}</span>
        </label>
      `}
      ${fault && fault.field === null && html`<p class="fault" role="alert">${fault.text}</p>`}
      <div class="buttons">
        <button class=${`button ${danger ? "danger" : "primary"}`} disabled=${waiting} aria-busy=${waiting}>${submit}</button>
        ${children}
      </div>
    </form>
  `;
}

/** @param {Field[]} fields @returns {Record<string, string>} */
function fresh(fields) {
  return Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""]));
}

/** The field for a name that is one's own. @param {Partial<Field>} [more] @returns {Field} */
export function nameField(more = {}) {
  return { name: "name", label: t("ui.nickname"), autocomplete: "username", maxlength: 24, ...more };
}

/** The field for a password that is known. @param {Partial<Field>} [more] @returns {Field} */
export function passwordField(more = {}) {
  return { name: "password", label: t("people.password"), type: "password", autocomplete: "current-password", maxlength: 128, ...more };
}

/** The field for a password that is chosen. @param {Partial<Field>} [more] @returns {Field} */
export function newPasswordField(more = {}) {
  return { ...passwordField(), hint: t("people.password_hint"), autocomplete: "new-password", ...more };
}
