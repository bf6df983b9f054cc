/** Friends: who is here, who asks, whom one has asked; and people one wants no more of. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { accept, askFriend, block, blocks, decline, invite, removeFriend, unblock } from "../../state/people/friends.js";
import { useStore } from "../../state/store.js";
import { sentence, toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { Link, Page } from "../lobby/page.js";
import { PeopleForm } from "../people/form.js";
import { PeopleTabs } from "../people/tabs.js";
import { byPresence, Presence } from "./presence.js";

/** @import {Friend, Person} from "../../types.js" */

export function FriendsScreen() {
  const me = useStore((state) => state.me);
  const idle = useStore((state) => state.status === "idle");
  return html`
    <${Page} title=${t("friends.title")} class="people">
      ${me?.registered ? html`<${PeopleTabs} here="friends" /><${Lists} />` : (me || idle) && html`<${NotKept} stranger=${idle} />`}
    <//>
  `;
}

/** @param {{stranger: boolean}} props */
function NotKept({ stranger }) {
  return html`
    <section class="panel">
      <p>${t("friends.need_account")}</p>
      <p class="buttons">
        ${!stranger && html`<${Link} href="/account" class="button primary">${t("ui.register")}<//>`}
        <${Link} href="/login" class=${stranger ? "button primary" : "button"}>${t("ui.login")}<//>
      </p>
    </section>
  `;
}

function Lists() {
  const friends = useStore((state) => state.friends);
  const inRoom = useStore((state) => state.room?.state === "waiting");
  const [leaving, setLeaving] = useState(/** @type {Friend | null} */ (null));
  if (!friends) return html`<p class="hint">${t("ui.loading")}</p>`;
  return html`
    ${friends.asks_you.length > 0 &&
    html`
      <section class="panel asks" aria-labelledby="asks-title">
        <h2 id="asks-title">${t("friends.asks_you")}</h2>
        <ul class="person-list">${friends.asks_you.map((person) => html`<${Asks} key=${person.account} person=${person} />`)}</ul>
      </section>
    `}
    <section class="panel" aria-labelledby="friends-title">
      <h2 id="friends-title">${t("friends.list")}</h2>
      ${friends.friends.length === 0 && html`<p class="hint">${t("friends.none")}</p>`}
      <ul class="person-list">
        ${byPresence(friends.friends).map(
          (friend) => html`
            <li key=${friend.account} class="person" data-account=${friend.account}>
              <span class="person-name"><bdi>${friend.name}</bdi></span>
              <${Presence} state=${friend.state} />
              <span class="person-tools">
                ${inRoom &&
                (friend.state === "online" || friend.state === "room") &&
                html`<button type="button" class="button small" onClick=${() => invite(friend)}>${t("friends.invite")} <span class="unseen">${friend.name}</span></button>`}
                <button type="button" class="button small quiet" onClick=${() => setLeaving(friend)}>${t("ui.remove")} <span class="unseen">${friend.name}</span></button>
              </span>
            </li>
          `,
        )}
      </ul>
      <${Ask} />
    </section>
    ${friends.asked.length > 0 &&
    html`
      <section class="panel" aria-labelledby="asked-title">
        <h2 id="asked-title">${t("friends.asked")}</h2>
        <ul class="person-list">
          ${friends.asked.map(
            (person) => html`
              <li key=${person.account} class="person">
                <span class="person-name"><bdi>${person.name}</bdi></span>
                <span class="person-tools">
                  <button type="button" class="button small quiet" onClick=${() => removeFriend(person.account)}>${t("friends.take_back")} <span class="unseen">${person.name}</span></button>
                </span>
              </li>
            `,
          )}
        </ul>
      </section>
    `}
    <${Blocks} />
    ${leaving && html`<${Leaving} friend=${leaving} onClose=${() => setLeaving(null)} />`}
  `;
}

/** @param {{person: Person}} props */
function Asks({ person }) {
  return html`
    <li class="person" data-account=${person.account}>
      <span class="person-name"><bdi>${person.name}</bdi></span>
      <span class="person-tools">
        <button type="button" class="button small primary" onClick=${() => accept(person.account)}>${t("friends.accept")} <span class="unseen">${person.name}</span></button>
        <button type="button" class="button small quiet" onClick=${() => decline(person.account)}>${t("friends.decline")} <span class="unseen">${person.name}</span></button>
      </span>
    </li>
  `;
}

function Ask() {
  return html`
    <${PeopleForm}
      fields=${[{ name: "name", label: t("friends.ask_label"), hint: t("friends.ask_hint"), autocomplete: "off", maxlength: 64 }]}
      submit=${t("friends.ask")}
      work=${async (/** @type {Record<string, string>} */ { name }) => {
        await askFriend(name.trim());
        toast("info", t("friends.asked_now", { name: name.trim() }));
      }}
    />
  `;
}

/** A friendship is not ended by a slip. @param {{friend: Friend, onClose: () => void}} props */
function Leaving({ friend, onClose }) {
  async function remove() {
    if (await removeFriend(friend.account)) onClose();
  }
  async function shutOut() {
    try {
      await block(friend.account);
      onClose();
    } catch (fault) {
      toast("error", sentence(fault));
    }
  }
  const foot = html`
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${onClose}>${t("ui.cancel")}</button>
      <button type="button" class="button" onClick=${shutOut}>${t("friends.block")}</button>
      <button type="button" class="button primary" onClick=${remove}>${t("ui.remove")}</button>
    </div>
  `;
  return html`
    <${Dialog} title=${t("friends.remove_title", { name: friend.name })} onClose=${onClose} foot=${foot}>
      <p>${t("friends.remove_note")}</p>
      <p class="hint">${t("friends.block_note")}</p>
    <//>
  `;
}

/** Whom one has blocked; the server is asked when somebody looks, and after each change. */
function Blocks() {
  const friends = useStore((state) => state.friends);
  const [open, setOpen] = useState(false);
  const [blocked, setBlocked] = useState(/** @type {Person[] | null} */ (null));
  async function look() {
    try {
      setBlocked(await blocks());
    } catch (fault) {
      toast("error", sentence(fault));
    }
  }
  useEffect(() => {
    if (open) look();
  }, [open, friends]);
  return html`
    <details class="panel" open=${open} onToggle=${(/** @type {Event} */ event) => setOpen(/** @type {HTMLDetailsElement} */ (event.currentTarget).open)}>
      <summary><h2>${t("friends.blocked")}</h2></summary>
      ${open &&
      html`
        <div class="part-body">
          <p class="hint">${t("friends.block_note")}</p>
          ${blocked?.length === 0 && html`<p class="hint">${t("friends.blocked_none")}</p>`}
          <ul class="person-list">
            ${(blocked ?? []).map(
              (person) => html`
                <li key=${person.account} class="person">
                  <span class="person-name"><bdi>${person.name}</bdi></span>
                  <span class="person-tools">
                    <button type="button" class="button small" onClick=${async () => { if (await unblock(person.account)) look(); }}>${t("friends.unblock")} <span class="unseen">${person.name}</span></button>
                  </span>
                </li>
              `,
            )}
          </ul>
          <${PeopleForm}
            fields=${[{ name: "name", label: t("friends.block_label"), autocomplete: "off", maxlength: 64 }]}
            submit=${t("friends.block")}
            work=${async (/** @type {Record<string, string>} */ { name }) => {
              await block(name.trim());
              await look();
            }}
          />
        </div>
      `}
    </details>
  `;
}
