/** The moment that is shown: moves, the link that keeps it, and playing by itself. */

import { useEffect, useReducer, useRef, useState } from "preact/hooks";

import { backward, dwell, forward, fragmentOf, isLast, lastOf, lookOf, nextRound, roundBefore } from "../../model/replay/moves.js";

/** @import {Look, ReplayRound} from "../../model/replay/moves.js" */

/**
 * `seat` looks from the next seat, `hands` opens or closes the hands of the others, `step` and `round` go
 * to a number.
 * @typedef {"back" | "on" | "round_before" | "next_round" | "first" | "last" | "seat" | "hands" | "step" | "round"} Move
 */
/** @typedef {(kind: Move, to?: number) => void} Mover */
/** @typedef {{look: Look, instant: boolean}} Shown `instant`: a jump, nothing moves */

/** Browsers refuse an address that changes too often; the last change is always written (ms). */
const ADDRESS_MS = 400;

/**
 * @param {ReplayRound[]} rounds
 * @param {number} players
 * @returns {Shown & {move: Mover}}
 */
export function useMoments(rounds, players) {
  const named = () => lookOf(rounds, players, location.hash);
  const begin = () => named() ?? { round: 0, step: 0, seat: 0, open: true };
  const [shown, dispatch] = useReducer(
    (/** @type {Shown} */ from, /** @type {Look | [Move, number]} */ to) =>
      Array.isArray(to) ? moved(rounds, players, from, ...to) : { look: to, instant: true },
    null,
    () => ({ look: begin(), instant: true }),
  );
  useEffect(() => {
    const follow = () => {
      const look = named();
      if (look) dispatch(look);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, [rounds, players]);
  useAddress(fragmentOf(rounds, shown.look), () => named() !== null);
  return { ...shown, move: (kind, to = 0) => dispatch([kind, to]) };
}

/**
 * @param {ReplayRound[]} rounds
 * @param {number} players
 * @param {Shown} from
 * @param {Move} kind
 * @param {number} to
 * @returns {Shown}
 */
function moved(rounds, players, { look }, kind, to) {
  const jump = (/** @type {Look} */ there) => ({ look: there, instant: true });
  switch (kind) {
    case "on": {
      const next = forward(rounds, look);
      return { look: next, instant: next.round !== look.round };
    }
    case "back":
      return jump(backward(rounds, look));
    case "round_before":
      return jump(roundBefore(look));
    case "next_round":
      return jump(nextRound(rounds, look));
    case "first":
      return jump({ ...look, round: 0, step: 0 });
    case "last":
      return jump(lastOf(rounds, look));
    case "seat":
      return jump({ ...look, seat: (look.seat + 1) % players });
    case "hands":
      return jump({ ...look, open: !look.open });
    case "round":
      return jump({ ...look, round: to, step: 0 });
    case "step":
      return jump({ ...look, step: to });
  }
}

/**
 * @param {string} fragment
 * @param {() => boolean} here whether the address is one of a moment still: Back changes it before anybody is told
 */
function useAddress(fragment, here) {
  const written = useRef(-Infinity);
  useEffect(() => {
    if (location.hash === fragment) return undefined;
    const write = () => {
      if (!here()) return;
      written.current = performance.now();
      history.replaceState(history.state, "", fragment);
    };
    const timer = setTimeout(write, Math.max(0, written.current + ADDRESS_MS - performance.now()));
    // Who leaves or reloads now comes back to this moment.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [fragment]);
}

/**
 * Whether the game plays by itself; it stops at its end.
 *
 * @param {ReplayRound[]} rounds
 * @param {Look} look
 * @param {number} speed
 * @param {Mover} move
 * @returns {[boolean, (playing: boolean) => void]}
 */
export function usePlay(rounds, look, speed, move) {
  const [playing, setPlaying] = useState(false);
  const { round, step } = look;
  useEffect(() => {
    if (!playing) return undefined;
    if (isLast(rounds, look)) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => move("on"), dwell(rounds[round].events[step], speed));
    return () => clearTimeout(timer);
  }, [playing, round, step, speed]);
  return [playing, (wanted) => setPlaying(wanted && !isLast(rounds, look))];
}
