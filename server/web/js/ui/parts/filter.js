/** What lists are narrowed to: kept in the address, so that a reload, and a link, show the same. */

import { useEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { html } from "../html.js";

/** Modes as queues and rooms name them. */
const MODES = ["4p_one", "4p_east", "4p_south", "4p_north", "3p_one", "3p_east", "3p_south", "3p_north"];
/** Who types is waited for (ms). */
const TYPING_MS = 400;

/**
 * @param {string[]} names the fields that there are
 * @returns {[Record<string, string>, (patch: Record<string, string>) => void]} what is empty is not there
 */
export function useFilter(names) {
  const [filter, setFilter] = useState(() => {
    const fields = new URLSearchParams(location.search);
    return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ""]).filter(([, value]) => value));
  });
  /** @param {Record<string, string>} patch */
  function change(patch) {
    const next = Object.fromEntries(Object.entries({ ...filter, ...patch }).filter(([, value]) => value));
    const query = new URLSearchParams(next).toString();
    history.replaceState(history.state, "", query ? `?${query}` : location.pathname);
    setFilter(next);
  }
  return [filter, change];
}

/**
 * @param {{label: string, value: string, options: {value: string, label: string}[], onChange: (value: string) => void}} props
 */
export function FilterSelect({ label, value, options, onChange }) {
  return html`
    <label class="filter-field">
      <span class="label">${label}</span>
      <select class="input" value=${value} onChange=${(/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
        <option value="" selected=${value === ""}>${t("filter.all")}</option>
        ${options.map((option) => html`<option key=${option.value} value=${option.value} selected=${option.value === value}>${option.label}</option>`)}
      </select>
    </label>
  `;
}

/** @param {{value: string, players?: boolean, onChange: (mode: string) => void}} props `players`: also only how many play */
export function ModeSelect({ value, players = false, onChange }) {
  const counts = players ? [4, 3].map((count) => ({ value: `${count}p`, label: t(`rules.players.${count}`) })) : [];
  const modes = MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }));
  return html`<${FilterSelect} label=${t("home.record_game")} value=${value} options=${[...counts, ...modes]} onChange=${onChange} />`;
}

/** Part of a player's name. @param {{value: string, onChange: (player: string) => void}} props */
export function PlayerField({ value, onChange }) {
  const [text, setText] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => latest.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return html`
    <label class="filter-field">
      <span class="label">${t("filter.player")}</span>
      <input class="input" type="search" maxlength="24" autocomplete="off" value=${text}
        onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLInputElement} */ (event.currentTarget).value)} />
    </label>
  `;
}

/** A day. @param {{label: string, value: string, onChange: (day: string) => void}} props */
export function DayField({ label, value, onChange }) {
  return html`
    <label class="filter-field">
      <span class="label">${label}</span>
      <input class="input" type="date" value=${value}
        onChange=${(/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.currentTarget).value)} />
    </label>
  `;
}
