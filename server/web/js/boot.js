/** The start of the page: words, router, screen, then the connection. */

import { h, render } from "preact";

import { useWords } from "./i18n.js";
import { startRouter } from "./router.js";
import { loadTables, resume } from "./state/session.js";
import { store } from "./state/store.js";
import { App, loadScreens } from "./ui/app.js";
import { drawWithFrames } from "./ui/frames.js";

/** When the first screen has come to rest, the others are loaded, so that none is waited for. */
const REST_MS = 1500;

/** Without words there is nothing to show: try until they are there. */
const RETRY_MS = 2000;

async function boot() {
  try {
    await useWords(store.get().settings.lang);
  } catch {
    setTimeout(boot, RETRY_MS);
    return;
  }
  startRouter();
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.replaceChildren();
  // First, so that no screen takes a known person for a stranger.
  resume();
  drawWithFrames();
  render(h(App, {}), root);
  setTimeout(() => {
    loadTables();
    loadScreens();
  }, REST_MS);
}

boot();
