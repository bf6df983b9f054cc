/** After a game: who wants another one, and with which seats. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { rematch } from "../../state/actions.js";
import { html } from "../html.js";
import { Segmented } from "../lobby/fields.js";
import { shownName } from "../parts/names.js";

/** @import {Room} from "../../types.js" */

/**
 * One press says that one is ready for another game; it begins once all people are.
 *
 * @param {{room: Room, host: boolean}} props
 */
export function Rematch({ room, host }) {
  const asked = room.rematch ?? null;
  const [seats, setSeats] = useState(/** @type {"kept" | "shuffled"} */ (asked?.seats ?? "kept"));
  const [waiting, setWaiting] = useState(false);
  const agreed = asked !== null && room.seat !== null && asked.agreed.includes(room.seat);
  const names = (asked?.agreed ?? []).map((seat) => shownName(room.seats[seat]?.name ?? "")).join(t("tiles.comma"));
  // The host's word counts, or else that of whoever asks first.
  const chooses = host || asked === null;
  /** @param {"kept" | "shuffled"} how */
  async function want(how) {
    setWaiting(true);
    await rematch(how);
    setWaiting(false);
  }
  return html`
    <section class="panel rematch" aria-labelledby="rematch-title">
      <h2 id="rematch-title">${t("ui.rematch")}</h2>
      <p class="hint" role="status">
        ${asked ? `${t("room.rematch_agreed", { names })} ${t("room.rematch_seats")}: ${t(`room.rematch.${asked.seats}`)}` : t("room.rematch_note")}
      </p>
      <div class="rematch-ways">
        ${chooses &&
        html`
          <${Segmented}
            label=${t("room.rematch_seats")}
            bare
            value=${seats}
            options=${(/** @type {const} */ (["kept", "shuffled"])).map((value) => ({ value, label: t(`room.rematch.${value}`) }))}
            onChange=${(/** @type {"kept" | "shuffled"} */ how) => {
              setSeats(how);
              if (agreed) want(how);
            }}
          />
        `}
        <button type="button" class="button primary" disabled=${waiting || agreed} onClick=${() => want(chooses ? seats : (asked?.seats ?? seats))}>
          ${agreed ? t("ui.waiting_others") : t("ui.rematch")}
        </button>
      </div>
    </section>
  `;
}
