/** Small line drawings of the table's buttons and plates. */

import { html } from "../html.js";

const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  talk: "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8l-5 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM8 11h.01M12 11h.01M16 11h.01",
  plug: "M8 3v5M16 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4M3 3l18 18",
  hand: "M7 12V6a1.5 1.5 0 0 1 3 0v5-7a1.5 1.5 0 0 1 3 0v7-6a1.5 1.5 0 0 1 3 0v8-4a1.5 1.5 0 0 1 3 0v5a7 7 0 0 1-7 7h-1a7 7 0 0 1-5.6-2.8L3 14a1.6 1.6 0 0 1 2.4-2z",
  bot: "M6 8h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM12 8V4M9 13h.01M15 13h.01M9 16h6",
};

/** @param {{name: keyof typeof PATHS}} props */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
