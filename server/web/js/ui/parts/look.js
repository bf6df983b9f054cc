/** How the page looks, from the settings: attributes of the root, which the style sheets read. */

import { useEffect, useLayoutEffect } from "preact/hooks";

import { useStore } from "../../state/store.js";

/** @import {Settings} from "../../types.js" */

/** Keep the page looking as the settings say, and have the tiles at hand before the first table. */
export function useLook() {
  const settings = useStore((state) => state.settings);
  useLayoutEffect(() => showLook(settings), [settings]);
  useEffect(() => {
    // Only to have it in the cache: without it the table asks again, so a failure is no matter.
    fetch(import.meta.resolve("../../../img/tiles.svg")).catch(() => {});
  }, []);
}

/** @param {Settings} settings */
export function showLook(settings) {
  const { dataset } = document.documentElement;
  dataset.table = settings.theme;
  dataset.tiles = settings.faces;
  dataset.index = settings.indexMarks ? "on" : "off";
  dataset.dots = settings.redDots ? "on" : "off";
  dataset.motion = settings.animations ? "on" : "off";
  dataset.tileSize = settings.tileSize;
}
