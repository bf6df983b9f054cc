/** What belongs to a person: the account, the friends. */

import { t } from "../../i18n.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Link } from "../lobby/page.js";

/** @param {{here: "account" | "friends"}} props */
export function PeopleTabs({ here }) {
  const asks = useStore((state) => state.friends?.asks_you.length ?? 0);
  return html`
    <nav class="people-tabs" aria-label=${t("ui.account")}>
      <${Link} href="/account" class="tab" aria-current=${here === "account" ? "page" : undefined}>${t("account.title")}<//>
      <${Link} href="/friends" class="tab" aria-current=${here === "friends" ? "page" : undefined}>
        ${t("friends.title")}
        ${asks > 0 && html`<span class="badge" data-count=${asks}></span><span class="unseen">${t("friends.asks_count", { count: asks })}</span>`}
      <//>
    </nav>
  `;
}
