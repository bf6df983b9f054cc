/** The way into a room by its link. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { Refusal } from "../../net/wire.js";
import { go } from "../../router.js";
import { joinRoom } from "../../state/actions.js";
import { store, useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { TextField } from "./fields.js";
import { NameField, useName } from "./guest.js";
import { codeIn } from "./join_form.js";
import { Link, Page } from "./page.js";

/**
 * Who has an account is seated at once; a stranger chooses a name first.
 *
 * @param {{code: string}} props
 */
export function Join({ code: written }) {
  const code = codeIn(written) ?? written;
  const status = useStore((state) => state.status);
  const [password, setPassword] = useState("");
  const [locked, setLocked] = useState(false);
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [waiting, setWaiting] = useState(false);
  const name = useName();

  async function join() {
    setWaiting(true);
    setFault(null);
    try {
      await joinRoom(code, password);
    } catch (refusal) {
      const needed = refusal instanceof Refusal && refusal.code === "wrong_password";
      setLocked(locked || needed);
      setFault(needed && !locked ? t("join.password_needed") : sentence(refusal));
      setWaiting(false);
    }
  }

  const known = status === "online";
  useEffect(() => {
    // Only who was known before this page was opened: a stranger presses the button.
    if (!known || waiting) return;
    if (store.get().room?.code === code) go(`/room/${code}`, { replace: true });
    else join();
  }, [known]);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    setWaiting(true);
    if (await name.save()) await join();
    else setWaiting(false);
  }
  const stranger = status === "idle";
  return html`
    <${Page} title=${t("join.title", { code })} class="narrow">
      <section class="panel">
        ${stranger && html`<p>${t("join.note")}</p><${NameField} name=${name} />`}
        <form class="join-form" onSubmit=${submit}>
          ${locked
            ? html`
                <${TextField}
                  label=${t("ui.room_password")}
                  type="password"
                  value=${password}
                  onInput=${setPassword}
                  fault=${fault}
                  autocomplete="off"
                  maxlength="64"
                />
              `
            : fault && html`<p class="fault" role="alert">${fault}</p>`}
          <div class="buttons">
            <button class="button primary" disabled=${waiting} aria-busy=${waiting}>${t("ui.join_room")}</button>
            <${Link} href="/" class="button quiet">${t("ui.lobby")}<//>
          </div>
        </form>
      </section>
    <//>
  `;
}
