/** What all screens off the table share: the bar at the top, links, the focus of a new screen. */

import { useEffect, useRef } from "preact/hooks";

import { t, useLang } from "../../i18n.js";
import { LANGS, LANG_NAMES } from "../../state/settings.js";
import { go } from "../../router.js";
import { setLang } from "../../state/actions.js";
import { html } from "../html.js";
import { useStore } from "../../state/store.js";
import { Eye, Gear, Games, People } from "./icons.js";

/** @import {ComponentChildren} from "preact" */
/** @import {Lang} from "../../types.js" */

/**
 * A link to another screen of the client, which is shown without loading a page.
 *
 * @param {{href: string, children?: ComponentChildren, [attribute: string]: any}} props
 */
export function Link({ href, children, ...rest }) {
  /** @param {MouseEvent} event */
  function follow(event) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  }
  return html`<a href=${href} onClick=${follow} ...${rest}>${children}</a>`;
}

/**
 * A screen: the bar, then its content under a heading.
 *
 * @param {{title: string, class?: string, plain?: boolean, children?: ComponentChildren}} props
 *   `plain`: the heading is only read out
 */
export function Page({ title, class: more = "", plain = false, children }) {
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  useEffect(() => {
    // The link that led here is gone, and the focus with it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  useEffect(() => {
    document.title = `${title} · ${t("ui.app_name")}`;
  }, [title]);
  return html`
    <${Bar} />
    <main class=${`page ${more}`}>
      <h1 class=${plain ? "unseen" : "page-title"} tabindex="-1" ref=${heading}>${title}</h1>
      ${children}
    </main>
  `;
}

function Bar() {
  return html`
    <header class="bar">
      <${Link} href="/" class="brand">
        <span class="brand-tile" aria-hidden="true" lang="ja">雀</span>
        <span class="brand-name">jantaku</span>
      <//>
      <nav class="bar-tools" aria-label=${t("ui.settings")}>
        <${LanguageSwitch} />
        <${Me} />
        <${Link} href="/live" class="icon-button" aria-label=${t("ui.live_games")} title=${t("ui.live_games")}>
          <${Eye} />
        <//>
        <${Link} href="/records" class="icon-button" aria-label=${t("home.records_title")} title=${t("home.records_title")}>
          <${Games} />
        <//>
        <${Link} href="/settings" class="icon-button" aria-label=${t("ui.settings")} title=${t("ui.settings")}>
          <${Gear} />
        <//>
      </nav>
    </header>
  `;
}

/** The way to one's account and friends, with how many ask to be friends. */
function Me() {
  const kept = useStore((state) => state.me?.registered ?? false);
  const asks = useStore((state) => state.friends?.asks_you.length ?? 0);
  const words = asks > 0 ? `${t("ui.account")} (${asks})` : t("ui.account");
  return html`
    <${Link} href=${kept ? "/friends" : "/account"} class="icon-button" aria-label=${words} title=${words}>
      <${People} />${asks > 0 && html`<span class="badge" data-count=${asks}></span>`}
    <//>
  `;
}

/** The choice of language; each is named in its own words. */
export function LanguageSwitch() {
  const lang = useLang();
  return html`
    <select
      class="input language"
      aria-label=${t("ui.language")}
      value=${lang}
      onChange=${(/** @type {Event} */ event) =>
        setLang(/** @type {Lang} */ (/** @type {HTMLSelectElement} */ (event.currentTarget).value))}
    >
      ${LANGS.map((tag) => html`<option key=${tag} value=${tag} lang=${tag} selected=${tag === lang}>${LANG_NAMES[tag]}</option>`)}
    </select>
  `;
}
