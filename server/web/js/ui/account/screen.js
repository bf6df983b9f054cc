/** The account: keeping a guest's, and everything that can be done about one that is kept. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { newRecoveryCode, register } from "../../state/people/account.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Link, Page } from "../lobby/page.js";
import { PeopleForm, nameField, newPasswordField } from "../people/form.js";
import { RecoveryCode } from "../people/recovery.js";
import { PeopleTabs } from "../people/tabs.js";
import { LoginPanel } from "./login.js";
import { Manage } from "./manage.js";

export function AccountScreen() {
  const status = useStore((state) => state.status);
  const me = useStore((state) => state.me);
  const [code, setCode] = useState(/** @type {string | null} */ (null));
  const kept = me?.registered ?? false;
  return html`
    <${Page} title=${kept || code ? t("account.title") : me ? t("ui.register") : t("ui.login")} class="account">
      ${kept && !code && html`<${PeopleTabs} here="account" />`}
      ${code
        ? html`<${RecoveryCode} code=${code} onKept=${() => setCode(null)} />`
        : kept && me
          ? html`<${Manage} me=${me} onNewCode=${async (/** @type {string} */ password) => setCode(await newRecoveryCode(password))} />`
          : me || status !== "idle"
            ? html`<${Keep} name=${me?.name ?? ""} onCode=${setCode} />`
            : html`<${LoginPanel} />`}
    <//>
  `;
}

/**
 * A guest's account, kept under a name and a password.
 *
 * @param {{name: string, onCode: (code: string) => void}} props `name`: the guest's
 */
function Keep({ name, onCode }) {
  // A name that the page has made up is nobody's choice.
  const own = /\d{4}$/.test(name) ? "" : name;
  return html`
    <section class="panel" aria-labelledby="keep-title">
      <h2 id="keep-title" class="unseen">${t("ui.register")}</h2>
      <p>${t("account.keep_note")}</p>
      <ul class="points">
        <li>${t("account.keep_devices")}</li>
        <li>${t("account.keep_friends")}</li>
        <li>${t("account.keep_games")}</li>
      </ul>
      <${PeopleForm}
        key=${own}
        fields=${[nameField({ value: own, hint: t("account.name_hint") }), newPasswordField()]}
        submit=${t("ui.register")}
        work=${async (/** @type {Record<string, string>} */ { name: wanted, password }) => onCode(await register(wanted.trim(), password))}
      />
    </section>
    <section class="panel aside" aria-labelledby="have-title">
      <h2 id="have-title">${t("account.have_one")}</h2>
      <p class="hint">${t("account.have_note")}</p>
      <p class="buttons"><${Link} href="/login" class="button">${t("ui.login")}<//></p>
    </section>
  `;
}
