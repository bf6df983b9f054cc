/** Frames that the server sends of its own accord, about neither rooms nor tables. */

/** @import {Frame} from "../net/wire.js" */

/** @type {Map<string, (frame: Frame, at: number) => void>} What understands frames of neither rooms nor tables. */
const takers = new Map();

/** Their types: they may come before the modules that understand them. */
const LATER = ["friend", "invitation", "queue", "match_found", "rank_change", "announcement"];

/** @type {[Frame, number][]} Such frames that came before. */
const unread = [];

/**
 * Take the frames of some types that the server sends of its own accord; also those that came before.
 *
 * @param {string[]} types
 * @param {(frame: Frame, at: number) => void} take
 */
export function onFrames(types, take) {
  for (const type of types) takers.set(type, take);
  const [own, others] = [unread.filter(([{ type }]) => types.includes(type)), unread.filter(([{ type }]) => !types.includes(type))];
  unread.splice(0, unread.length, ...others);
  for (const [frame, at] of own) take(frame, at);
}

/**
 * Give a frame to what understands it, or keep it for that.
 *
 * @param {Frame} frame
 * @param {number} at
 * @returns {boolean} false: it is of no such type
 */
export function taken(frame, at) {
  const take = takers.get(frame.type);
  if (!take && !LATER.includes(frame.type)) return false;
  if (take) take(frame, at);
  else unread.push([frame, at]);
  return true;
}
