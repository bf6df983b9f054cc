/**
 * The answer that is being made: what is raised, which choice is open, and the guards against presses
 * that were not meant for this decision. Nothing is sent but by `act`.
 */

import { useRef, useState } from "preact/hooks";

import { act } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { choicesOf, keyOf, reachKeys } from "./choices.js";

/** @import {TableModel} from "../../types.js" */
/** @import {Choices} from "./choices.js" */
/** @import {HandTile} from "./order.js" */

/** A button that has just come takes no press, two presses so close are one (ms). */
const FRESH = 250;
const DOUBLE = 150;

/** @typedef {"none" | "reach" | "open_reach" | "chi" | "pon" | "kan"} Mode */

/**
 * `choices` is null when nothing is asked, or it cannot be answered at the moment. `legal` maps a
 * tile's key to the option that throwing it would be. `choose` ignores presses that came too soon.
 * @typedef {{
 *   choices: Choices | null, mode: Mode, legal: Map<string, number>, raised: number | null,
 *   open: (mode: Mode) => void, cancel: () => void, raise: (id: number | null) => void,
 *   choose: (index: number) => void, throwTile: (tile: HandTile) => void, press: () => void, pressed: () => boolean,
 * }} Turn
 */

/**
 * @param {TableModel} table
 * @returns {Turn}
 */
export function useTurn(table) {
  const online = useStore((state) => state.status) === "online";
  const decision = table.ask?.decision ?? null;
  const [open, setOpen] = useState({ decision, mode: /** @type {Mode} */ ("none") });
  const [raised, raise] = useState(/** @type {number | null} */ (null));
  const shown = useRef({ decision, mode: /** @type {Mode} */ ("none"), at: 0 });
  const press = useRef(/** @type {string | null} */ (null));
  const acted = useRef(-Infinity);

  const choices = online ? choicesOf(table) : null;
  const mode = choices && open.decision === decision ? open.mode : "none";
  if (shown.current.decision !== decision || shown.current.mode !== mode) {
    shown.current = { decision, mode, at: performance.now() };
  }
  const reaching = mode === "reach" || mode === "open_reach";
  const legal = !choices ? NONE : reaching ? reachKeys(choices, mode === "open_reach") : choices.discards;

  const send = (/** @type {number} */ index) => {
    const now = performance.now();
    if (now - acted.current < DOUBLE) return;
    acted.current = now;
    act(index);
  };
  return {
    choices,
    mode,
    legal,
    raised,
    open: (next) => {
      if (performance.now() - shown.current.at >= FRESH) setOpen({ decision, mode: next });
    },
    cancel: () => setOpen({ decision, mode: "none" }),
    raise,
    choose: (index) => {
      if (performance.now() - shown.current.at >= FRESH) send(index);
    },
    throwTile: (tile) => {
      const index = legal.get(keyOf(tile.pai, tile.drawn));
      if (index === undefined) return;
      raise(null);
      send(index);
    },
    press: () => {
      press.current = decision;
    },
    pressed: () => press.current === decision,
  };
}

/** @type {Map<string, number>} */
const NONE = new Map();
