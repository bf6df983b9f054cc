/**
 * Whether a game was dealt from the walls that were promised: `wall_hash` was told when the round was
 * dealt, wall and salt at its end. Pure; hashing is given.
 */

import { compare } from "../tiles.js";

/** @import {EndKyoku, Event, GameRecord, Pai, StartKyoku} from "../../types.js" */
/** @import {ReplayRound} from "./moves.js" */

/**
 * `ok`: the wall is the promised one, and all that was dealt and drawn lies where it says. `hash`: it is
 * another one. `deal`: the tiles did not come from it. `none`: the record has no wall to check. `open`: the
 * round never ended, its wall was not told.
 * @typedef {"ok" | "hash" | "deal" | "none" | "open"} Verdict
 */

const HAND = 13;
const TAKES = [4, 4, 4, 1];
const REPLACEMENTS = { 3: 8, 4: 4 };
const KANS = new Set(["daiminkan", "ankan", "kakan", "nukidora"]);

/**
 * @param {GameRecord} record
 * @param {ReplayRound[]} rounds
 * @param {(text: string) => string | Promise<string>} hash SHA-256 in lower-case hex
 * @returns {Promise<Verdict[]>} by round
 */
export function prove({ names }, rounds, hash) {
  const players = /** @type {3 | 4} */ (names.length);
  return Promise.all(rounds.map(({ events }) => verdict(events, players, hash)));
}

/**
 * What the verdicts on the rounds come to: one that cannot be checked leaves the game unproved.
 *
 * @param {Verdict[]} verdicts
 * @returns {"ok" | "failed" | "none"}
 */
export function wholeVerdict(verdicts) {
  const ended = verdicts.filter((verdict) => verdict !== "open");
  if (ended.some((verdict) => verdict === "hash" || verdict === "deal")) return "failed";
  return ended.length > 0 && ended.every((verdict) => verdict === "ok") ? "ok" : "none";
}

/**
 * @param {Event[]} events of one round
 * @param {3 | 4} players
 * @param {(text: string) => string | Promise<string>} hash
 * @returns {Promise<Verdict>}
 */
async function verdict(events, players, hash) {
  const start = /** @type {StartKyoku} */ (events[0]);
  const end = /** @type {EndKyoku | undefined} */ (events.find(({ type }) => type === "end_kyoku"));
  if (!end) return "open";
  if (!start.wall_hash || !end.wall || !end.salt) return "none";
  if ((await hash(`${end.salt}|${end.wall.join(",")}`)) !== start.wall_hash) return "hash";
  return fits(events, start, end.wall, players) ? "ok" : "deal";
}

/**
 * Whether hands, draws and indicators lie in the wall where they were taken: hands and draws from the
 * front, replacement tiles from the end, before them the indicators, each with its ura.
 *
 * @param {Event[]} events
 * @param {StartKyoku} start
 * @param {Pai[]} wall
 * @param {3 | 4} players
 */
function fits(events, start, wall, players) {
  const fromEnd = (/** @type {number} */ place) => wall[wall.length - place];
  const indicator = (/** @type {number} */ number) => fromEnd(REPLACEMENTS[players] + 1 + 2 * number);
  const ura = (/** @type {number} */ number) => fromEnd(REPLACEMENTS[players] + 2 + 2 * number);
  let drawn = players * HAND;
  let replaced = 0;
  let turned = 1;
  let afterKan = false;
  if (start.dora_marker !== indicator(0)) return false;
  const dealt = hands(wall, players, start.oya);
  if (!start.tehais.every((hand, seat) => sorted(hand) === sorted(dealt[seat]))) return false;
  for (const event of events) {
    if (event.type === "tsumo") {
      if (event.pai !== (afterKan ? fromEnd((replaced += 1)) : wall[drawn++])) return false;
      afterKan = false;
    } else if (KANS.has(event.type)) {
      afterKan = true;
    } else if (event.type === "dora") {
      if (event.dora_marker !== indicator(turned)) return false;
      turned += 1;
    } else if (event.type === "hora") {
      if (event.ura_markers.some((pai, number) => pai !== ura(number))) return false;
    }
  }
  return true;
}

/**
 * @param {Pai[]} wall
 * @param {number} players
 * @param {number} oya
 * @returns {Pai[][]} by seat
 */
function hands(wall, players, oya) {
  /** @type {Pai[][]} */
  const dealt = Array.from({ length: players }, () => []);
  let place = 0;
  for (const take of TAKES) {
    for (let turn = 0; turn < players; turn += 1) {
      dealt[(oya + turn) % players].push(...wall.slice(place, place + take));
      place += take;
    }
  }
  return dealt;
}

/** @param {Pai[]} hand */
function sorted(hand) {
  return [...hand].sort(compare).join();
}
