/** In the lobby: the games that are watched most. */

import { t } from "../../i18n.js";
import { html } from "../html.js";
import { Link } from "../lobby/page.js";
import { GameList, useLiveGames } from "./games.js";

const SHOWN = 3;


/** Nothing where nobody plays in public. */
export function LiveBrief() {
  const { games, total } = useLiveGames({}, SHOWN);
  if (!games || games.length === 0) return null;
  return html`
    <section class="panel live-brief" aria-labelledby="live-title">
      <h2 id="live-title">${t("ui.live_games")}</h2>
      <${GameList} games=${games} />
      ${total > games.length && html`<${Link} href="/live" class="button quiet">${t("home.records_more")}<//>`}
    </section>
  `;
}
