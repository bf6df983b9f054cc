/** Which key does what at the table. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { setSettings } from "../../state/actions.js";
import { DEFAULT_KEYS } from "../../state/settings.js";
import { store } from "../../state/store.js";
import { html } from "../html.js";
import { Row } from "./fields.js";

/** @type {Record<string, string>} The words for each action. */
const WORDS = {
  riichi: "actions.reach",
  chi: "actions.chi",
  pon: "actions.pon",
  kan: "actions.kan",
  win: "actions.hora",
  kita: "actions.nukidora",
  pass: "actions.none",
  cancel: "actions.cancel",
  auto: "settings.key.auto",
};

export function KeyTable() {
  const { keys } = store.get().settings;
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  /**
   * @param {string} action
   * @param {KeyboardEvent} event
   */
  function press(action, event) {
    const key = event.key.toLowerCase();
    // Only letters can be chosen: digits, arrows, Enter and Esc have their work, Tab leaves the field.
    if (!/^[a-z]$/.test(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const other = Object.keys(keys).find((name) => name !== action && keys[name] === key);
    if (other && WORDS[other]) {
      setFault(t("settings.key_taken", { key: key.toUpperCase(), action: t(WORDS[other]) }));
      return;
    }
    setFault(null);
    setSettings({ keys: { ...keys, [action]: key } });
  }
  return html`
    <div class="keys">
      ${Object.keys(DEFAULT_KEYS).map((action) => {
        const words = t(WORDS[action]);
        return html`
          <${Row} key=${action} label=${words} class="key-row">
            <input
              class="input key"
              readonly
              aria-label=${t("settings.key_for", { action: words })}
              value=${keys[action].toUpperCase()}
              onKeyDown=${(/** @type {KeyboardEvent} */ event) => press(action, event)}
            />
          <//>
        `;
      })}
      <p class="fault" role="status">${fault}</p>
      <button
        type="button"
        class="button small"
        onClick=${() => {
          setFault(null);
          setSettings({ keys: { ...DEFAULT_KEYS } });
        }}
      >
        ${t("settings.keys_reset")}
      </button>
    </div>
  `;
}
