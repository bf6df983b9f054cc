/** The games that run and can be watched. */

import { useEffect, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { signIn } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { sentence, toast } from "../../state/toasts.js";
import { html } from "../html.js";
import { Page, Link } from "../lobby/page.js";
import { Switch } from "../lobby/fields.js";
import { FilterSelect, ModeSelect, PlayerField, useFilter } from "../parts/filter.js";
import { loadWatchSheet } from "../parts/sheet.js";
import { tierWords } from "../ranked/panel.js";
import { GameList, useLiveGames } from "./games.js";

const LIMIT = 100;
/** Of ranked games, from the lowest. */
const TIERS = ["bronze", "silver", "gold", "jade", "throne"];

export function LiveScreen() {
  const stranger = useStore((state) => state.status === "idle");
  useEffect(() => {
    // Without it the list is plain, and nothing else.
    loadWatchSheet().catch(() => {});
  }, []);
  return html`
    <${Page} title=${t("ui.live_games")} class="live">
      ${stranger ? html`<${Gate} />` : html`<${Games} />`}
      <p class="buttons"><${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//></p>
    <//>
  `;
}

/** A stranger has no account before the first press. */
function Gate() {
  const [waiting, setWaiting] = useState(false);
  async function enter() {
    setWaiting(true);
    try {
      await signIn(null);
    } catch (fault) {
      toast("error", sentence(fault));
      setWaiting(false);
    }
  }
  return html`
    <section class="panel watch-wait">
      <button type="button" class="button primary huge" disabled=${waiting} onClick=${enter}>${t("ui.watch")}</button>
    </section>
  `;
}

function Games() {
  const [filter, change] = useFilter(["mode", "player", "tier", "friends"]);
  const registered = useStore((state) => state.me?.registered ?? false);
  const { games, fault } = useLiveGames(wanted(filter), LIMIT);
  return html`
    <div class="filter" role="search" aria-label=${t("filter.title")}>
      <${ModeSelect} value=${filter.mode ?? ""} players onChange=${(/** @type {string} */ mode) => change({ mode })} />
      <${PlayerField} value=${filter.player ?? ""} onChange=${(/** @type {string} */ player) => change({ player })} />
      <${FilterSelect} label=${t("live.tier")} value=${filter.tier ?? ""} options=${TIERS.map((tier) => ({ value: tier, label: tierWords(tier) }))}
        onChange=${(/** @type {string} */ tier) => change({ tier })} />
      ${registered &&
      html`
        <div class="filter-field">
          <span class="label" aria-hidden="true">${t("live.friends")}</span>
          <${Switch} label=${t("live.friends")} checked=${filter.friends === "1"} onChange=${(/** @type {boolean} */ on) => change({ friends: on ? "1" : "" })} />
        </div>
      `}
    </div>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    ${!games && !fault && html`<p class="hint">${t("ui.loading")}</p>`}
    ${games?.length === 0 && html`<p class="panel hint" role="status">${t("live.none")}</p>`}
    ${games && games.length > 0 && html`<${GameList} games=${games} featured />`}
  `;
}

/**
 * The filter of `watch_list`: a mode may be only how many play.
 *
 * @param {Record<string, string>} filter
 */
function wanted({ mode = "", player = "", tier = "", friends = "" }) {
  return {
    ...(/^\dp$/.test(mode) ? { players: Number(mode[0]) } : mode ? { mode } : {}),
    ...(player ? { player } : {}),
    ...(tier ? { tier } : {}),
    ...(friends ? { friends: true } : {}),
  };
}
