/** The pieces that forms are made of: choices, switches, rows with label, help and fault. */

import { useId } from "preact/hooks";

import { html } from "../html.js";

/** @import {ComponentChildren} from "preact" */

/**
 * A choice of which all sides are seen at once.
 *
 * @template T
 * @param {{
 *   label: string, value: T, options: {value: T, label: string}[], onChange: (value: T) => void,
 *   bare?: boolean, describedBy?: string, disabled?: boolean,
 * }} props `bare`: the label is only read out
 */
export function Segmented({ label, value, options, onChange, bare = false, describedBy, disabled = false }) {
  const id = useId();
  return html`
    <fieldset class="segmented" aria-describedby=${describedBy} disabled=${disabled}>
      <legend class=${bare ? "unseen" : "label"}>${label}</legend>
      <div class=${`segments ${options.length === 4 ? "two-by-two" : ""}`}>
        ${options.map(
          (option) => html`
            <label class="segment" key=${String(option.value)}>
              <input
                type="radio"
                class="unseen"
                name=${id}
                checked=${option.value === value}
                onChange=${() => onChange(option.value)}
              />
              <span>${option.label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

/**
 * A choice among many.
 *
 * @template T
 * @param {{
 *   label: string, value: T, options: {value: T, label: string}[], onChange: (value: T) => void,
 *   describedBy?: string, invalid?: boolean,
 * }} props
 */
export function Select({ label, value, options, onChange, describedBy, invalid }) {
  const chosen = options.findIndex((option) => option.value === value);
  return html`
    <select
      class="input"
      aria-label=${label}
      aria-describedby=${describedBy}
      aria-invalid=${invalid || undefined}
      value=${String(chosen)}
      onChange=${(/** @type {Event} */ event) =>
        onChange(options[Number(/** @type {HTMLSelectElement} */ (event.currentTarget).value)].value)}
    >
      ${options.map(
        (option, index) => html`
          <option key=${index} value=${String(index)} selected=${index === chosen}>${option.label}</option>
        `,
      )}
    </select>
  `;
}

/**
 * Something that is on or off.
 *
 * @param {{
 *   label: string, checked: boolean, onChange: (checked: boolean) => void, describedBy?: string,
 *   invalid?: boolean,
 * }} props
 */
export function Switch({ label, checked, onChange, describedBy, invalid }) {
  return html`
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        class="unseen"
        aria-label=${label}
        aria-describedby=${describedBy}
        aria-invalid=${invalid || undefined}
        checked=${checked}
        onChange=${(/** @type {Event} */ event) =>
          onChange(/** @type {HTMLInputElement} */ (event.currentTarget).checked)}
      />
      <span class="track"></span>
    </label>
  `;
}

/**
 * A whole or decimal number. What is no number is put back when the field is left.
 *
 * @param {{
 *   label: string, value: number, onChange: (value: number) => void, min?: number, max?: number,
 *   step?: number, describedBy?: string, invalid?: boolean,
 * }} props
 */
export function NumberInput({ label, value, onChange, min, max, step = 1, describedBy, invalid }) {
  return html`
    <input
      class="input number"
      type="number"
      inputmode=${step % 1 === 0 && (min ?? 0) >= 0 ? "numeric" : undefined}
      aria-label=${label}
      aria-describedby=${describedBy}
      aria-invalid=${invalid || undefined}
      min=${min}
      max=${max}
      step=${step}
      value=${value}
      onInput=${(/** @type {Event} */ event) => {
        const typed = /** @type {HTMLInputElement} */ (event.currentTarget).valueAsNumber;
        if (!Number.isNaN(typed)) onChange(typed);
      }}
      onBlur=${(/** @type {Event} */ event) => {
        /** @type {HTMLInputElement} */ (event.currentTarget).value = String(value);
      }}
    />
  `;
}

/**
 * A line of text with its label above, and what is wrong with it below.
 *
 * @param {{
 *   label: string, value: string, onInput: (text: string) => void, fault?: string | null, hint?: string,
 *   children?: ComponentChildren, [attribute: string]: any,
 * }} props `children` stand beside the input; everything else goes to it
 */
export function TextField({ label, value, onInput, fault = null, hint, children, ...rest }) {
  const id = useId();
  const said = fault ?? hint;
  return html`
    <div class="text-field">
      <label class="label" for=${id}>${label}</label>
      <div class="beside">
        <input
          ...${rest}
          id=${id}
          class="input"
          value=${value}
          aria-invalid=${fault !== null || undefined}
          aria-describedby=${said ? `${id}-said` : undefined}
          onInput=${(/** @type {Event} */ event) =>
            onInput(/** @type {HTMLInputElement} */ (event.currentTarget).value)}
        />
        ${children}
      </div>
      ${said && html`<p id=${`${id}-said`} class=${fault ? "fault" : "hint"} role=${fault ? "alert" : undefined}>${said}</p>`}
    </div>
  `;
}

/**
 * A line of a form: name and note at the left, the control at the right.
 *
 * @param {{label: string, note?: string, noteId?: string, class?: string, children?: ComponentChildren}} props
 */
export function Row({ label, note, noteId, class: more = "", children }) {
  return html`
    <div class=${`row ${note ? "" : "brief"} ${more}`}>
      <div class="row-words">
        <span class="row-label">${label}</span>
        ${note && html`<span class="hint" id=${noteId}>${note}</span>`}
      </div>
      <div class="row-control">${children}</div>
    </div>
  `;
}
