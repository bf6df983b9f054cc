/** The rules of a room: everybody reads them and sees changes at once, the host edits them. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { setRules } from "../../state/actions.js";
import { sentence, toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Dialog } from "./dialog.js";
import { EditRoom, RoomFacts } from "../room/edit.js";
import { RulesEditor, ruleFault, useCatalogue } from "./rules_panel.js";
import { RulesSummary } from "./rules_summary.js";
import { choiceOf, rulesOf, same } from "./rule_values.js";

/** @import {Room, RuleCatalogue} from "../../types.js" */
/** @import {RuleFault} from "./rules_panel.js" */

/** @param {{room: Room, host: boolean}} props */
export function RoomRules({ room, host }) {
  const catalogue = useCatalogue();
  const [editing, setEditing] = useState(false);
  const [changing, setChanging] = useState(false);
  const seen = useRef(room.rules);
  useEffect(() => {
    if (!host && !same(seen.current, room.rules)) toast("info", t("room.rules_changed"));
    seen.current = room.rules;
  }, [room.rules, host]);
  const may = host && room.state === "waiting";
  return html`
    <section class="panel room-rules" aria-labelledby="rules-title">
      <h2 id="rules-title">${t("room.rules")}</h2>
      ${catalogue
        ? html`<${RulesSummary} catalogue=${catalogue} rules=${room.rules} choice=${choiceOf(catalogue, room.rules)} />`
        : html`<p class="hint">${t("ui.loading")}</p>`}
      <${RoomFacts} room=${room} />
      ${may && html`<button type="button" class="button" onClick=${() => setChanging(true)}>${t("room.edit")}</button>`}
      ${may && changing && html`<${EditRoom} room=${room} onClose=${() => setChanging(false)} />`}
      ${may && catalogue && html`<button type="button" class="button" onClick=${() => setEditing(true)}>${t("rules.panel.edit")}</button>`}
      ${may && catalogue && editing && html`<${EditDialog} room=${room} catalogue=${catalogue} onClose=${() => setEditing(false)} />`}
    </section>
  `;
}

/** @param {{room: Room, catalogue: RuleCatalogue, onClose: () => void}} props */
function EditDialog({ room, catalogue, onClose }) {
  const [choice, setChoice] = useState(() => choiceOf(catalogue, room.rules));
  const [wrong, setWrong] = useState(/** @type {RuleFault | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [waiting, setWaiting] = useState(false);
  async function apply() {
    setWaiting(true);
    setFault(null);
    setWrong(null);
    try {
      await setRules(rulesOf(choice));
      onClose();
    } catch (refusal) {
      const rule = ruleFault(catalogue, choice, refusal);
      setWrong(rule);
      if (!rule) setFault(sentence(refusal));
      setWaiting(false);
    }
  }
  const foot = html`
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : html`<p class="hint">${t("rules.panel.clears_ready")}</p>`}
    <div class="buttons">
      <button type="button" class="button quiet" onClick=${onClose}>${t("ui.cancel")}</button>
      <button type="button" class="button primary" disabled=${waiting} onClick=${apply}>${t("rules.panel.apply")}</button>
    </div>
  `;
  return html`
    <${Dialog} title=${t("rules.panel.edit")} onClose=${onClose} wide foot=${foot}>
      <${RulesEditor}
        catalogue=${catalogue}
        choice=${choice}
        fault=${wrong}
        onChange=${(/** @type {typeof choice} */ next) => {
          setChoice(next);
          setWrong(null);
        }}
      />
    <//>
  `;
}
