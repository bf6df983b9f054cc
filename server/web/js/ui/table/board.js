/** The board with its four sides and the plate in the middle, and how large all of it is. */

import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";

import { t } from "../../i18n.js";
import { seatAt } from "../../model/places.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { Dialog } from "../lobby/dialog.js";
import { Centre } from "./centre.js";
import { layoutOf } from "./layout.js";
import { Pond, Side } from "./side.js";
import { glowing } from "./visible.js";
import { seatWords } from "./words.js";

/** @import {Pai, Place, PondTile, Seat, TableModel} from "../../types.js" */
/** @import {Layout} from "./layout.js" */

/** @type {Place[]} */
export const SIDES = ["across", "left", "right", "self"];

/** Ponds of smaller tiles can be pressed to see them large (px). */
export const SMALL_POND = 28;

/**
 * The layout for the size that the screen has at the moment; null before it is known.
 *
 * @param {{current: HTMLElement | null}} root
 * @returns {Layout | null}
 */
export function useLayout(root) {
  const settings = useStore((state) => state.settings);
  const [layout, setLayout] = useState(/** @type {Layout | null} */ (null));
  const { tileSize, oneRowHand, showLog } = settings;
  useLayoutEffect(() => {
    const box = root.current;
    if (!box) return undefined;
    const measure = () => {
      const style = getComputedStyle(box);
      const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const height = box.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      setLayout(layoutOf(width, height, { tileSize, oneRowHand, showLog }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [tileSize, oneRowHand, showLog]);
  return layout;
}

/** @param {{table: TableModel, seat: Seat, onClose: () => void}} props */
export function LargePond({ table, seat, onClose }) {
  const title = t("table.pond_of", { who: seatWords(table, seat) });
  return html`
    <${Dialog} title=${title} onClose=${onClose}>
      <div class="large-pond"><${Pond} seat=${seat} tiles=${table.seats[seat].pond} glow=${glowing(table)} last=${onOffer(table, seat)} fresh=${false} lit=${null}
        gone=${false} label=${title} /></div>
    <//>
  `;
}

/**
 * @param {{
 *   table: TableModel, layout: Layout, lit: Pai | null, gone: boolean, begun?: boolean, sides?: number,
 *   onRules: () => void, onPond: (seat: Seat) => void,
 * }} props `begun`: its middle is there; `sides`: how many of them are there by now
 */
export function Board({ table, layout, lit, gone, begun = true, sides = SIDES.length, onRules, onPond }) {
  const pond = useLatest(onPond);
  const rules = useLatest(onRules);
  const glow = glowing(table);
  return html`
    <div class="board">
      ${SIDES.slice(0, Math.max(0, sides)).map((place) => {
        const seat = seatAt(place, table.seat, table.players);
        return seat !== null && html`
          <${Side} key=${place} seat=${seat} place=${place} state=${table.seats[seat]} name=${seatWords(table, seat)} layout=${layout}
            glow=${glow} last=${onOffer(table, seat)} fresh=${!table.instant} lit=${lit} gone=${gone} onPond=${pond} />
        `;
      })}
      ${begun && html`<${Centre} table=${table} lit=${lit} indicators=${layout.kind !== "landscape" && !layout.aside} onRules=${rules} />`}
    </div>
  `;
}

/**
 * The tile of a pond that lies on offer.
 *
 * @param {TableModel} table
 * @param {Seat} seat
 * @returns {PondTile | null}
 */
function onOffer({ offered, seats }, seat) {
  return offered?.kind === "dahai" && offered.seat === seat ? (seats[seat].pond.at(-1) ?? null) : null;
}

/**
 * One function for as long as the component is there, which does what the latest one would.
 *
 * @template {(...args: any[]) => void} F
 * @param {F} run
 * @returns {F}
 */
function useLatest(run) {
  const latest = useRef(run);
  latest.current = run;
  return useCallback(/** @type {F} */ ((...args) => latest.current(...args)), []);
}
