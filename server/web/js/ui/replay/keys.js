/** The keyboard of the replay. */

import { useEffect, useRef } from "preact/hooks";

import { otherSpeed } from "../../model/replay/moves.js";
import { store } from "../../state/store.js";

/** @import {Move, Mover} from "./moments.js" */

/** @type {Record<string, Move>} */
const MOVES = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "round_before",
  ArrowDown: "next_round",
  Home: "first",
  End: "last",
};

/** @type {Record<string, Move>} Single letters: the settings may switch them off. */
const LETTERS = { v: "seat", h: "hands" };

/** @type {Record<string, 1 | -1>} */
const FASTER = { "+": 1, "=": 1, "-": -1 };

/**
 * @typedef {{
 *   move: Mover, playing: boolean, setPlaying: (playing: boolean) => void, speed: number, setSpeed: (speed: number) => void,
 *   toggleHints: () => void,
 * }} Hands
 */

/** @param {Hands} hands */
export function useKeys(hands) {
  const latest = useRef(hands);
  latest.current = hands;
  useEffect(() => {
    const keydown = (/** @type {KeyboardEvent} */ event) => {
      if (onKey(event, latest.current)) event.preventDefault();
    };
    addEventListener("keydown", keydown);
    return () => removeEventListener("keydown", keydown);
  }, []);
}

/**
 * @param {KeyboardEvent} event
 * @param {Hands} hands
 * @returns {boolean} whether the key was one of ours
 */
function onKey(event, { move, playing, setPlaying, speed, setSpeed, toggleHints }) {
  const { key, target } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return false;
  if (target instanceof Element && target.closest("dialog, input, select, textarea")) return false;
  if (key in MOVES) {
    move(MOVES[key]);
    return true;
  }
  if (key === " ") {
    // On a button it presses that.
    if (target instanceof Element && target.closest("button, a")) return false;
    setPlaying(!playing);
    return true;
  }
  if (!store.get().settings.keyboard) return false;
  if (key in FASTER) {
    setSpeed(otherSpeed(speed, FASTER[key]));
    return true;
  }
  if (key.toLowerCase() === "w") {
    toggleHints();
    return true;
  }
  const letter = LETTERS[key.toLowerCase()];
  if (letter) move(letter);
  return letter !== undefined;
}
