/** Running games to choose from: asked for again and again while somebody looks. */

import { has, t } from "../../i18n.js";
import { roundNamed } from "../../model/watch.js";
import { useStore } from "../../state/store.js";
import { liveGames } from "../../state/watching.js";
import { html } from "../html.js";
import { Eye } from "../lobby/icons.js";
import { Link } from "../lobby/page.js";
import { shownName } from "../parts/names.js";
import { usePolled } from "../parts/polled.js";
import { tierWords } from "../ranked/panel.js";
import { rankWords } from "../ranked/rank.js";
import { roundTitle } from "../table/words.js";

/** @import {LiveGame} from "../../types.js" */

const REFRESH_MS = 5000;

/**
 * @param {Record<string, unknown>} filter
 * @param {number} limit
 * @returns {{games: LiveGame[] | null, total: number, fault: string | null}}
 */
export function useLiveGames(filter, limit) {
  const online = useStore((state) => state.status === "online");
  const { found, fault } = usePolled(() => liveGames(filter, limit), { ready: online, key: JSON.stringify([filter, limit]), everyMs: REFRESH_MS });
  return { games: found?.games ?? null, total: found?.total ?? 0, fault };
}

/** @param {{games: LiveGame[], featured?: boolean}} props `featured`: the first stands out */
export function GameList({ games, featured = false }) {
  return html`
    <ul class="live-games">
      ${games.map((game, at) => html`<${Game} key=${game.table} game=${game} large=${featured && at === 0} />`)}
    </ul>
  `;
}

/** @param {{game: LiveGame, large: boolean}} props */
function Game({ game, large }) {
  const round = game.round === null ? null : roundNamed(game.round);
  const mode = has(`mode.${game.mode}`) ? t(`mode.${game.mode}`) : game.mode;
  return html`
    <li class=${large ? "live-game featured" : "live-game"} data-table=${game.table}>
      <${Link} href=${`/watch/${game.table}`} class="live-link">
        <span class="live-names">${game.names.map((name, seat) => html`<span key=${seat} class="live-player"><bdi class="name">${shownName(name)}</bdi>${game.ranks && html` <small>${rankWords(game.ranks[seat])}</small>`}</span>`)}</span>
        <span class="live-facts">
          <span>${mode}${game.tier ? `, ${tierWords(game.tier)}` : ""}</span>
          <b>${round ? roundTitle(round) : t("live.not_yet")}</b>
          <span class="live-delay">${game.delay_s ? t("ui.delay_note", { n: game.delay_s }) : t("live.no_delay")}, ${t(`live.view.${game.view}`)}</span>
        </span>
        <span class="viewers"><${Eye} /><span class="unseen">${t("ui.spectators", { n: game.watchers })}</span><b aria-hidden="true">${game.watchers}</b></span>
      <//>
    </li>
  `;
}
