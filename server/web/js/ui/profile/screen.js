/** A player as others see him: ranks, figures, best hands, recent games. */

import { useEffect, useState } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { getProfile } from "../../state/profiles.js";
import { useStore } from "../../state/store.js";
import { sentence } from "../../state/toasts.js";
import { html } from "../html.js";
import { Link, Page } from "../lobby/page.js";
import { GameTable } from "../lobby/records.js";
import { RankBar } from "../ranked/rank.js";
import { ReportForm } from "../report/form.js";
import { yakuName } from "../table/words.js";
import { Figures, kindWords } from "./figures.js";
import { RatingGraph } from "./graph.js";

/** @import {BestHand, Profile} from "../../types.js" */

/** @param {{account: string | null}} props null: one's own */
export function ProfileScreen({ account }) {
  const online = useStore((state) => state.status === "online");
  const stranger = useStore((state) => state.status === "idle");
  const [profile, setProfile] = useState(/** @type {Profile | null} */ (null));
  const [fault, setFault] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    if (!online) return undefined;
    let wanted = true;
    getProfile(account).then(
      (found) => wanted && (setProfile(found), setFault(null)),
      (refusal) => wanted && setFault(sentence(refusal)),
    );
    return () => {
      wanted = false;
    };
  }, [online, account]);
  return html`
    <${Page} title=${profile ? profile.name : t("ui.profile")} class="profile">
      ${fault && html`<p class="fault" role="alert">${fault}</p>`}
      ${stranger && html`<p class="panel hint">${t("home.records_none")}</p>`}
      ${!profile && !fault && !stranger && html`<p class="hint">${t("ui.loading")}</p>`}
      ${profile && html`<${Known} profile=${profile} />`}
      <p class="buttons">
        <${Link} href="/leaderboard" class="button quiet">${t("ui.leaderboard")}<//>
        <${Link} href="/" class="button quiet">${t("ui.back_to_lobby")}<//>
      </p>
    <//>
  `;
}

/** @param {{profile: Profile}} props */
function Known({ profile }) {
  const kinds = Object.entries(profile.ranks);
  return html`
    ${kinds.length > 0 &&
    html`
      <section class="panel ranked" aria-labelledby="ranks-title">
        <h2 id="ranks-title">${t("ui.rank")}</h2>
        ${kinds.map(
          ([kind, standing]) => html`
            <div key=${kind} class="standing" data-kind=${kind}>
              <${RankBar} rank=${standing.rank} label=${t(`rules.players.${kind[0]}`)} />
              <p class="hint">
                ${t("ui.rating")} <b>${standing.rating}</b>
                ${standing.place !== null && html` · ${t("home.record_place")} <b>${standing.place}</b>`}
              </p>
              <${RatingGraph} steps=${profile.history[kind] ?? []} />
            </div>
          `,
        )}
      </section>
    `}
    ${profile.figures.length === 0 && html`<p class="panel hint">${t("profile.none")}</p>`}
    ${profile.figures.map((figures) => html`<${Figures} key=${figures.kind} figures=${figures} />`)}
    ${profile.best.length > 0 && html`<${Best} hands=${profile.best} />`}
    ${profile.recent.length > 0 &&
    html`
      <section class="panel records" aria-labelledby="recent-title">
        <h2 id="recent-title">${t("profile.recent")}</h2>
        <${GameTable} games=${profile.recent} />
      </section>
    `}
    ${!profile.own && html`<${ReportForm} account=${profile.account} />`}
  `;
}

/** @param {{hands: BestHand[]}} props */
function Best({ hands }) {
  const lang = useLang();
  const manner = useStore((state) => state.settings.yakuNames);
  const number = new Intl.NumberFormat(lang);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
  return html`
    <section class="panel" aria-labelledby="best-title">
      <h2 id="best-title">${t("profile.best")}</h2>
      <ol class="best-hands">
        ${hands.map(
          (hand) => html`
            <li key=${hand.game}>
              <a href=${`/r/${hand.game}#seat=${hand.seat}&round=${hand.round}&step=${hand.step}`} class="best-hand">
                <b class="best-points">${number.format(hand.points)}</b>
                <span class="best-yaku">${hand.yaku.map(([name]) => yakuName(name, manner)).join(", ")}</span>
                <small class="dim">${kindWords(hand.kind)} · ${date.format(hand.ended)}</small>
              </a>
            </li>
          `,
        )}
      </ol>
    </section>
  `;
}
