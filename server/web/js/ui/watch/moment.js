/** The moment of a watched game that is looked at: the newest, or one that has been, by itself or step by step. */

import { useEffect, useRef, useState } from "preact/hooks";

import { dwell } from "../../model/replay/moves.js";
import { nextEvent, nextRound, roundBefore, stepBack, stepOn, toStep } from "../../model/watch.js";
import { store } from "../../state/store.js";

/** @import {Reel} from "../../types.js" */
/** @import {Moment} from "../../model/watch.js" */

/** Who looks back wants to catch up. */
const SPEED = 2;

/**
 * `deal` goes to the start of the round and plays on from there, `newest` to what happens now.
 * @typedef {"back" | "on" | "round_before" | "next_round" | "deal" | "newest" | "play"} WatchMove
 */
/** @typedef {{moment: Moment, playing: boolean, move: (kind: WatchMove) => void, step: (step: number) => void}} Mover */

/**
 * @param {Reel} reel
 * @returns {Mover}
 */
export function useMoment(reel) {
  const [moment, setMoment] = useState(/** @type {Moment} */ (null));
  const [playing, setPlaying] = useState(false);
  const past = moment !== null;
  const next = nextEvent(reel, moment);
  const go = (/** @type {Moment} */ there, plays = false) => {
    setMoment(there);
    // The newest moment comes by itself. In an effect this would come too late for who goes on at once.
    setPlaying(plays && there !== null);
  };
  useEffect(() => {
    if (!past || !playing) return undefined;
    const wait = next ? dwell(next, SPEED) : 0;
    const timer = setTimeout(() => go(stepOn(reel, moment), true), wait);
    return () => clearTimeout(timer);
  }, [playing, past, moment?.round, moment?.step]);
  /** @param {WatchMove} kind */
  function move(kind) {
    switch (kind) {
      case "back":
        return go(stepBack(reel, moment));
      case "on":
        return go(stepOn(reel, moment));
      case "round_before":
        return go(roundBefore(reel, moment));
      case "next_round":
        return go(nextRound(reel, moment));
      case "deal":
        return go(toStep(reel, moment, 0), true);
      case "newest":
        return go(null);
      case "play":
        return past && setPlaying(!playing);
    }
  }
  return { moment, playing, move, step: (step) => go(toStep(reel, moment, step)) };
}

/** @type {Record<string, WatchMove>} */
const MOVES = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "round_before",
  ArrowDown: "next_round",
  Home: "deal",
  End: "newest",
  " ": "play",
};

/**
 * The keyboard of who watches. Letters may be switched off in the settings.
 *
 * @param {Mover["move"]} move
 * @param {Record<string, () => void>} letters
 */
export function useWatchKeys(move, letters) {
  const latest = useRef({ move, letters });
  latest.current = { move, letters };
  useEffect(() => {
    const keydown = (/** @type {KeyboardEvent} */ event) => {
      const { key, target } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const at = target instanceof Element ? target : null;
      if (at?.closest("dialog, input, select, textarea") || (key === " " && at?.closest("button, a"))) return;
      const letter = latest.current.letters[key.toLowerCase()];
      if (key in MOVES) latest.current.move(MOVES[key]);
      else if (letter && store.get().settings.keyboard) letter();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", keydown);
    return () => removeEventListener("keydown", keydown);
  }, []);
}
