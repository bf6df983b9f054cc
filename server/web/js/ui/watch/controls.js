/** What moves through a watched game, and what is said of it: how late it is shown, who else watches. */

import { t } from "../../i18n.js";
import { momentAt } from "../../model/watch.js";
import { html } from "../html.js";
import { Eye } from "../lobby/icons.js";
import { Press } from "../replay/controls.js";
import { roundTitle, seatWords } from "../table/words.js";

/** @import {TableModel, Watching} from "../../types.js" */
/** @import {Mover} from "./moment.js" */

/**
 * @param {{
 *   watching: Watching, table: TableModel, mover: Mover, onSeat: () => void, onGame: (way: 1 | -1) => void,
 * }} props
 */
export function Controls({ watching, table, mover, onSeat, onGame }) {
  const { reel } = watching;
  if (!reel) return null;
  const { moment, playing, move } = mover;
  const { round, step } = momentAt(reel, moment);
  const steps = reel.rounds[round].frames.length;
  return html`
    <div class="transport" role="group" aria-label=${t("ui.watch")}>
      <p class="transport-row watch-state">
        <${Delay} watching=${watching} past=${moment !== null} />
        <${Viewers} count=${table.watchers} />
      </p>
      <div class="transport-row where">
        <span class="moment"><b>${roundTitle(table.round)}</b> <span class="step-count">${step}/${steps}</span></span>
        <input type="range" class="slider" min="0" max=${steps} value=${step} aria-label=${t("replay.step")}
          onInput=${(/** @type {InputEvent} */ event) => mover.step(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value))} />
      </div>
      <div class="transport-row steps">
        <${Press} name="deal" word="watch.deal" keys="Home" onClick=${() => move("deal")} />
        <${Press} name="back" word="replay.step_back" keys="ArrowLeft" onClick=${() => move("back")} />
        <${Press} name=${playing ? "pause" : "play"} word=${playing ? "replay.pause" : "replay.play"} keys="Space" off=${moment === null} onClick=${() => move("play")} />
        <${Press} name="on" word="replay.step_on" keys="ArrowRight" off=${moment === null} onClick=${() => move("on")} />
        <${Press} name="newest" word="watch.newest" keys="End" off=${moment === null} onClick=${() => move("newest")} />
      </div>
      <div class="transport-row view">
        <${Press} name="seat" word="replay.seat" params=${{ who: seatWords(table, table.seat) }} keys="V" onClick=${onSeat} />
        <${Press} name="game_before" word="watch.game_before" keys="P" onClick=${() => onGame(-1)} />
        <${Press} name="next_game" word="watch.next_game" keys="N" onClick=${() => onGame(1)} />
      </div>
    </div>
  `;
}

/** How far behind the table this is. @param {{watching: Watching, past: boolean}} props */
function Delay({ watching: { delay, state, view }, past }) {
  const live = state === "on" && !past;
  return html`
    <span class=${live ? "chip live" : "chip"} data-delay=${delay}>${live ? t("watch.live") : t("watch.earlier")}</span>
    ${delay !== null && delay > 0 && html`<span class="watch-short" aria-hidden="true">−${t("ui.seconds", { n: delay })}</span>`}
    <span class="watch-note">${delay ? t("ui.delay_note", { n: delay }) : t("live.no_delay")}${view === "public" ? ` · ${t("live.view.public")}` : ""}</span>
  `;
}

/** @param {{count: number}} props */
function Viewers({ count }) {
  return html`
    <span class="viewers" data-watchers=${count}><${Eye} /><span class="unseen">${t("ui.spectators", { n: count })}</span><b aria-hidden="true">${count}</b></span>
  `;
}
