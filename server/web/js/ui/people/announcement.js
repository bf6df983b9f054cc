/** What those who run the server tell everybody, in the language of the page. */

import { t, useLang } from "../../i18n.js";
import { closeAnnouncement } from "../../state/announcements.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";

export function Announced() {
  const lang = useLang();
  const announcements = useStore((state) => state.announcements);
  const [told] = announcements;
  if (!told || (told.until !== null && told.until < Date.now())) return null;
  const text = told.text[lang] ?? told.text.en ?? Object.values(told.text)[0] ?? "";
  return html`
    <div class="banner notice-banner" role="status" data-key=${told.key}>
      <span>${text}</span>
      <button type="button" class="icon-button" aria-label=${t("ui.close")} onClick=${() => closeAnnouncement(told.key)}>×</button>
    </div>
  `;
}
