/** What the host may change of a room beside its rules, and what all see of it. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { editRoom } from "../../state/actions.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { NumberInput, Row, Segmented, Switch, TextField } from "../lobby/fields.js";

/** @import {RecordsKept, Room, RoomEdit} from "../../types.js" */

/** @typedef {"rules" | "none" | "public" | "full"} Spectate */

/** What `full` needs at least (s). */
const FULL_DELAY = 60;
const LONGEST_DELAY = 3600;

/** @param {{room: Room, onClose: () => void}} props */
export function EditRoom({ room, onClose }) {
  const [title, setTitle] = useState(room.title ?? "");
  const [password, setPassword] = useState("");
  const [locked, setLocked] = useState(room.password);
  const [choices, setChoices] = useState(() => choicesOf(room));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [waiting, setWaiting] = useState(false);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    const edit = { ...edits(room, choices), ...words(room, title.trim(), locked, password) };
    setWaiting(true);
    setFault(null);
    try {
      if (Object.keys(edit).length > 0) await editRoom(edit);
      onClose();
    } catch (refusal) {
      setFault(sentence(refusal));
      setWaiting(false);
    }
  }
  const foot = html`
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : html`<p class="hint">${t("room.edit_note")}</p>`}
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${onClose}>${t("ui.cancel")}</button>
      <button type="submit" form="edit-room" class="button primary" disabled=${waiting}>${t("rules.panel.apply")}</button>
    </div>
  `;
  return html`
    <${Dialog} title=${t("room.edit")} onClose=${onClose} wide foot=${foot}>
      <form id="edit-room" class="edit-room" onSubmit=${submit} novalidate>
        <${TextField} label=${t("create.room_title")} value=${title} onInput=${setTitle} maxlength="64" autocomplete="off" />
        <${Row} label=${t("room.lock")} note=${room.password && locked ? t("room.lock_kept") : undefined}>
          <${Switch} label=${t("room.lock")} checked=${locked} onChange=${setLocked} />
        <//>
        ${locked &&
        html`<${TextField} label=${t(room.password ? "room.new_password" : "create.room_password")} value=${password} onInput=${setPassword} maxlength="64" autocomplete="off" />`}
        <${RoomChoices} choices=${choices} onChange=${setChoices} />
      </form>
    <//>
  `;
}

/** @typedef {{seating: "as_seated" | "drawn", spectate: Spectate, delay: number, records: RecordsKept, open: boolean}} Choices */

/** @returns {Choices} as a new room is */
export function usualChoices() {
  return { seating: "as_seated", spectate: "rules", delay: FULL_DELAY, records: "listed", open: false };
}

/** @param {Room} room @returns {Choices} */
function choicesOf(room) {
  return {
    seating: room.seating,
    spectate: /** @type {Spectate} */ (room.spectate_view ?? "rules"),
    delay: room.spectate_delay_s ?? (room.spectate_view === "full" ? FULL_DELAY : 0),
    records: room.records ?? "listed",
    open: room.public ?? false,
  };
}

/**
 * Who sits where, who watches, who has the records, who finds the room.
 *
 * @param {{choices: Choices, onChange: (choices: Choices) => void}} props
 */
export function RoomChoices({ choices, onChange }) {
  const set = (/** @type {Partial<Choices>} */ patch) => onChange({ ...choices, ...patch });
  const delayed = choices.spectate === "full" || choices.spectate === "public";
  return html`
    <${Row} label=${t("room.public")} note=${t("room.public_note")}>
      <${Switch} label=${t("room.public")} checked=${choices.open} onChange=${(/** @type {boolean} */ open) => set({ open })} />
    <//>
    <${Segmented}
      label=${t("create.seating")}
      value=${choices.seating}
      options=${(/** @type {const} */ (["as_seated", "drawn"])).map((value) => ({ value, label: t(`create.seating.${value}`) }))}
      onChange=${(/** @type {Choices["seating"]} */ seating) => set({ seating })}
    />
    <${Segmented}
      label=${t("create.spectate")}
      value=${choices.spectate}
      options=${(/** @type {const} */ (["rules", "none", "public", "full"])).map((value) => ({ value, label: t(`create.spectate.${value}`) }))}
      onChange=${(/** @type {Spectate} */ spectate) => set({ spectate, delay: spectate === "full" ? Math.max(FULL_DELAY, choices.delay) : spectate === choices.spectate ? choices.delay : 0 })}
    />
    ${delayed &&
    html`
      <${Row} label=${t("room.delay")} note=${choices.spectate === "full" ? t("room.delay_note", { n: FULL_DELAY }) : undefined}>
        <${NumberInput} label=${t("room.delay")} value=${choices.delay} min=${choices.spectate === "full" ? FULL_DELAY : 0} max=${LONGEST_DELAY}
          onChange=${(/** @type {number} */ delay) => set({ delay })} />
      <//>
    `}
    <${Segmented}
      label=${t("create.records")}
      value=${choices.records}
      options=${(/** @type {const} */ (["listed", "unlisted", "private"])).map((value) => ({ value, label: t(`create.records.${value}`) }))}
      onChange=${(/** @type {RecordsKept} */ records) => set({ records })}
    />
  `;
}

/** @param {Choices} choices what `create_room` takes of them */
export function wishOf({ seating, spectate, delay, records, open }) {
  return {
    seating,
    ...(spectate === "rules" ? {} : { spectate_view: spectate, ...(spectate === "none" ? {} : { spectate_delay_s: delay }) }),
    ...(records === "listed" ? {} : { records }),
    ...(open ? { public: true } : {}),
  };
}

/**
 * What differs from the room as it is.
 *
 * @param {Room} room
 * @param {Choices} next
 * @returns {RoomEdit}
 */
function edits(room, next) {
  const now = choicesOf(room);
  const watched = next.spectate !== now.spectate || next.delay !== now.delay;
  const delayed = next.spectate === "full" || next.spectate === "public";
  return {
    ...(next.seating === now.seating ? {} : { seating: next.seating }),
    ...(watched ? { spectate_view: next.spectate, ...(delayed ? { spectate_delay_s: next.delay } : {}) } : {}),
    ...(next.records === now.records ? {} : { records: next.records }),
    ...(next.open === now.open ? {} : { public: next.open }),
  };
}

/**
 * @param {Room} room
 * @param {string} title
 * @param {boolean} locked
 * @param {string} password empty: as it is
 * @returns {RoomEdit}
 */
function words(room, title, locked, password) {
  return {
    ...(title === (room.title ?? "") ? {} : { title }),
    ...(!locked && room.password ? { password: "" } : locked && password ? { password } : {}),
  };
}

/** What a room has been told, to read. @param {{room: Room}} props */
export function RoomFacts({ room }) {
  const watched = /** @type {Spectate} */ (room.spectate_view ?? "rules");
  const delay = room.spectate_delay_s ? ` · ${t("ui.delay_note", { n: room.spectate_delay_s })}` : "";
  const facts = [
    [t("room.public"), t(room.public ? "room.is_public" : "room.is_closed")],
    [t("create.seating"), t(`create.seating.${room.seating}`)],
    [t("create.spectate"), t(`create.spectate.${watched}`) + delay],
    [t("create.records"), t(`create.records.${room.records ?? "listed"}`)],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
