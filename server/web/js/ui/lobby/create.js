/** Create a room: rules, then what the room itself needs. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { createRoom } from "../../state/actions.js";
import { read, write } from "../../state/settings.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { RoomChoices, usualChoices, wishOf } from "../room/edit.js";
import { SavedRules } from "../room/saved_rules.js";
import { TextField } from "./fields.js";
import { Link, Page } from "./page.js";
import { RulesEditor, ruleFault, useCatalogue } from "./rules_panel.js";
import { choiceOf, rulesOf } from "./rule_values.js";

/** @import {RuleCatalogue, Rules} from "../../types.js" */
/** @import {Choice} from "./rule_values.js" */
/** @import {RuleFault} from "./rules_panel.js" */

const LAST = "jantaku.lastRoom";
const FIRST_PRESET = "majsoul_friend_4p";

export function Create() {
  const catalogue = useCatalogue();
  const room = useStore((state) => state.room);
  if (room) return html`<${AlreadySeated} code=${room.code} />`;
  return html`
    <${Page} title=${t("ui.create_room")} class="create">
      ${catalogue ? html`<${Form} catalogue=${catalogue} />` : html`<p class="hint">${t("ui.loading")}</p>`}
    <//>
  `;
}

/** @param {{code: string}} props */
function AlreadySeated({ code }) {
  return html`
    <${Page} title=${t("ui.create_room")} class="narrow">
      <section class="panel back">
        <p>${t("home.room_waiting")}</p>
        <${Link} href=${`/room/${code}`} class="button primary">${t("home.back_to_room")}<//>
      </section>
    <//>
  `;
}

/** @param {{catalogue: RuleCatalogue}} props */
function Form({ catalogue }) {
  const [choice, setChoice] = useState(/** @type {Choice} */ ({ preset: FIRST_PRESET, changes: {} }));
  const [title, setTitle] = useState("");
  const [password, setPassword] = useState("");
  const [choices, setChoices] = useState(usualChoices);
  const [wrong, setWrong] = useState(/** @type {RuleFault | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [waiting, setWaiting] = useState(false);

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    setWaiting(true);
    setFault(null);
    setWrong(null);
    try {
      const wish = { rules: rulesOf(choice), ...wishOf(choices) };
      await createRoom({
        ...wish,
        ...(title.trim() ? { title: title.trim() } : {}),
        ...(password ? { password } : {}),
      });
      write(LAST, wish.rules);
    } catch (refusal) {
      const rule = ruleFault(catalogue, choice, refusal);
      setWrong(rule);
      if (!rule) setFault(sentence(refusal));
      setWaiting(false);
    }
  }
  /** @param {Choice} next */
  function change(next) {
    setChoice(next);
    setWrong(null);
  }
  return html`
    <form class="create-form" onSubmit=${submit} novalidate>
      <${LastRoom} catalogue=${catalogue} onUse=${change} />
      <${RulesEditor} catalogue=${catalogue} choice=${choice} onChange=${change} fault=${wrong} />
      <${SavedRules} catalogue=${catalogue} choice=${choice} onUse=${change} onFault=${setWrong} />
      <section class="panel">
        <h2>${t("create.room_part")}</h2>
        <div class="pair">
          <${TextField} label=${t("create.room_title")} value=${title} onInput=${setTitle} maxlength="64" autocomplete="off" />
          <${TextField} label=${t("create.room_password")} value=${password} onInput=${setPassword} maxlength="64" autocomplete="off" />
        </div>
        <${RoomChoices} choices=${choices} onChange=${setChoices} />
      </section>
      <div class="foot">
        ${fault && html`<p class="fault" role="alert">${fault}</p>`}
        <div class="buttons">
          <${Link} href="/" class="button quiet">${t("ui.cancel")}<//>
          <button class="button primary" disabled=${waiting} aria-busy=${waiting}>${t("create.submit")}</button>
        </div>
      </div>
    </form>
  `;
}

/**
 * The rules of the last room, offered and never applied unasked.
 *
 * @param {{catalogue: RuleCatalogue, onUse: (choice: Choice) => void}} props
 */
function LastRoom({ catalogue, onUse }) {
  const [used, setUsed] = useState(false);
  const [last] = useState(() => {
    const rules = /** @type {Rules | null} */ (read(LAST));
    return rules && catalogue.presets.includes(rules.preset) ? choiceOf(catalogue, rules) : null;
  });
  if (!last || (last.preset === FIRST_PRESET && Object.keys(last.changes).length === 0)) return null;
  if (used) return html`<p class="offer" role="status">${t("create.last_used")}</p>`;
  const count = Object.keys(last.changes).length;
  const changes = count ? ` · ${t("rules.panel.changes", { count })}` : "";
  return html`
    <div class="offer">
      <span>${t("create.last_offer", { rules: t(`rules.preset.${last.preset}`) + changes })}</span>
      <button
        type="button"
        class="button small"
        onClick=${() => {
          onUse(last);
          setUsed(true);
        }}
      >
        ${t("create.last_use")}
      </button>
    </div>
  `;
}
