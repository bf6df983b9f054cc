/** In a room: which friends could come. */

import { t } from "../../i18n.js";
import { invite } from "../../state/people/friends.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { Link } from "../lobby/page.js";
import { byPresence, Presence } from "./presence.js";

/** @param {{onClose: () => void}} props */
export function InviteDialog({ onClose }) {
  const registered = useStore((state) => state.me?.registered ?? false);
  const friends = useStore((state) => state.friends?.friends ?? []);
  const here = byPresence(friends).filter((friend) => friend.state !== "offline");
  return html`
    <${Dialog} title=${t("friends.invite_title")} onClose=${onClose}>
      ${!registered
        ? html`<p>${t("friends.need_account")}</p><p class="buttons"><${Link} href="/account" class="button">${t("ui.register")}<//></p>`
        : here.length === 0
          ? html`<p role="status">${t("friends.nobody_here")}</p><p class="buttons"><${Link} href="/friends" class="button">${t("friends.title")}<//></p>`
          : html`
              <ul class="person-list">
                ${here.map(
                  (friend) => html`
                    <li key=${friend.account} class="person">
                      <span class="person-name"><bdi>${friend.name}</bdi></span>
                      <${Presence} state=${friend.state} />
                      <span class="person-tools">
                        <button type="button" class="button small" onClick=${() => invite(friend)}>${t("friends.invite")} <span class="unseen">${friend.name}</span></button>
                      </span>
                    </li>
                  `,
                )}
              </ul>
            `}
    <//>
  `;
}
