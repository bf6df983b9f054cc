/** Signing in, and the way back from a lost password. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { go } from "../../router.js";
import { recover } from "../../state/people/account.js";
import { logIn } from "../../state/session.js";
import { useStore } from "../../state/store.js";
import { toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Link, Page } from "../lobby/page.js";
import { PeopleForm, nameField, newPasswordField, passwordField } from "../people/form.js";
import { RecoveryCode } from "../people/recovery.js";

export function LoginScreen() {
  return html`
    <${Page} title=${t("ui.login")} class="narrow account">
      <${LoginPanel} />
    <//>
  `;
}

export function LoginPanel() {
  const guest = useStore((state) => state.me !== null && !state.me.registered);
  /** @param {Record<string, string>} values */
  async function enter({ name, password }) {
    await logIn(name.trim(), password);
    toast("info", t("account.welcome_back", { name: name.trim() }));
    go("/", { replace: true });
  }
  return html`
    <section class="panel" aria-labelledby="login-title">
      <h2 id="login-title" class="unseen">${t("ui.login")}</h2>
      ${guest && html`<p class="hint">${t("account.guest_stays")}</p>`}
      <${PeopleForm} fields=${[nameField({ maxlength: 64 }), passwordField()]} submit=${t("ui.login")} work=${enter}>
        <${Link} href="/recover" class="button quiet">${t("account.lost")}<//>
      <//>
    </section>
    ${!guest && html`<p class="hint">${t("account.no_account")}</p>`}
  `;
}

export function RecoverScreen() {
  const [code, setCode] = useState(/** @type {string | null} */ (null));
  const fields = [
    nameField({ maxlength: 64 }),
    { name: "code", label: t("account.code_title"), hint: t("account.code_hint"), autocomplete: "off", maxlength: 64, class: "code-input" },
    newPasswordField({ label: t("account.new_password") }),
  ];
  return html`
    <${Page} title=${t("account.recover_title")} class="narrow account">
      ${code
        ? html`<${RecoveryCode} code=${code} onKept=${() => go("/account", { replace: true })} />`
        : html`
            <section class="panel" aria-labelledby="recover-title">
              <h2 id="recover-title" class="unseen">${t("account.recover_title")}</h2>
              <p>${t("account.recover_note")}</p>
              <${PeopleForm}
                fields=${fields}
                submit=${t("account.recover")}
                work=${async (/** @type {Record<string, string>} */ values) => setCode(await recover(values.name.trim(), values.code.trim(), values.password))}
              >
                <${Link} href="/login" class="button quiet">${t("ui.cancel")}<//>
              <//>
            </section>
          `}
    <//>
  `;
}
