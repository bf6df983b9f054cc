/** The table of a game that one watches: as its players see it, without anything to decide. */

import { useMemo, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { tableAt } from "../../model/watch.js";
import { go } from "../../router.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { SettingsDialog } from "../lobby/settings.js";
import { ReplayIcon } from "../replay/icons.js";
import { Stage } from "../replay/stage.js";
import { momentWords } from "../replay/words.js";
import { useAwake, useSounds } from "../table/effects.js";
import { Icon } from "../table/icon.js";
import { LogPanel } from "../table/log.js";
import { Controls } from "./controls.js";
import { useMoment, useWatchKeys } from "./moment.js";
import { WatchResult } from "./result.js";

/** @import {Reel, Seat, Watching} from "../../types.js" */

/** @param {{watching: Watching, reel: Reel, onGame: (way: 1 | -1) => void}} props */
export function WatchedTable({ watching, reel, onGame }) {
  useLang();
  const online = useStore((state) => state.status) === "online";
  const mover = useMoment(reel);
  const { moment } = mover;
  const [seat, setSeat] = useState(/** @type {Seat} */ (0));
  const [shown, setShown] = useState(/** @type {"menu" | "rules" | "settings" | Seat | null} */ (null));
  const then = useMemo(() => tableAt(reel, moment), [reel, moment?.round, moment?.step]);
  const table = useMemo(() => ({ ...then, seat }), [then, seat]);
  useSounds(table);
  useAwake();
  const nextSeat = () => setSeat((seat + 1) % table.players);
  useWatchKeys(mover.move, { v: nextSeat, n: () => onGame(1), p: () => onGame(-1) });
  const close = () => setShown(null);
  return html`
    <${Stage}
      class=${online ? "replay watch" : "replay watch cut"}
      label=${t("ui.watch")}
      names=${table.names}
      table=${table}
      view=${watching.view}
      spoken=${momentWords(table)}
      shown=${shown}
      onShow=${setShown}
      onClose=${close}
      tools=${html`
        <button type="button" class="tool" aria-label=${t("watch.leave")} title=${t("watch.leave")} onClick=${() => go("/live")}><${ReplayIcon} name="close" /></button>
        <button type="button" class="tool" aria-label=${t("table.menu")} title=${t("table.menu")} onClick=${() => setShown("menu")}><${Icon} name="menu" /></button>
      `}
      side=${(/** @type {boolean} */ roomy) => html`
        ${roomy && html`<${LogPanel} table=${table} />`}
        <${Controls} watching=${watching} table=${table} mover=${mover} onSeat=${nextSeat} onGame=${onGame} />
      `}
      result=${html`<${WatchResult} table=${table} past=${moment !== null} />`}
    >
      ${shown === "settings" && html`<${SettingsDialog} onClose=${close} />`}
      ${shown === "menu" &&
      html`
        <${Dialog} title=${t("table.menu")} onClose=${close}>
          <div class="menu-list">
            <button type="button" class="button" onClick=${() => setShown("settings")}>${t("ui.settings")}</button>
            <button type="button" class="button" onClick=${() => setShown("rules")}>${t("table.rule_sheet")}</button>
            <button type="button" class="button" onClick=${() => go("/live")}>${t("watch.leave")}</button>
          </div>
        <//>
      `}
    <//>
  `;
}
