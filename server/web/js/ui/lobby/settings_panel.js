/** All settings of this device, in groups; each applies at once. */

import { useId } from "preact/hooks";

import { t } from "../../i18n.js";
import { LANGS, LANG_NAMES } from "../../state/settings.js";
import { setLang, setSettings } from "../../state/actions.js";
import { defaultSettings } from "../../state/settings.js";
import { store, useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Row, Segmented, Select, Switch } from "./fields.js";
import { KeyTable } from "./settings_keys.js";

/** @import {Settings} from "../../types.js" */

const THEMES = ["green", "blue", "dark"];

/** @type {(keyof Settings["volume"])[]} */
const SOUNDS = ["main", "tiles", "voices", "alerts"];

export function SettingsPanel() {
  // Every word of this panel follows the language, so all of it is drawn anew at each change.
  const settings = useStore((state) => state.settings);
  function reset() {
    setSettings({ ...defaultSettings(), lang: settings.lang });
  }
  return html`
    <div class="settings-groups">
      <p class="hint">${t("settings.note")}</p>
      <section class="panel">
        <h2>${t("settings.general")}</h2>
        <${Row} label=${t("ui.language")}>
          <${Select}
            label=${t("ui.language")}
            value=${settings.lang}
            options=${LANGS.map((value) => ({ value, label: LANG_NAMES[value] }))}
            onChange=${setLang}
          />
        <//>
        <${Choice} name="yakuNames" label=${t("settings.yaku_names")} words="settings.yaku_names" values=${["translated", "romaji"]} />
        <${Toggle} name="animations" label=${t("ui.animations")} note=${t("settings.animations_note")} />
      </section>
      <section class="panel">
        <h2>${t("ui.sound")}</h2>
        ${SOUNDS.map((kind) => html`<${Volume} key=${kind} kind=${kind} />`)}
        ${"vibrate" in navigator && html`<${Toggle} name="vibrate" label=${t("settings.vibrate")} />`}
      </section>
      <section class="panel">
        <h2>${t("settings.table")}</h2>
        <${Choice} name="theme" label=${t("settings.theme")} words="settings.theme" values=${THEMES} />
        <${Choice} name="faces" label=${t("ui.tile_face")} words="settings.faces" values=${["ivory", "dark"]} />
        <${Choice} name="tileSize" label=${t("ui.tile_size")} words="settings.tile_size" values=${["S", "M", "L"]} />
        <${Toggle} name="indexMarks" label=${t("settings.index_marks")} />
        <${Toggle} name="redDots" label=${t("ui.colour_marks")} note=${t("settings.red_dots_note")} />
        <${Choice} name="calledGap" label=${t("settings.called_gap")} words="settings.called_gap" values=${["outline", "gone"]} />
        <${Toggle} name="showLog" label=${t("settings.show_log")} />
        <${Toggle} name="oneRowHand" label=${t("settings.one_row_hand")} />
      </section>
      <section class="panel">
        <h2>${t("settings.controls")}</h2>
        <${Taps} />
        <${Choice} name="rightClick" label=${t("settings.right_click")} words="settings.right_click" values=${["pass", "tsumogiri", "none"]} />
        <${Toggle} name="autoSort" label=${t("ui.auto_sort")} note=${t("settings.auto_sort_note")} />
        <${Toggle} name="keepAuto" label=${t("settings.keep_auto")} note=${t("settings.keep_auto_note")} />
        <${Toggle} name="keyboard" label=${t("ui.keyboard")} note=${t("settings.keyboard_note")} />
        ${settings.keyboard && html`<${KeyTable} />`}
      </section>
      <button type="button" class="button quiet" onClick=${reset}>${t("settings.reset")}</button>
    </div>
  `;
}

/**
 * A setting that is one of a few words. `words` is the key before the value.
 *
 * @param {{name: "yakuNames" | "theme" | "faces" | "tileSize" | "calledGap" | "rightClick", label: string, words: string, values: string[]}} props
 */
function Choice({ name, label, words, values }) {
  const value = store.get().settings[name];
  return html`
    <${Row} label=${label}>
      <${Segmented}
        bare
        label=${label}
        value=${value}
        options=${values.map((item) => ({ value: item, label: t(`${words}.${item}`) }))}
        onChange=${(/** @type {any} */ item) => setSettings({ [name]: item })}
      />
    <//>
  `;
}

/**
 * @param {{
 *   name: "animations" | "vibrate" | "indexMarks" | "redDots" | "showLog" | "oneRowHand" | "autoSort" | "keepAuto" | "keyboard",
 *   label: string, note?: string,
 * }} props
 */
function Toggle({ name, label, note }) {
  const id = useId();
  return html`
    <${Row} label=${label} note=${note} noteId=${id}>
      <${Switch}
        label=${label}
        describedBy=${note && id}
        checked=${store.get().settings[name]}
        onChange=${(/** @type {boolean} */ on) => setSettings({ [name]: on })}
      />
    <//>
  `;
}

/** @param {{kind: keyof Settings["volume"]}} props */
function Volume({ kind }) {
  const { volume } = store.get().settings;
  const label = t(`settings.volume.${kind}`);
  const percent = Math.round(volume[kind] * 100);
  return html`
    <${Row} label=${label}>
      <input
        class="slider"
        type="range"
        min="0"
        max="100"
        step="5"
        aria-label=${label}
        value=${percent}
        onInput=${(/** @type {Event} */ event) => {
          const value = Number(/** @type {HTMLInputElement} */ (event.currentTarget).value) / 100;
          setSettings({ volume: { ...store.get().settings.volume, [kind]: value } });
        }}
      />
      <output class="percent">${percent} %</output>
    <//>
  `;
}

function Taps() {
  const { twoTaps } = store.get().settings;
  const label = t("settings.taps");
  const options = [
    { value: null, label: t("settings.taps.auto") },
    { value: false, label: t("settings.taps.one") },
    { value: true, label: t("settings.taps.two") },
  ];
  return html`
    <${Row} label=${label}>
      <${Select}
        label=${label}
        value=${twoTaps}
        options=${options}
        onChange=${(/** @type {boolean | null} */ value) => setSettings({ twoTaps: value })}
      />
    <//>
  `;
}
