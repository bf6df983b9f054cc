/** A friend asks us into a room: over whatever is shown, until it is answered. */

import { t } from "../../i18n.js";
import { follow, ignore } from "../../state/people/friends.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Lock } from "../lobby/icons.js";

export function InvitationToast() {
  const invitation = useStore((state) => state.invitation);
  const playing = useStore((state) => state.seatIn !== null);
  if (!invitation) return null;
  const { from, title, code, password } = invitation;
  return html`
    <section class="invitation-toast" role="alert" aria-label=${t("friends.invitation")}>
      <p>
        ${t("friends.invites_you", { name: from.name })} <b><bdi>${title ?? code}</bdi></b>
        ${password && html`<span class="chip"><${Lock} /> ${t("room.has_password")}</span>`}
      </p>
      ${playing && html`<p class="hint">${t("friends.invited_playing")}</p>`}
      <div class="buttons">
        <button type="button" class="button quiet" onClick=${ignore}>${t("friends.not_now")}</button>
        ${!playing && html`<button type="button" class="button primary" onClick=${follow}>${t("home.join")}</button>`}
      </div>
    </section>
  `;
}
