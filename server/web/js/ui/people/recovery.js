/** The recovery code: shown once, until a person says that it is kept. */

import { useEffect, useRef } from "preact/hooks";

import { t } from "../../i18n.js";
import { toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Copy } from "../lobby/icons.js";

/** @param {{code: string, onKept: () => void}} props */
export function RecoveryCode({ code, onKept }) {
  const title = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const shown = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    // Whoever closes the page now has no way back from a lost password.
    const ask = (/** @type {Event} */ event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      toast("info", t("account.code_copied"));
    } catch {
      // No clipboard over plain http: the code is selected instead.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      toast("info", t("room.copy_by_hand"));
    }
  }
  return html`
    <section class="panel recovery" aria-labelledby="recovery-title">
      <h2 id="recovery-title" tabindex="-1" ref=${title}>${t("account.code_title")}</h2>
      <p>${t("account.code_note")}</p>
      <p class="recovery-code" ref=${shown} translate="no">${code}</p>
      <div class="buttons">
        <button type="button" class="button" onClick=${copy}><${Copy} /> ${t("account.copy_code")}</button>
        <button type="button" class="button primary" onClick=${onKept}>${t("account.code_kept")}</button>
      </div>
    </section>
  `;
}
