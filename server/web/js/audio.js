/**
 * Sounds. Browsers keep a page silent until its visitor has pressed something: the context is made at
 * the first press, and woken again at later ones where the system has put it to sleep.
 */

import { Desk, SOUNDS } from "./sounds.js";
import { store } from "./state/store.js";

/** @import {SoundKind} from "./sounds.js" */

/** Two of one kind closer than this are one: several events may be shown at once. */
const CLOSEST_S = 0.04;

/** @type {Desk | null} */
let desk = null;
/** @type {Map<SoundKind, number>} */
const lastAt = new Map();

/**
 * Play a sound as loud as the settings say. Silent before the first press.
 *
 * @param {SoundKind} kind
 */
export function sound(kind) {
  if (!desk || desk.context.state !== "running") return;
  const [group, recipe] = SOUNDS[kind];
  const { volume } = store.get().settings;
  // Loudness is heard by its logarithm: a power gives the slider an even course.
  const gain = (volume.main * volume[group]) ** 1.7;
  const now = desk.context.currentTime;
  if (gain < 0.001 || now - (lastAt.get(kind) ?? -1) < CLOSEST_S) return;
  lastAt.set(kind, now);
  const fader = desk.context.createGain();
  fader.gain.value = gain;
  fader.connect(desk.output);
  recipe(desk.into(fader), now + 0.005);
}

/** Make or wake the context; only works within a press. */
function wake() {
  if (!desk) {
    const context = new AudioContext({ latencyHint: "interactive" });
    // Several sounds at once must not clip.
    const limiter = context.createDynamicsCompressor();
    limiter.threshold.value = -10;
    limiter.ratio.value = 6;
    limiter.attack.value = 0.002;
    limiter.release.value = 0.12;
    limiter.connect(context.destination);
    desk = new Desk(context, limiter);
  }
  const context = /** @type {AudioContext} */ (desk.context);
  if (context.state !== "running") context.resume().catch(() => {});
}

for (const press of ["pointerup", "keydown", "click"]) {
  globalThis.addEventListener?.(press, wake, { capture: true, passive: true });
}
globalThis.document?.addEventListener("visibilitychange", () => {
  if (desk && document.visibilityState === "visible") wake();
});
