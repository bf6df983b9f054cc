/** A running game that one watches: asked for, waited for, refused, or on the screen. */

import { useEffect } from "preact/hooks";

import { t } from "../../i18n.js";
import { go } from "../../router.js";
import { signIn } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { sentence, toast } from "../../state/toasts.js";
import { gameBeside, unwatch, watch } from "../../state/watching.js";
import { html } from "../html.js";
import { Link, Page } from "../lobby/page.js";
import { loadReplaySheet, loadWatchSheet } from "../parts/sheet.js";
import { useNow } from "../table/clock.js";
import { WatchedTable } from "./table.js";

/** @import {Refusal, Watching} from "../../types.js" */

/** The style sheets of this screen, in their order. */
export function loadSheets() {
  return loadReplaySheet().then(loadWatchSheet);
}

/** @param {{id: string}} props */
export function WatchScreen({ id }) {
  const stranger = useStore((state) => state.status === "idle");
  const watching = useStore((state) => state.watching);
  useEffect(() => {
    if (stranger) return undefined;
    watch(id);
    return () => unwatch(id);
  }, [id, stranger]);
  if (watching?.table === id && watching.reel) {
    return html`<${WatchedTable} key=${id} watching=${watching} reel=${watching.reel} onGame=${(/** @type {1 | -1} */ way) => otherGame(id, way)} />`;
  }
  return html`
    <${Page} title=${t("ui.watch")} class="narrow">
      <section class="panel watch-wait">
        ${stranger
          ? html`<button type="button" class="button primary huge" onClick=${enter}>${t("ui.watch")}</button>`
          : watching?.state === "waiting"
            ? html`<${NotYet} watching=${watching} />`
            : watching?.fault
              ? html`<${Refused} id=${id} fault=${watching.fault} />`
              : html`<p class="hint">${t("ui.loading")}</p>`}
      </section>
      <p class="buttons">
        <${Link} href="/live" class="button quiet">${t("ui.live_games")}<//>
        <${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//>
      </p>
    <//>
  `;
}

async function enter() {
  try {
    await signIn(null);
  } catch (fault) {
    toast("error", sentence(fault));
  }
}

/** @param {{watching: Watching}} props */
function NotYet({ watching }) {
  const now = useNow(true);
  const left = Math.max(0, Math.ceil(((watching.starts ?? now) - now) / 1000));
  return html`
    <p role="timer" class="watch-countdown"><b>${left}</b> ${t("watch.starts")}</p>
    <p>${t("ui.delay_note", { n: watching.delay ?? 0 })}</p>
    <p class="hint">${t("ui.spectator_hidden")}</p>
  `;
}

/** @param {{id: string, fault: Refusal}} props */
function Refused({ id, fault }) {
  return html`
    <p class="fault" role="alert" data-code=${fault.code}>${sentence(fault)}</p>
    ${fault.code === "own_table" && html`<${Link} href=${`/table/${id}`} class="button primary">${t("home.back_to_game")}<//>`}
    ${fault.code === "game_over" && html`<${Link} href=${`/r/${id}`} class="button primary">${t("table.record")}<//>`}
  `;
}

/**
 * Go to the next or the previous running game.
 *
 * @param {string} id
 * @param {1 | -1} way
 */
async function otherGame(id, way) {
  try {
    const other = await gameBeside(id, way);
    if (other === null) toast("info", t("watch.no_other"));
    else go(`/watch/${other}`, { replace: true });
  } catch (fault) {
    toast("error", sentence(fault));
  }
}
