/** Settings: a screen of its own, and a dialog for the time at the table. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { Dialog } from "./dialog.js";
import { Page } from "./page.js";
import { SettingsPanel } from "./settings_panel.js";

export function SettingsScreen() {
  return html`
    <${Page} title=${t("ui.settings")} class="settings">
      <${SettingsPanel} />
    <//>
  `;
}

/** @param {{onClose: () => void}} props */
export function SettingsDialog({ onClose }) {
  return html`
    <${Dialog} title=${t("ui.settings")} onClose=${onClose} wide>
      <${SettingsPanel} />
    <//>
  `;
}
