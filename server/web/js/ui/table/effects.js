/** What happens beside the picture: sounds, the called word, riichi that plays by itself, the lamp. */

import { useEffect, useRef } from "preact/hooks";

import { sound } from "../../audio.js";
import { t } from "../../i18n.js";
import { act, setAuto } from "../../state/actions.js";
import { useStore } from "../../state/store.js";
import { html } from "../html.js";
import { usePast } from "./clock.js";
import { placeAt } from "./visible.js";

/** @import {SoundKind} from "../../sounds.js" */
/** @import {AutoOrders, Event, TableModel} from "../../types.js" */

const BY_ITSELF = 600;
const WORD_SHOWN = 1000;
const LOUD = new Set(["chi", "pon", "daiminkan", "ankan", "kakan", "nukidora", "reach", "hora"]);

/**
 * @param {Event} event
 * @param {TableModel} table
 * @returns {SoundKind | null}
 */
function soundOf(event, table) {
  switch (event.type) {
    case "tsumo":
      return "draw";
    case "dahai":
      return table.seats[event.actor].pond.at(-1)?.reach ? "riichi_discard" : "discard";
    case "chi":
    case "pon":
      return event.type;
    case "daiminkan":
    case "ankan":
    case "kakan":
      return "kan";
    case "nukidora":
      return "kita";
    case "reach":
      return "riichi";
    case "hora":
      return event.actor === event.target ? "tsumo" : "ron";
    default:
      return null;
  }
}

/** Sounds of events, and of what is asked. @param {TableModel} table */
export function useSounds(table) {
  const vibrate = useStore((state) => state.settings.vibrate);
  const { last, instant, ask } = table;
  useEffect(() => {
    if (!last || instant) return;
    const kind = soundOf(last.event, table);
    if (kind) sound(kind);
  }, [last?.seq]);
  useEffect(() => {
    if (!ask) return;
    const turn = ask.options.some((option) => option.type === "dahai");
    sound(turn ? "turn" : "offer");
    // Browsers allow it only after a press, as sounds.
    if (vibrate && turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(30);
  }, [ask?.decision]);
}

/** In riichi the drawn tile goes by itself, unless there is something else to choose. @param {TableModel} table */
export function useRiichiPlay(table) {
  const { ask } = table;
  const alone = table.seats[table.seat].riichi && ask?.options.length === 1 && ask.options[0].type === "dahai";
  useEffect(() => {
    if (!alone) return undefined;
    const timer = setTimeout(() => act(0), BY_ITSELF);
    return () => clearTimeout(timer);
  }, [alone, ask?.decision]);
}

/** Give the standing orders again in a new round, if the settings keep them. @param {TableModel} table */
export function useKeptOrders(table) {
  const keep = useStore((state) => state.settings.keepAuto);
  const given = useRef(/** @type {AutoOrders | null} */ (null));
  const round = `${table.round.bakaze}${table.round.kyoku}.${table.round.honba}`;
  const seen = useRef(round);
  useEffect(() => {
    if (seen.current === round) given.current = table.auto;
  }, [table.auto]);
  useEffect(() => {
    const fresh = seen.current !== round;
    seen.current = round;
    if (fresh && keep && given.current && Object.values(given.current).some(Boolean)) setAuto(given.current);
  }, [round]);
}

/** Keep the screen of a phone awake while the table is shown. */
export function useAwake() {
  useEffect(() => {
    /** @type {WakeLockSentinel | null} */
    let lock = null;
    let gone = false;
    const take = async () => {
      if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
      try {
        const taken = await navigator.wakeLock.request("screen");
        if (gone) taken.release();
        else lock = taken;
      } catch {
        // Refused, for instance when the battery is low: the table works without.
      }
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      gone = true;
      document.removeEventListener("visibilitychange", take);
      lock?.release();
    };
  }, []);
}

/** The word of a call, for a moment, at the side of who called. @param {{table: TableModel}} props */
export function CallWord({ table }) {
  const seen = useRef(-1);
  const word = useRef(/** @type {{seq: number, text: string, kind: string, place: string, at: number} | null} */ (null));
  const { last, instant } = table;
  // While it is drawn, not after that, so that nothing is drawn twice.
  if (last && last.seq !== seen.current) {
    seen.current = last.seq;
    const event = /** @type {any} */ (last.event);
    if (!instant && LOUD.has(event.type)) {
      word.current = { seq: last.seq, text: wordOf(event), kind: event.type, place: placeAt(table, event.actor), at: performance.now() };
    }
  }
  const over = usePast(word.current?.at ?? null, WORD_SHOWN);
  if (!word.current || over) return null;
  const { seq, text, kind, place } = word.current;
  return html`<div class=${`call-word word-${place} word-${kind}`} key=${seq} aria-hidden="true">${text}</div>`;
}

/** @param {any} event */
function wordOf(event) {
  if (event.type === "hora") return t(event.actor === event.target ? "actions.tsumo_win" : "actions.ron");
  if (event.type === "reach") return t(event.open ? "actions.open_reach" : "actions.reach");
  if (event.type === "nukidora" || event.type === "chi" || event.type === "pon") return t(`actions.${event.type}`);
  return t("actions.kan");
}
