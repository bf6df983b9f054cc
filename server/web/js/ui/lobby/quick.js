/** Quick play: a table of bots at one press, as one played last. */

import { useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { playBots } from "../../state/actions.js";
import { read, write } from "../../state/settings.js";
import { html } from "../html.js";
import { Segmented } from "./fields.js";

/** @import {BotLevel, Length} from "../../types.js" */
/** @import {useName} from "./guest.js" */

/** @typedef {{players: 3 | 4, length: Length, level: BotLevel}} Wish */

const KEY = "jantaku.quick";

/** @type {{players: (3 | 4)[], length: Length[], level: BotLevel[]}} */
const OFFERED = {
  players: [4, 3],
  length: ["one_round", "east", "east_south"],
  level: ["easy", "normal"],
};

/** @returns {Wish} what was played last, else an east game of four */
function lastWish() {
  const last = read(KEY) ?? {};
  return {
    players: OFFERED.players.includes(last.players) ? last.players : 4,
    length: OFFERED.length.includes(last.length) ? last.length : "east",
    level: OFFERED.level.includes(last.level) ? last.level : "normal",
  };
}

/** @param {{name: ReturnType<typeof useName>}} props */
export function QuickPlay({ name }) {
  const [wish, setWish] = useState(lastWish);
  const [waiting, setWaiting] = useState(false);
  /** @param {Partial<Wish>} patch */
  function choose(patch) {
    const next = { ...wish, ...patch };
    write(KEY, next);
    setWish(next);
  }
  async function play() {
    setWaiting(true);
    if (await name.save()) await playBots(wish);
    setWaiting(false);
  }
  return html`
    <section class="panel quick" aria-labelledby="quick-title">
      <h2 id="quick-title">${t("home.quick_title")}</h2>
      <p class="hint">${t("home.quick_note")}</p>
      <${Segmented}
        label=${t("rules.players")}
        value=${wish.players}
        options=${OFFERED.players.map((value) => ({ value, label: t(`rules.players.${value}`) }))}
        onChange=${(/** @type {3 | 4} */ players) => choose({ players })}
      />
      <${Segmented}
        label=${t("rules.length")}
        value=${wish.length}
        options=${OFFERED.length.map((value) => ({ value, label: t(`rules.length.${value}`) }))}
        onChange=${(/** @type {Length} */ length) => choose({ length })}
      />
      <${Segmented}
        label=${t("home.bot_level")}
        value=${wish.level}
        options=${OFFERED.level.map((value) => ({ value, label: t(`rules.cpu_level.${value}`) }))}
        onChange=${(/** @type {BotLevel} */ level) => choose({ level })}
      />
      <button type="button" class="button primary huge wide" aria-busy=${waiting} disabled=${waiting} onClick=${play}>
        ${t("ui.quick_play")}
      </button>
    </section>
  `;
}
