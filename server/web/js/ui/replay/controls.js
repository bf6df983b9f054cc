/** What moves the replay: steps, rounds, playing, speed, seat and hands. */

import { t, useLang } from "../../i18n.js";
import { SPEEDS } from "../../model/replay/moves.js";
import { html } from "../html.js";
import { roundTitle, seatWords } from "../table/words.js";
import { ReplayIcon } from "./icons.js";

/** @import {TableModel} from "../../types.js" */
/** @import {Look} from "../../model/replay/moves.js" */
/** @import {IconName} from "./icons.js" */
/** @import {Mover} from "./moments.js" */

/**
 * @param {{
 *   look: Look, steps: number, table: TableModel, playing: boolean, speed: number, move: Mover, onPlay: () => void,
 *   onSpeed: (way: 1 | -1) => void, hints: boolean, onHints: () => void, onMore: (() => void) | null,
 * }} props `steps`: the number of the last one of this round; `onMore`: opens what has no room here
 */
export function Transport({ look, steps, table, playing, speed, move, onPlay, onSpeed, hints, onHints, onMore }) {
  const lang = useLang();
  const factor = `${new Intl.NumberFormat(lang).format(speed)}×`;
  return html`
    <div class="transport" role="group" aria-label=${t("replay.title")}>
      <div class="transport-row where">
        <span class="moment"><b>${roundTitle(table.round)}</b> <span class="step-count">${look.step}/${steps}</span></span>
        <input type="range" class="slider" min="0" max=${steps} value=${look.step} aria-label=${t("replay.step")}
          onInput=${(/** @type {InputEvent} */ event) => move("step", Number(/** @type {HTMLInputElement} */ (event.currentTarget).value))} />
      </div>
      <div class="transport-row steps">
        <${Press} name="first" word="replay.round_before" keys="ArrowUp" onClick=${() => move("round_before")} />
        <${Press} name="back" word="replay.step_back" keys="ArrowLeft" onClick=${() => move("back")} />
        <${Press} name=${playing ? "pause" : "play"} word=${playing ? "replay.pause" : "replay.play"} keys="Space" class="main" onClick=${onPlay} />
        <${Press} name="on" word="replay.step_on" keys="ArrowRight" onClick=${() => move("on")} />
        <${Press} name="last" word="replay.next_round" keys="ArrowDown" onClick=${() => move("next_round")} />
      </div>
      <div class="transport-row pace">
        <${Press} name="slower" word="replay.slower" keys="-" off=${speed === SPEEDS[0]} onClick=${() => onSpeed(-1)} />
        <span class="speed" role="img" aria-label=${t("replay.speed", { n: factor })}>${factor}</span>
        <${Press} name="faster" word="replay.faster" keys="+" off=${speed === SPEEDS.at(-1)} onClick=${() => onSpeed(1)} />
      </div>
      <div class="transport-row view">
        <${Press} name="seat" word="replay.seat" params=${{ who: seatWords(table, look.seat) }} keys="V" onClick=${() => move("seat")} />
        <${Press} name=${look.open ? "open" : "closed"} word="replay.hands" keys="H" pressed=${look.open} onClick=${() => move("hands")} />
        <${Press} name="hints" word="replay.hints" keys="W" pressed=${hints} onClick=${onHints} />
        ${onMore && html`<${Press} name="more" word="replay.more" onClick=${onMore} />`}
      </div>
    </div>
  `;
}

/**
 * @param {{
 *   name: IconName, word: string, params?: Record<string, string>, keys?: string, pressed?: boolean, off?: boolean,
 *   class?: string, onClick: () => void,
 * }} props
 */
export function Press({ name, word, params, keys, pressed, off, class: more = "", onClick }) {
  const text = t(word, params);
  return html`
    <button
      type="button"
      class=${`tool ${more}${pressed ? " on" : ""}`}
      aria-label=${text}
      title=${keys ? `${text} (${shownKey(keys)})` : text}
      aria-keyshortcuts=${keys}
      aria-pressed=${pressed === undefined ? undefined : pressed ? "true" : "false"}
      aria-disabled=${off ? "true" : undefined}
      onClick=${off ? undefined : onClick}
    >
      <${ReplayIcon} name=${name} />
    </button>
  `;
}

/** @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** @param {string} key */
function shownKey(key) {
  return ARROWS[key] ?? key;
}
