/** One tile: its drawing comes from the sprite, its body and marks from tiles.css. */

import { t } from "../../i18n.js";
import { html } from "../html.js";

/** @import {Pai} from "../../types.js" */

const SPRITE = import.meta.resolve("../../../img/tiles.svg");

/** @type {Record<string, string>} What the small index says where it is not the name itself. */
const INDEX = { P: "Wh", F: "Gr", C: "Rd" };

/**
 * A tile. With `onClick` it is a button, else a picture; both are named by their text.
 *
 * `size` picks one of the lengths that the table sets (tiles.css). `sideways`: lying, its head to the
 * left. `back`: face down, as is `?`. `dim`: drawn and thrown at once. `glow`: a dora. `marked`: ringed,
 * the last discard. `raised`: lifted out of the hand. `waiting`: pressed, not yet answered. `lit`: of the
 * kind that is looked at. `called`: only the outline that a called tile leaves. `off`: why it may not be
 * pressed; it can be focused, its click does nothing. `label` replaces its name. Everything else goes to
 * the element.
 *
 * @param {{
 *   pai: Pai, size?: "hand" | "pond" | "meld" | "small" | "fit", sideways?: boolean, back?: boolean,
 *   dim?: boolean, glow?: boolean, marked?: boolean, raised?: boolean, waiting?: boolean, lit?: boolean,
 *   called?: boolean, off?: string | null, class?: string, label?: string,
 *   onClick?: (event: MouseEvent) => void, [prop: string]: any,
 * }} props
 */
export function Tile({
  pai,
  size = "hand",
  sideways,
  back,
  dim,
  glow,
  marked,
  raised,
  waiting,
  lit,
  called,
  off,
  class: more,
  label,
  onClick,
  ...rest
}) {
  const hidden = back || pai === "?";
  const dora = glow && !hidden && !called;
  const classes = [
    `tile tile-${size}`,
    sideways && "tile-sideways",
    hidden && "tile-back",
    dim && "tile-dim",
    dora && "tile-dora",
    marked && "tile-marked",
    raised && "tile-raised",
    waiting && "tile-waiting",
    lit && "tile-lit",
    called && "tile-called",
    off && "tile-off",
    more,
  ];
  const shared = {
    class: classes.filter(Boolean).join(" "),
    "data-pai": hidden ? "?" : pai,
    "aria-label": label ?? tileName(hidden ? "?" : pai, { dora, dim, called, off }),
    ...rest,
  };
  // What lies face down has no drawing: there are many of them.
  const inside = html`
    ${hidden ? html`<i class="tile-body"></i>` : html`<svg class="tile-body" aria-hidden="true"><use href=${`${SPRITE}#${pai}`} /></svg>`}
    ${!hidden && !called && pai !== "blank" && html`<i class="tile-index" aria-hidden="true">${INDEX[pai] ?? pai.slice(0, 2)}</i>`}
    ${dora && html`<i class="tile-corner" aria-hidden="true"></i>`}
  `;
  if (!onClick) return html`<span role="img" ...${shared}>${inside}</span>`;
  return html`
    <button
      type="button"
      ...${shared}
      aria-disabled=${off ? "true" : undefined}
      data-reason=${off || undefined}
      onClick=${off ? undefined : onClick}
    >
      ${inside}
    </button>
  `;
}

/**
 * A tile in words: "red 5 pin, dora".
 *
 * @param {Pai} pai
 * @param {{dora?: boolean, dim?: boolean, called?: boolean, off?: string | null}} [how]
 */
export function tileName(pai, { dora, dim, called, off } = {}) {
  const words = [t(pai === "?" ? "tiles.hidden" : `tiles.${pai}`)];
  if (dora) words.push(t("tiles.dora"));
  if (dim) words.push(t("tiles.drawn"));
  if (called) words.push(t("tiles.called"));
  if (off) words.push(off);
  return words.join(t("tiles.comma"));
}
