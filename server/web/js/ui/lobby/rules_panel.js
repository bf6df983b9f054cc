/** The rules of a room to choose: preset, options, details. */

import { useEffect, useId, useRef } from "preact/hooks";

import { has, t, useLang } from "../../i18n.js";
import { Refusal } from "../../net/wire.js";
import { loadCatalogue } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Segmented } from "./fields.js";
import { Undo } from "./icons.js";
import { RuleField } from "./rule_fields.js";
import { HOST_OPTIONS, allowedFor, optionsFor, playersOf, valueIn, valueWords, withPreset, withValue } from "./rule_values.js";

/** @import {RuleCatalogue, RuleOption} from "../../types.js" */
/** @import {Choice} from "./rule_values.js" */

/**
 * The rule catalogue; null until the server has sent it.
 *
 * @returns {RuleCatalogue | null}
 */
export function useCatalogue() {
  useEffect(() => {
    loadCatalogue();
  }, []);
  return useStore((state) => state.catalogue);
}

/**
 * What is wrong with a rule: the option's name, and a sentence.
 * @typedef {{option: string, text: string}} RuleFault
 */

/**
 * The fault of an option that a refusal names; null when it is about something else.
 *
 * @param {RuleCatalogue} catalogue
 * @param {Choice} choice what was refused
 * @param {unknown} fault
 * @returns {RuleFault | null}
 */
export function ruleFault(catalogue, choice, fault) {
  if (!(fault instanceof Refusal) || !fault.field?.startsWith("rules.")) return null;
  const name = fault.field.slice("rules.".length);
  const option = catalogue.options.find((other) => other.name === name);
  if (!option) return null;
  const allowed = allowedFor(option, playersOf(catalogue, choice.preset));
  const value = valueIn(option, choice);
  if (typeof value === "number" && "min" in allowed && !fits(value, allowed)) {
    return { option: name, text: t("rules.panel.range", allowed) };
  }
  const key = `errors.rule.${name}`;
  return { option: name, text: has(key) ? t(key) : sentence(fault) };
}

/**
 * @param {number} value
 * @param {{min: number, max: number, step: number, or?: unknown[]}} allowed
 */
function fits(value, { min, max, step, or = [] }) {
  const inside = value >= min && value <= max && Math.abs(value / step - Math.round(value / step)) < 1e-9;
  return inside || or.includes(value);
}

/**
 * Choose rules: the preset first, then what hosts mostly change, then all the rest.
 *
 * @param {{
 *   catalogue: RuleCatalogue, choice: Choice, onChange: (choice: Choice) => void, fault: RuleFault | null,
 * }} props
 */
export function RulesEditor({ catalogue, choice, onChange, fault }) {
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (!fault) return;
    if (!HOST_OPTIONS.includes(fault.option) && details.current) details.current.open = true;
    const row = box.current?.querySelector(`[data-option="${fault.option}"]`);
    const field = /** @type {HTMLElement | null | undefined} */ (row?.querySelector("input, select"));
    field?.focus();
    row?.scrollIntoView({ block: "center" });
  }, [fault]);

  const options = optionsFor(catalogue, choice.preset);
  const first = HOST_OPTIONS.map((name) => options.find((option) => option.name === name)).filter(
    (option) => option !== undefined,
  );
  const rest = options.filter((option) => !HOST_OPTIONS.includes(option.name));
  const changed = rest.filter((option) => option.name in choice.changes).length;
  const row = (/** @type {RuleOption} */ option) => html`
    <${RuleRow} key=${option.name} ...${{ catalogue, option, choice, onChange, fault }} />
  `;
  return html`
    <div class="rules-editor" ref=${box}>
      <${PresetChoice} ...${{ catalogue, choice, onChange }} />
      <section class="panel">
        <h2>${t("create.options")}</h2>
        ${first.map(row)}
      </section>
      <details class="panel rule-details" ref=${details}>
        <summary>
          <h2>${t("ui.detailed_rules")}</h2>
          ${changed > 0 && html`<span class="chip changed">${t("rules.panel.changes", { count: changed })}</span>`}
        </summary>
        ${Object.keys(catalogue.groups).map((group) => {
          const members = rest.filter((option) => option.group === group);
          return (
            members.length > 0 &&
            html`
              <section class="rule-group" key=${group}>
                <h3>${t(`rules.group.${group}`)}</h3>
                ${members.map(row)}
              </section>
            `
          );
        })}
      </details>
      ${Object.keys(choice.changes).length > 0 &&
      html`
        <button type="button" class="button quiet" onClick=${() => onChange({ preset: choice.preset, changes: {} })}>
          <${Undo} /> ${t("rules.panel.reset_all")}
        </button>
      `}
    </div>
  `;
}

/** @param {{catalogue: RuleCatalogue, choice: Choice, onChange: (choice: Choice) => void}} props */
function PresetChoice({ catalogue, choice, onChange }) {
  const name = useId();
  const players = playersOf(catalogue, choice.preset);
  const presets = catalogue.presets.filter((preset) => playersOf(catalogue, preset) === players);
  const pick = (/** @type {string} */ preset) => onChange(withPreset(catalogue, choice, preset));
  /** @param {3 | 4} wanted */
  function switchPlayers(wanted) {
    pick(wanted === 3 ? "majsoul_3p" : "majsoul_friend_4p");
  }
  return html`
    <section class="panel presets">
      <h2>${t("rules.preset")}</h2>
      <${Segmented}
        bare
        label=${t("rules.players")}
        value=${players}
        options=${[4, 3].map((count) => ({ value: count, label: t(`rules.players.${count}`) }))}
        onChange=${switchPlayers}
      />
      <fieldset class="cards">
        <legend class="unseen">${t("rules.preset")}</legend>
        ${presets.map(
          (preset) => html`
            <label class="card" key=${preset}>
              <input
                type="radio"
                class="unseen"
                name=${name}
                checked=${preset === choice.preset}
                onChange=${() => pick(preset)}
              />
              <span class="card-face">
                <span class="card-title">${t(`rules.preset.${preset}`)}</span>
                <span class="hint">${has(`rules.about.${preset}`) && t(`rules.about.${preset}`)}</span>
              </span>
            </label>
          `,
        )}
      </fieldset>
    </section>
  `;
}

/**
 * One option: its name and help, its control, whether it was changed, what is wrong with it.
 *
 * @param {{
 *   catalogue: RuleCatalogue, option: RuleOption, choice: Choice, onChange: (choice: Choice) => void,
 *   fault: RuleFault | null,
 * }} props
 */
function RuleRow({ catalogue, option, choice, onChange, fault }) {
  const lang = useLang();
  const id = useId();
  const { name } = option;
  const changed = name in choice.changes;
  const wrong = fault?.option === name ? fault.text : null;
  const usual = option.default[choice.preset];
  const set = (/** @type {unknown} */ value) => onChange(withValue(choice, option, value));
  return html`
    <div class=${`row rule-row ${changed ? "is-changed" : ""}`} data-option=${name}>
      <div class="row-words">
        <span class="row-label">
          ${t(`rules.${name}`)}
          ${changed && html`<span class="chip changed">${t("rules.panel.changed")}</span>`}
        </span>
        <span class="hint" id=${id}>${has(`rules.help.${name}`) ? t(`rules.help.${name}`) : option.description}</span>
        ${changed &&
        html`
          <button type="button" class="link-button" onClick=${() => set(usual)}>
            <${Undo} /> ${t("rules.panel.reset_one", { value: valueWords(option, usual, lang) })}
          </button>
        `}
        ${wrong && html`<span class="fault" role="alert" id=${`${id}-fault`}>${wrong}</span>`}
      </div>
      <div class="row-control">
        <${RuleField}
          option=${option}
          players=${playersOf(catalogue, choice.preset)}
          label=${t(`rules.${name}`)}
          value=${valueIn(option, choice)}
          onChange=${set}
          describedBy=${wrong ? `${id}-fault ${id}` : id}
          invalid=${wrong !== null}
        />
      </div>
    </div>
  `;
}
