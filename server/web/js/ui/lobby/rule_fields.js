/** The control of one rule option, by the type that the catalogue gives it. */

import { t, useLang } from "../../i18n.js";
import { html } from "../html.js";
import { NumberInput, Segmented, Select, Switch } from "./fields.js";
import { allowedFor, valueWords, wordKey } from "./rule_values.js";

/** @import {RuleOption} from "../../types.js" */

/**
 * @typedef {{
 *   option: RuleOption, players: 3 | 4, label: string, value: any, onChange: (value: any) => void,
 *   describedBy?: string, invalid?: boolean,
 * }} FieldProps
 */

/** Choices with so few and short words are shown side by side. */
const SIDE_BY_SIDE = ["length", "cpu_level"];

/** @param {FieldProps} props */
export function RuleField(props) {
  const { option, players } = props;
  const Control = CONTROLS[option.type];
  // A type that this client does not know yet keeps the value of the preset.
  return Control ? html`<${Control} ...${props} allowed=${allowedFor(option, players)} />` : null;
}

/** @param {FieldProps} props */
function Bool({ label, value, onChange, ...rest }) {
  return html`<${Switch} label=${label} checked=${value === true} onChange=${onChange} ...${said(rest)} />`;
}

/** @param {FieldProps & {allowed: any[]}} props */
function Choice({ option, label, value, onChange, allowed, ...rest }) {
  const lang = useLang();
  const options = allowed.map((item) => ({ value: item, label: valueWords(option, item, lang) }));
  if (SIDE_BY_SIDE.includes(option.name)) {
    return html`<${Segmented} bare label=${label} value=${value} options=${options} onChange=${onChange} />`;
  }
  return html`<${Select} label=${label} value=${value} options=${options} onChange=${onChange} ...${said(rest)} />`;
}

/** @param {FieldProps & {allowed: {min: number, max: number, step: number, or?: any[]}}} props */
function Int({ option, label, value, onChange, allowed, ...rest }) {
  const lang = useLang();
  const { min, max, step, or = [] } = allowed;
  const number = html`
    <${NumberInput}
      label=${label}
      value=${value}
      onChange=${onChange}
      min=${or.includes(0) ? 0 : min}
      max=${max}
      step=${step}
      ...${said(rest)}
    />
  `;
  if (!or.includes(null)) return number;
  const usual = Object.values(option.default).find((other) => other !== null);
  const ways = [
    { value: true, label: t("rules.value.custom") },
    { value: false, label: valueWords(option, null, lang) },
  ];
  return html`
    <div class="joined">
      <${Select}
        label=${label}
        value=${value !== null}
        options=${ways}
        onChange=${(/** @type {boolean} */ some) => onChange(some ? usual : null)}
        ...${said(rest)}
      />
      ${value !== null && number}
    </div>
  `;
}

/** @param {FieldProps & {allowed: {base: any, bank: any, shown: string[]}}} props */
function Clock({ option, label, value, onChange, allowed, ...rest }) {
  const lang = useLang();
  const [base, bank] = String(value).split("+").map(Number);
  const listed = allowed.shown.includes(value);
  const options = allowed.shown.map((item) => ({ value: item, label: valueWords(option, item, lang) }));
  const own = { value: listed ? "own" : value, label: t("rules.value.custom") };
  return html`
    <div class="joined">
      <${Select}
        label=${label}
        value=${value}
        options=${[...options, own]}
        onChange=${(/** @type {string} */ pick) => onChange(pick === "own" ? `${base + 1}+${bank}` : pick)}
        ...${said(rest)}
      />
      ${!listed &&
      html`
        <${NumberInput}
          label=${t("rules.value.thinking_base")}
          value=${base}
          min=${allowed.base.min}
          max=${allowed.base.max}
          onChange=${(/** @type {number} */ seconds) => onChange(`${seconds}+${bank}`)}
        />
        <span aria-hidden="true">+</span>
        <${NumberInput}
          label=${t("rules.value.thinking_bank")}
          value=${bank}
          min=${allowed.bank.min}
          max=${allowed.bank.max}
          onChange=${(/** @type {number} */ seconds) => onChange(`${base}+${seconds}`)}
        />
      `}
    </div>
  `;
}

/** @param {FieldProps & {allowed: {length: number, item: {min: number, max: number, step: number}}}} props */
function Uma({ label, value, onChange, allowed, ...rest }) {
  return html`
    <div class="joined" role="group" aria-label=${label}>
      ${value.map(
        (/** @type {number} */ item, /** @type {number} */ place) => html`
          <${NumberInput}
            key=${place}
            label=${t(`ui.place.${place + 1}`)}
            value=${item}
            ...${allowed.item}
            onChange=${(/** @type {number} */ points) => onChange(value.map((/** @type {number} */ old, /** @type {number} */ at) => (at === place ? points : old)))}
            ...${said(rest)}
          />
        `,
      )}
    </div>
  `;
}

/** @param {FieldProps & {allowed: {min: number, max: number, step: number}}} props */
function NumberOrAuto({ option, label, value, onChange, allowed, ...rest }) {
  const ways = [
    { value: true, label: t(wordKey(option.name, "auto")) },
    { value: false, label: t("rules.value.custom") },
  ];
  return html`
    <div class="joined">
      <${Select}
        label=${label}
        value=${value === "auto"}
        options=${ways}
        onChange=${(/** @type {boolean} */ auto) => onChange(auto ? "auto" : 0)}
        ...${said(rest)}
      />
      ${value !== "auto" &&
      html`
        <${NumberInput}
          label=${label}
          value=${value}
          min=${allowed.min}
          max=${allowed.max}
          step=${allowed.step}
          onChange=${onChange}
          ...${said(rest)}
        />
      `}
    </div>
  `;
}

/** @param {FieldProps & {allowed: {any_of: any[], or_map: Record<string, any>}}} props */
function ChoiceOrMap({ option, label, value, onChange, allowed, ...rest }) {
  const lang = useLang();
  const whole = value === null || typeof value !== "object";
  const parts = Object.entries(allowed.or_map);
  const byPart = t(option.name === "aka_dora" ? "rules.value.by_suit" : "rules.value.by_abort");
  const options = allowed.any_of.map((item) => ({ value: item, label: valueWords(option, item, lang) }));
  /** @param {any} pick */
  function choose(pick) {
    if (pick !== "map") onChange(pick);
    else onChange(Object.fromEntries(parts.map(([part, inner]) => [part, Array.isArray(inner) ? inner[0] : startOf(inner)])));
  }
  return html`
    <div class="joined">
      <${Select}
        label=${label}
        value=${whole ? value : "map"}
        options=${[...options, { value: "map", label: byPart }]}
        onChange=${choose}
        ...${said(rest)}
      />
      ${!whole &&
      parts.map(([part, inner]) => {
        const name = t(Array.isArray(inner) ? `draws.${part}` : `rules.value.suit.${part}`);
        const change = (/** @type {any} */ item) => onChange({ ...value, [part]: item });
        return html`
          <div class="part" key=${part}>
            <span class="hint" aria-hidden="true">${name}</span>
            ${Array.isArray(inner)
              ? html`
                  <${Select}
                    label=${name}
                    value=${value[part] ?? inner[0]}
                    options=${inner.map((item) => ({ value: item, label: t(wordKey(option.name, item)) }))}
                    onChange=${change}
                  />
                `
              : html`<${NumberInput} label=${name} value=${value[part] ?? 0} min=${inner.min} max=${inner.max} onChange=${change} />`}
          </div>
        `;
      })}
    </div>
  `;
}

/** @param {{min: number, max: number}} range */
function startOf({ min, max }) {
  return Math.min(Math.max(1, min), max);
}

/** @param {FieldProps & {allowed: {any_of: string[]}}} props */
function YakuSet({ label, value, onChange, allowed }) {
  /** @param {string} yaku */
  const toggled = (yaku) => allowed.any_of.filter((other) => value.includes(other) !== (other === yaku));
  return html`
    <div class="checks" role="group" aria-label=${label}>
      ${allowed.any_of.map(
        (yaku) => html`
          <label class="check" key=${yaku}>
            <input type="checkbox" checked=${value.includes(yaku)} onChange=${() => onChange(toggled(yaku))} />
            <span>${t(`yaku.${yaku}`)}</span>
          </label>
        `,
      )}
    </div>
  `;
}

/** @param {FieldProps & {allowed: {any_of: string[]}}} props */
function BoolOrSet({ option, label, value, onChange, allowed, ...rest }) {
  const way = Array.isArray(value) ? "some" : value;
  const ways = [
    { value: false, label: t("rules.value.none") },
    { value: true, label: t("rules.local_yaku.majsoul") },
    { value: "some", label: t("rules.value.custom") },
  ];
  return html`
    <div class="joined column">
      <${Select}
        label=${label}
        value=${way}
        options=${ways}
        onChange=${(/** @type {any} */ pick) => onChange(pick === "some" ? [] : pick)}
        ...${said(rest)}
      />
      ${Array.isArray(value) &&
      html`<${YakuSet} option=${option} players=${rest.players} label=${label} value=${value} onChange=${onChange} allowed=${allowed} />`}
    </div>
  `;
}

/** @param {{describedBy?: string, invalid?: boolean}} props */
function said({ describedBy, invalid }) {
  return { describedBy, invalid };
}

/** @type {Record<string, import("preact").ComponentType<any>>} */
const CONTROLS = {
  bool: Bool,
  choice: Choice,
  int: Int,
  "base+bank": Clock,
  list: Uma,
  "number or auto": NumberOrAuto,
  "choice or map": ChoiceOrMap,
  set: YakuSet,
  "bool or set": BoolOrSet,
};
