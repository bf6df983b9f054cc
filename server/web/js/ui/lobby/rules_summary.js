/** The rules of a room to read. */

import { useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { html } from "../html.js";
import { optionsFor, same, valueWords } from "./rule_values.js";

/** @import {RuleCatalogue, RuleOption, Rules} from "../../types.js" */
/** @import {Choice} from "./rule_values.js" */

/**
 * The rules to read: what is played, what differs from the preset, and everything on demand.
 *
 * @param {{catalogue: RuleCatalogue, rules: Rules, choice: Choice}} props `choice`: what `rules` comes to
 */
export function RulesSummary({ catalogue, rules, choice }) {
  const lang = useLang();
  const [open, setOpen] = useState(false);
  const options = optionsFor(catalogue, choice.preset);
  const words = (/** @type {RuleOption} */ option, /** @type {any} */ value) => valueWords(option, value, lang);
  const changed = options.filter((option) => option.name in choice.changes);
  return html`
    <div class="rules-summary">
      <p class="rules-name">${t(`rules.preset.${choice.preset}`)}</p>
      <dl class="facts">
        ${options
          .filter(({ name }) => ["length", "thinking_time"].includes(name))
          .map(
            (option) => html`
              <div key=${option.name}><dt>${t(`rules.${option.name}`)}</dt><dd>${words(option, rules[option.name])}</dd></div>
            `,
          )}
      </dl>
      <p class="hint">
        ${changed.length ? t("rules.panel.changes", { count: changed.length }) : t("rules.panel.no_changes")}
      </p>
      ${changed.length > 0 &&
      html`
        <ul class="differences">
          ${changed.map(
            (option) => html`
              <li key=${option.name}>
                <span>${t(`rules.${option.name}`)}</span>
                <strong>${words(option, rules[option.name])}</strong>
                <span class="hint">${t("rules.panel.preset_value", { value: words(option, option.default[choice.preset]) })}</span>
              </li>
            `,
          )}
        </ul>
      `}
      <details open=${open} onToggle=${(/** @type {Event} */ event) => setOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
        <summary>${t("rules.panel.show_all")}</summary>
        ${open &&
        html`
          <dl class="facts all-rules">
            ${options.map(
              (option) => html`
                <div key=${option.name} class=${same(rules[option.name], option.default[choice.preset]) ? "" : "is-changed"}>
                  <dt>${t(`rules.${option.name}`)}</dt>
                  <dd>${words(option, rules[option.name])}</dd>
                </div>
              `,
            )}
          </dl>
        `}
      </details>
    </div>
  `;
}
