/** What the server says now, asked again and again while somebody looks at it. */

import { useEffect, useState } from "preact/hooks";

import { sentence } from "../../state/toasts.js";

/**
 * Ask at once, then every `everyMs`, and when the page is looked at again; not while it is hidden.
 * What was found stays while it cannot be had anew; `fault` says why, in a sentence.
 *
 * @template T
 * @param {() => Promise<T>} ask
 * @param {{ready: boolean, key?: string, everyMs: number}} how `ready`: whether the server can be
 *   asked; another `key`: something else is asked for
 * @returns {{found: T | null, fault: string | null}}
 */
export function usePolled(ask, { ready, key = "", everyMs }) {
  const [known, setKnown] = useState(/** @type {{found: T | null, fault: string | null}} */ ({ found: null, fault: null }));
  useEffect(() => {
    if (!ready) return undefined;
    let wanted = true;
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const found = await ask();
        if (wanted) setKnown({ found, fault: null });
      } catch (fault) {
        if (wanted) setKnown(({ found }) => ({ found, fault: sentence(fault) }));
      }
    };
    look();
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [ready, key, everyMs]);
  return known;
}
