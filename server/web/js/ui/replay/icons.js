/** Line drawings of the replay's buttons. */

import { html } from "../html.js";

const PATHS = {
  first: "M6 5v14M18 5l-8 7 8 7Z",
  back: "M15 5l-8 7 8 7",
  play: "M8 5l11 7-11 7Z",
  pause: "M8 5v14M16 5v14",
  on: "M9 5l8 7-8 7",
  last: "M18 5v14M6 5l8 7-8 7Z",
  slower: "M6 12h12",
  faster: "M6 12h12M12 6v12",
  seat: "M5 12a7 7 0 0 1 12-5l2 2M19 4v5h-5M19 12a7 7 0 0 1-12 5l-2-2M5 20v-5h5",
  open: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  closed: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM4 20 20 4",
  more: "M4 7h16M4 12h16M4 17h16",
  newest: "M6 5l8 7-8 7ZM18 5v14",
  deal: "M18 5l-8 7 8 7ZM6 5v14",
  game_before: "M4 5h16v14H4ZM13.5 9l-3.5 3 3.5 3",
  next_game: "M4 5h16v14H4ZM10.5 9l3.5 3-3.5 3",
  hints: "M12 3a6 6 0 0 0-3.5 10.9V17h7v-3.1A6 6 0 0 0 12 3ZM9 20.5h6",
  close: "M6 6l12 12M18 6 6 18",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {{name: IconName}} props */
export function ReplayIcon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
