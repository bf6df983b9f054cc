/** Focus is never lost: when what has it goes, the nearest thing takes it. */

import { useEffect, useRef } from "preact/hooks";

import { handButtons } from "./keys.js";

/** A page that has just come takes no key: it was meant for the table (ms). */
const FRESH = 250;

/** @param {{current: HTMLElement | null}} root */
export function useFocusKept(root) {
  useEffect(() => {
    const box = root.current;
    if (!box) return undefined;
    /** The place in the hand of what had the focus last; -1: it was elsewhere at the table. */
    let place = -1;
    let had = false;
    const note = (/** @type {FocusEvent} */ event) => {
      place = handButtons(box).indexOf(/** @type {HTMLElement} */ (event.target));
      had = true;
    };
    const keep = () => {
      if (!had || document.activeElement !== document.body) return;
      const buttons = handButtons(box);
      const next = place >= 0 ? buttons[Math.min(place, buttons.length - 1)] : box;
      next?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(keep);
    observer.observe(box, { childList: true, subtree: true });
    box.addEventListener("focusin", note);
    return () => {
      observer.disconnect();
      box.removeEventListener("focusin", note);
    };
  }, []);
}

/**
 * The button that leads on takes the focus when its page comes, unless a dialog has it.
 *
 * @param {number} page
 * @param {() => void} press
 */
export function useOnward(page, press) {
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
    if (!document.activeElement?.closest("dialog")) button.current?.focus({ preventScroll: true });
  }, [page]);
  const click = (/** @type {MouseEvent} */ event) => {
    const byKey = event.detail === 0;
    if (!byKey || performance.now() - since.current >= FRESH) press();
  };
  return { button, click };
}
