/** An account that is kept: its name, where it is signed in, its password, its code, its end. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { go } from "../../router.js";
import { rename } from "../../state/actions.js";
import { accountInfo, changePassword, deleteAccount, logOutEverywhere, logOutHere } from "../../state/people/account.js";
import { useStore } from "../../state/store.js";
import { sentence, toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { duration } from "../people/faults.js";
import { PeopleForm, nameField, newPasswordField, passwordField } from "../people/form.js";

/** @import {Me} from "../../types.js" */
/** @import {ComponentChildren} from "preact" */

/** @param {{me: Me, onNewCode: (password: string) => Promise<void>}} props `onNewCode` is rejected with a `Refusal` */
export function Manage({ me, onNewCode }) {
  return html`
    <div class="account-parts">
      <${Name} me=${me} />
      <${SignOut} />
      <${Part} title=${t("account.change_password")}>
        <p class="hint">${t("account.password_note")}</p>
        <${PeopleForm}
          username=${me.name}
          fields=${[passwordField({ label: t("account.present_password") }), newPasswordField({ name: "new_password", label: t("account.new_password") })]}
          submit=${t("account.change_password")}
          work=${async (/** @type {Record<string, string>} */ values) => {
            await changePassword(values.password, values.new_password);
            toast("info", t("account.password_changed"));
          }}
        />
      <//>
      <${Part} title=${t("account.new_code")}>
        <p class="hint">${t("account.new_code_note")}</p>
        <${PeopleForm}
          username=${me.name}
          fields=${[passwordField()]}
          submit=${t("account.new_code")}
          work=${(/** @type {Record<string, string>} */ { password }) => onNewCode(password)}
        />
      <//>
      <${Part} title=${t("account.delete")}>
        <${Delete} me=${me} />
      <//>
    </div>
  `;
}

/** @param {{title: string, children?: ComponentChildren}} props */
function Part({ title, children }) {
  const [open, setOpen] = useState(false);
  return html`
    <details class="panel" open=${open} onToggle=${(/** @type {Event} */ event) => setOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
      <summary><h2>${title}</h2></summary>
      ${open && html`<div class="part-body">${children}</div>`}
    </details>
  `;
}

/** @param {{me: Me}} props */
function Name({ me }) {
  const online = useStore((state) => state.status === "online");
  const [waits, setWaits] = useState(/** @type {number | null} */ (null));
  const [editing, setEditing] = useState(false);
  useEffect(() => {
    if (!online) return;
    // Without it the server says so when a name is sent.
    accountInfo().then(({ rename_ms }) => setWaits(rename_ms)).catch(() => {});
  }, [online, me.name]);
  const free = waits === 0;
  return html`
    <section class="panel who" aria-labelledby="who-title">
      <h2 id="who-title" class="unseen">${t("ui.nickname")}</h2>
      <p class="who-name"><bdi>${me.name}</bdi></p>
      <p class="hint">${t("account.id")} <code translate="no">${me.account}</code></p>
      ${editing && free
        ? html`
            <${PeopleForm}
              fields=${[nameField({ label: t("account.new_name"), hint: t("account.rename_note"), value: me.name })]}
              submit=${t("account.rename")}
              work=${async (/** @type {Record<string, string>} */ { name }) => {
                await rename(name.trim());
                setEditing(false);
              }}
            >
              <button type="button" class="button quiet" onClick=${() => setEditing(false)}>${t("ui.cancel")}</button>
            <//>
          `
        : free
          ? html`<p class="buttons"><button type="button" class="button" onClick=${() => setEditing(true)}>${t("account.rename")}</button></p>`
          : waits !== null && html`<p class="hint">${t("account.rename_wait", { time: duration(waits / 1000) })}</p>`}
    </section>
  `;
}

function SignOut() {
  const busy = useStore((state) => state.room !== null || state.seatIn !== null);
  const [asking, setAsking] = useState(false);
  function here() {
    logOutHere();
    go("/", { replace: true });
  }
  async function everywhere() {
    try {
      await logOutEverywhere();
      go("/", { replace: true });
    } catch (fault) {
      toast("error", sentence(fault));
      setAsking(false);
    }
  }
  const foot = html`
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${() => setAsking(false)}>${t("ui.cancel")}</button>
      <button type="button" class="button primary" onClick=${everywhere}>${t("account.out_everywhere")}</button>
    </div>
  `;
  return html`
    <section class="panel" aria-labelledby="out-title">
      <h2 id="out-title">${t("ui.logout")}</h2>
      ${busy && html`<p class="hint">${t("account.out_busy")}</p>`}
      <div class="buttons">
        <button type="button" class="button" disabled=${busy} onClick=${here}>${t("account.out_here")}</button>
        <button type="button" class="button" disabled=${busy} onClick=${() => setAsking(true)}>${t("account.out_everywhere")}</button>
      </div>
      ${asking && html`<${Dialog} title=${t("account.out_everywhere")} onClose=${() => setAsking(false)} foot=${foot}><p>${t("account.out_note")}</p><//>`}
    </section>
  `;
}

/** @param {{me: Me}} props */
function Delete({ me }) {
  return html`
    <p>${t("account.delete_note")}</p>
    <ul class="points">
      <li>${t("account.delete_goes")}</li>
      <li>${t("account.delete_stays")}</li>
    </ul>
    <${PeopleForm}
      danger
      username=${me.name}
      fields=${[passwordField()]}
      submit=${t("account.delete_now")}
      work=${async (/** @type {Record<string, string>} */ { password }) => {
        await deleteAccount(password);
        toast("info", t("account.deleted"));
        go("/", { replace: true });
      }}
    />
  `;
}
