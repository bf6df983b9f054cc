/** The host sends somebody away for good, and lets them come back. */

import { t } from "../../i18n.js";
import { blockSeat, liftBlock } from "../../state/actions.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";

/** @import {Room, Seat} from "../../types.js" */

/** Blocking lasts: ask first. @param {{name: string, seat: Seat, onClose: () => void}} props */
export function BlockDialog({ name, seat, onClose }) {
  async function block() {
    await blockSeat(seat);
    onClose();
  }
  const foot = html`
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${onClose}>${t("ui.cancel")}</button>
      <button type="button" class="button primary" onClick=${block}>${t("room.block")}</button>
    </div>
  `;
  return html`<${Dialog} title=${t("room.block_title", { name })} onClose=${onClose} foot=${foot}><p>${t("room.block_note")}</p><//>`;
}

/** Who cannot come back; only the host is told. @param {{room: Room}} props */
export function Blocked({ room }) {
  const blocked = room.blocked ?? [];
  if (blocked.length === 0) return null;
  return html`
    <div class="room-blocked">
      <h3>${t("room.blocked")}</h3>
      <ul class="person-list">
        ${blocked.map(
          ({ block, name }) => html`
            <li key=${block} class="person">
              <span class="person-name"><bdi>${name}</bdi></span>
              <span class="person-tools">
                <button type="button" class="button small quiet" onClick=${() => liftBlock(block)}>${t("room.lift_block")} <span class="unseen">${name}</span></button>
              </span>
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}
