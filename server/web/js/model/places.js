/**
 * Where a seat is on the screen. With three players North's chair of the first deal stays empty, as
 * if a fourth sat at seat 3: seat 0 sees right and across, seat 1 right and left, seat 2 across and
 * left.
 */

/** @import {Place, Seat, Wind} from "../types.js" */

/** @type {Place[]} */
export const PLACES = ["self", "right", "across", "left"];

/** @type {Wind[]} */
export const WINDS = ["E", "S", "W", "N"];

/**
 * @param {Seat} seat
 * @param {Seat} own the seat that looks
 * @returns {Place}
 */
export function placeOf(seat, own) {
  return PLACES[(seat - own + 4) % 4];
}

/**
 * The seat at a place; null for the empty chair.
 *
 * @param {Place} place
 * @param {Seat} own
 * @param {number} players
 * @returns {Seat | null}
 */
export function seatAt(place, own, players) {
  const seat = (own + PLACES.indexOf(place)) % 4;
  return seat < players ? seat : null;
}

/**
 * The wind of a seat in a round.
 *
 * @param {Seat} seat
 * @param {Seat} oya the dealer
 * @param {number} players
 * @returns {Wind}
 */
export function windOf(seat, oya, players) {
  return WINDS[(seat - oya + players) % players];
}
