/** Rules that the account has saved under a name: taking them up, saving, forgetting. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { deleteRules, ruleSets, saveRules } from "../../state/open_rooms.js";
import { useStore } from "../../state/store.js";
import { sentence, toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { TextField } from "../lobby/fields.js";
import { ruleFault } from "../lobby/rules_panel.js";
import { choiceOf, rulesOf } from "../lobby/rule_values.js";

/** @import {RuleCatalogue, RuleSet} from "../../types.js" */
/** @import {Choice} from "../lobby/rule_values.js" */
/** @import {RuleFault} from "../lobby/rules_panel.js" */

/**
 * @param {{
 *   catalogue: RuleCatalogue, choice: Choice, onUse: (choice: Choice) => void, onFault: (fault: RuleFault | null) => void,
 * }} props `choice`: what is saved; `onFault`: a rule cannot be played
 */
export function SavedRules({ catalogue, choice, onUse, onFault }) {
  const online = useStore((state) => state.status === "online");
  const [sets, setSets] = useState(/** @type {RuleSet[]} */ ([]));
  const [name, setName] = useState("");
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  const [saving, setSaving] = useState(false);
  async function look() {
    try {
      setSets(await ruleSets());
    } catch (refusal) {
      toast("error", sentence(refusal));
    }
  }
  useEffect(() => {
    if (online) look();
  }, [online]);

  async function save() {
    const wanted = name.trim();
    if (!wanted) {
      setFault(t("people.empty"));
      return;
    }
    setFault(null);
    onFault(null);
    try {
      await saveRules(wanted, rulesOf(choice));
      toast("info", t("create.saved", { name: wanted }));
      setName("");
      setSaving(false);
      await look();
    } catch (refusal) {
      const rule = ruleFault(catalogue, choice, refusal);
      if (rule) onFault(rule);
      else setFault(sentence(refusal));
    }
  }
  /** @param {RuleSet} set */
  function use(set) {
    onUse(choiceOf(catalogue, set.rules));
    toast("info", t("create.loaded", { name: set.name }));
  }
  /** @param {RuleSet} set */
  async function forget(set) {
    try {
      await deleteRules(set.name);
      await look();
    } catch (refusal) {
      toast("error", sentence(refusal));
    }
  }
  return html`
    <section class="panel saved-rules" aria-labelledby="saved-title">
      <h2 id="saved-title">${t("create.saved_rules")}</h2>
      ${sets.length === 0 && !saving && html`<p class="hint">${t("create.saved_none")}</p>`}
      <ul class="person-list">
        ${sets.map(
          (set) => html`
            <li key=${set.name} class="person" data-set=${set.name}>
              <span class="person-name"><bdi>${set.name}</bdi></span>
              <span class="hint">${set.valid && catalogue.presets.includes(set.rules.preset) ? t(`rules.preset.${set.rules.preset}`) : t("create.saved_old")}</span>
              <span class="person-tools">
                ${set.valid && html`<button type="button" class="button small" onClick=${() => use(set)}>${t("create.last_use")} <span class="unseen">${set.name}</span></button>`}
                <button type="button" class="button small quiet" onClick=${() => forget(set)}>${t("create.forget")} <span class="unseen">${set.name}</span></button>
              </span>
            </li>
          `,
        )}
      </ul>
      ${saving
        ? html`
            <${TextField}
              label=${t("create.save_name")}
              hint=${t("create.save_hint")}
              value=${name}
              fault=${fault}
              maxlength="64"
              autocomplete="off"
              onInput=${(/** @type {string} */ text) => {
                setName(text);
                setFault(null);
              }}
              onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
                // Enter here saves, it does not open the room.
                if (event.key !== "Enter" || event.isComposing) return;
                event.preventDefault();
                save();
              }}
            >
              <button type="button" class="button" onClick=${save}>${t("create.save")}</button>
            <//>
          `
        : html`<p class="buttons"><button type="button" class="button" onClick=${() => setSaving(true)}>${t("create.save_these")}</button></p>`}
    </section>
  `;
}
