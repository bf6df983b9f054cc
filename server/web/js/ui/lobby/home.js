/** First visit and lobby: the same screen, it only grows. */

import { useEffect, useState } from "preact/hooks";

import { moreWords, t } from "../../i18n.js";
import { go } from "../../router.js";
import { leaveRoom } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { loadPeopleSheet, loadRankedSheet, loadWatchSheet } from "../parts/sheet.js";
import { Tile } from "../parts/tile.js";
import { NameField, useName } from "./guest.js";
import { CodeForm } from "./join_form.js";
import { Link, Page } from "./page.js";
import { QuickPlay } from "./quick.js";

export function Home() {
  const status = useStore((state) => state.status);
  const running = useRunningGame();
  const room = useStore((state) => state.room);
  const name = useName();
  const stranger = status === "idle";
  const Records = useRecords(!stranger);
  const Live = useLive(!stranger);
  const queued = useStore((state) => state.queued !== null);
  const Rooms = useRooms(!stranger && running === null && !room && !queued);
  const Ranked = useRanked(!stranger && running === null && !room);
  return html`
    <${Page} title=${t("ui.lobby")} class=${status === "connecting" ? "home settling" : "home"} plain>
      <${Welcome} stranger=${stranger} name=${name} busy=${running !== null} />
      ${running !== null
        ? html`<${BackToGame} table=${running} />`
        : room
          ? html`<${BackToRoom} code=${room.code} />`
          : !queued &&
            html`
              <div class="ways">
                <${QuickPlay} name=${name} />
                <${WithFriends} name=${name} />
              </div>
            `}
      ${Ranked && html`<${Ranked} />`}
      ${Rooms && html`<${Rooms} />`}
      ${Records && html`<${Records} />`}
      ${Live && html`<${Live} />`}
    <//>
  `;
}

/**
 * The table of the game that one plays in; null while there is none.
 *
 * @returns {string | null}
 */
export function useRunningGame() {
  return useStore(({ seatIn, room }) => seatIn?.table ?? (room?.state === "playing" ? room.table : null));
}

/**
 * The list of one's games; a stranger has none, and the first visit does not wait for it.
 *
 * @param {boolean} wanted
 */
function useRecords(wanted) {
  const [list, setList] = useState(/** @type {{Records: import("preact").ComponentType<any>} | null} */ (null));
  useEffect(() => {
    if (!wanted || list) return;
    // Without it the lobby lacks its list and nothing else.
    import("./records.js").then(({ OwnRecords }) => setList({ Records: OwnRecords })).catch(() => {});
  }, [wanted, list]);
  return wanted ? (list?.Records ?? null) : null;
}

/**
 * The games that are watched most; like the list of one's own games.
 *
 * @param {boolean} wanted
 */
function useLive(wanted) {
  const [found, setFound] = useState(/** @type {{Live: import("preact").ComponentType<any>} | null} */ (null));
  useEffect(() => {
    if (!wanted || found) return;
    Promise.all([import("../live/brief.js"), moreWords(), loadWatchSheet()])
      .then(([{ LiveBrief }]) => setFound({ Live: LiveBrief }))
      .catch(() => {});
  }, [wanted, found]);
  return wanted ? (found?.Live ?? null) : null;
}

/**
 * The rooms that one could join; like the list of one's own games.
 *
 * @param {boolean} wanted
 */
function useRooms(wanted) {
  const [found, setFound] = useState(/** @type {{Rooms: import("preact").ComponentType<any>} | null} */ (null));
  useEffect(() => {
    if (!wanted || found) return;
    Promise.all([import("../room/open_rooms.js"), moreWords(), loadPeopleSheet()])
      .then(([{ RoomsBrief }]) => setFound({ Rooms: RoomsBrief }))
      .catch(() => {});
  }, [wanted, found]);
  return wanted ? (found?.Rooms ?? null) : null;
}

/**
 * Ranked play; like the list of one's own games.
 *
 * @param {boolean} wanted
 */
function useRanked(wanted) {
  const [found, setFound] = useState(/** @type {{Ranked: import("preact").ComponentType<any>} | null} */ (null));
  useEffect(() => {
    if (!wanted || found) return;
    Promise.all([import("../ranked/panel.js"), moreWords(), loadRankedSheet()])
      .then(([{ RankedPanel }]) => setFound({ Ranked: RankedPanel }))
      .catch(() => {});
  }, [wanted, found]);
  return wanted ? (found?.Ranked ?? null) : null;
}

/** @param {{stranger: boolean, name: ReturnType<typeof useName>, busy: boolean}} props */
function Welcome({ stranger, name, busy }) {
  const me = useStore((state) => state.me);
  return html`
    <section class="welcome">
      <div class="welcome-words">
        <p class="wordmark"><span lang="ja">雀卓</span><span>jantaku</span></p>
        <p class="tagline">${t("home.tagline")}</p>
        ${stranger && html`<p class="hint">${t("home.first_note")}</p>`}
      </div>
      <div class="fan" aria-hidden="true">
        ${["1m", "5pr", "1s", "F", "C"].map((pai) => html`<${Tile} key=${pai} pai=${pai} size="fit" />`)}
      </div>
      ${me?.registered
        ? html`<p class="name-form tagline"><b><bdi>${me.name}</bdi></b></p>`
        : html`
            <div class="name-form">
              ${!busy && html`<${NameField} name=${name} />`}
              <${Link} href=${me ? "/account" : "/login"} class="link-button">${t(me ? "ui.register" : "ui.login")}<//>
            </div>
          `}
    </section>
  `;
}

/** @param {{table: string}} props */
function BackToGame({ table }) {
  return html`
    <section class="panel back" aria-labelledby="back-title">
      <h2 id="back-title">${t("home.game_running")}</h2>
      <p class="hint">${t("home.game_running_note")}</p>
      <${Link} href=${`/table/${table}`} class="button primary huge">${t("home.back_to_game")}<//>
    </section>
  `;
}

/** @param {{code: string}} props */
function BackToRoom({ code }) {
  return html`
    <section class="panel back" aria-labelledby="back-title">
      <h2 id="back-title">${t("home.room_waiting")}</h2>
      <p class="hint">${t("home.room_waiting_note", { code })}</p>
      <div class="buttons">
        <${Link} href=${`/room/${code}`} class="button primary huge">${t("home.back_to_room")}<//>
        <button type="button" class="button quiet" onClick=${leaveRoom}>${t("home.leave_room")}</button>
      </div>
    </section>
  `;
}

/** @param {{name: ReturnType<typeof useName>}} props */
function WithFriends({ name }) {
  const [waiting, setWaiting] = useState(false);
  async function create() {
    setWaiting(true);
    const saved = await name.save();
    setWaiting(false);
    if (saved) go("/create");
  }
  return html`
    <section class="panel friends" aria-labelledby="friends-title">
      <h2 id="friends-title">${t("home.friends_title")}</h2>
      <p class="hint">${t("home.friends_note")}</p>
      <button type="button" class="button wide" disabled=${waiting} onClick=${create}>${t("ui.create_room")}</button>
      <${CodeForm} />
    </section>
  `;
}
