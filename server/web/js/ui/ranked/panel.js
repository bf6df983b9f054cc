/** Ranked play: one's ranks, the choice of a queue and a tier, and waiting in it. */

import { useEffect, useState } from "preact/hooks";

import { has, t } from "../../i18n.js";
import { joinQueue, leaveQueue, listQueues } from "../../state/ranked.js";
import { read, write } from "../../state/settings.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Segmented } from "../lobby/fields.js";
import { Link } from "../lobby/page.js";
import { usePolled } from "../parts/polled.js";
import { RankBar } from "./rank.js";

/** @import {QueueLine, QueueName, Queued} from "../../types.js" */

const KEY = "jantaku.queue";
const REFRESH_MS = 5000;
/** @type {QueueName[]} */
const QUEUES = ["4p_east", "4p_south", "3p_east", "3p_south"];

/** @param {string} queue @returns {string} */
export function queueWords(queue) {
  const [players, length] = queue.split("_");
  return t("ranked.queue", {
    players: t(`rules.players.${players[0]}`),
    length: t(length === "south" ? "rules.length.east_south" : "rules.length.east"),
  });
}

/** @param {string} tier @returns {string} */
export function tierWords(tier) {
  const key = `ranked.tier.${tier}`;
  return has(key) ? t(key) : tier;
}

export function RankedPanel() {
  const me = useStore((state) => state.me);
  const queued = useStore((state) => state.queued);
  return html`
    <section class="panel ranked" aria-labelledby="ranked-title">
      <h2 id="ranked-title">${t("ui.ranked")}</h2>
      ${queued ? html`<${Waiting} queued=${queued} />` : me?.registered ? html`<${Choice} />` : html`<${Guest} />`}
    </section>
  `;
}

/** Guests have nothing to lose, so nothing to win. */
function Guest() {
  return html`
    <p class="hint">${t("ranked.for_registered")}</p>
    <${Link} href="/account" class="button wide">${t("ui.register")}<//>
  `;
}

/** @returns {QueueName} */
function lastQueue() {
  const last = read(KEY);
  return QUEUES.includes(last) ? last : "4p_south";
}

function Choice() {
  const online = useStore((state) => state.status === "online");
  const { found: queues, fault } = usePolled(listQueues, { ready: online, everyMs: REFRESH_MS });
  const [queue, setQueue] = useState(lastQueue);
  const [wish, setWish] = useState(/** @type {string | null} */ (null));
  const [refused, setRefused] = useState(/** @type {string | null} */ (null));
  const [joining, setJoining] = useState(false);
  if (!queues) return html`<p class="hint">${fault ?? t("ui.loading")}</p>`;
  const lines = queues.queues.filter((line) => line.queue === queue);
  const open = lines.filter((line) => line.open);
  // The highest tier that one may enter, as the server would choose.
  const tier = open.find((line) => line.tier === wish)?.tier ?? open.at(-1)?.tier ?? null;
  const kind = queue.slice(0, 2);
  async function join() {
    if (tier === null) return;
    setJoining(true);
    setRefused(null);
    try {
      await joinQueue(queue, tier);
    } catch (refusal) {
      setRefused(sentence(refusal));
    }
    setJoining(false);
  }
  return html`
    ${queues.ranks[kind] && html`<${RankBar} rank=${queues.ranks[kind]} label=${t(`rules.players.${kind[0]}`)} />`}
    <${Segmented}
      label=${t("ranked.game")}
      bare
      value=${queue}
      options=${QUEUES.map((value) => ({ value, label: queueWords(value) }))}
      onChange=${(/** @type {QueueName} */ value) => {
        write(KEY, value);
        setQueue(value);
        setWish(null);
      }}
    />
    <ul class="tiers" aria-label=${t("ranked.tiers")}>
      ${lines.map((line) => html`<${Tier} key=${line.tier} line=${line} chosen=${line.tier === tier} onChoose=${() => setWish(line.tier)} />`)}
    </ul>
    ${queues.pause_s > 0 && html`<p class="fault" role="status">${t("ranked.paused", { minutes: Math.ceil(queues.pause_s / 60) })}</p>`}
    ${refused && html`<p class="fault" role="alert">${refused}</p>`}
    <button type="button" class="button primary huge wide" aria-busy=${joining} disabled=${joining || tier === null || queues.pause_s > 0} onClick=${join}>
      ${t("ui.queue_join")}
    </button>
    <p class="ranked-links">
      <${Link} href="/profile">${t("ui.profile")}<//>
      <${Link} href="/leaderboard">${t("ui.leaderboard")}<//>
    </p>
  `;
}

/** @param {{line: QueueLine, chosen: boolean, onChoose: () => void}} props */
function Tier({ line, chosen, onChoose }) {
  const { tier, waiting, estimate_s: estimate, open } = line;
  return html`
    <li>
      <button type="button" class="tier" aria-pressed=${chosen} disabled=${!open} data-tier=${tier} onClick=${onChoose}>
        <b>${tierWords(tier)}</b>
        <small>${open ? t("ranked.waiting", { count: waiting }) : t("ranked.closed")}</small>
        ${open && estimate !== null && html`<small>${t("ui.queue_wait", { n: estimate })}</small>`}
      </button>
    </li>
  `;
}

/** @param {{queued: Queued}} props */
function Waiting({ queued }) {
  const { queue, tier, waiting, since, estimate } = queued;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const waited = Math.max(0, Math.floor((now - since) / 1000));
  const shown = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
  return html`
    <p class="queue-what"><b>${queueWords(queue)}</b> <span class="chip">${tierWords(tier)}</span></p>
    <p class="queue-time" role="timer" aria-label=${t("ranked.waited")}>${shown}</p>
    <p class="hint" role="status">
      ${t("ranked.waiting", { count: waiting })}${estimate === null ? "" : ` · ${t("ui.queue_wait", { n: estimate })}`}
    </p>
    <button type="button" class="button wide" onClick=${leaveQueue}>${t("ui.queue_leave")}</button>
  `;
}
