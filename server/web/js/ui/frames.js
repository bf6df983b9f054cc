/**
 * When the screen is drawn: whatever changes together is drawn once, and at most twice within a frame of the
 * display. A table sends an event, what it means for the hand and what is asked in three messages; drawn
 * one by one they would cost three times as much, and nobody would see the first two.
 */

import { options } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * So long (ms) a change waits for others that come along with it. The next frame may be four times as far off, and
 * what is drawn before it is seen with it.
 */
const TOGETHER_MS = 4;

/** A page that gets no frames (another tab is in front) is drawn after so many ms all the same. */
const LATE_MS = 100;

/** A press finds the screen as it is now, not as it was drawn last. */
const PRESSES = ["pointerdown", "pointerup", "click", "keydown", "submit", "contextmenu"];
const CHANGES = ["input", "change"];

/** @type {(() => void) | null} */
let draw = null;

/** Draw what is waiting to be drawn. */
export function drawNow() {
  const waiting = draw;
  draw = null;
  waiting?.();
}

/**
 * Draw before something written into a field is taken in; what is drawn knows nothing of it yet, and
 * must not write over it.
 *
 * @param {Event} event
 */
function drawAround(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const { value, checked } = field;
  drawNow();
  if (field.value !== value) field.value = value;
  if (field.checked !== checked) field.checked = checked;
}

/** Whether something was drawn ahead of the next frame; what changes after that is drawn with it. */
let ahead = false;

function drawAhead() {
  if (ahead || !draw) return;
  ahead = true;
  requestAnimationFrame(() => {
    ahead = false;
  });
  drawNow();
}

/** Draw with the frames of the display from now on. */
export function drawWithFrames() {
  options.debounceRendering = (run) => {
    draw = run;
    if (document.visibilityState === "visible") requestAnimationFrame(drawNow);
    setTimeout(drawAhead, TOGETHER_MS);
    setTimeout(drawNow, LATE_MS);
  };
  for (const kind of PRESSES) addEventListener(kind, drawNow, { capture: true });
  for (const kind of CHANGES) addEventListener(kind, drawAround, { capture: true });
}

/**
 * How many of its parts a large screen shows by now: with each frame one more, so that no frame takes long.
 *
 * @param {number} all
 * @param {boolean} begun false: none yet
 */
export function useParts(all, begun) {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (begun && shown < all) setShown(shown + 1);
  }, [begun, shown]);
  return shown;
}
