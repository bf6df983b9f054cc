/** Pictograms. They carry no meaning alone: words or a name stand beside each. */

import { html } from "../html.js";

/** @param {string} path */
const icon = (path) => () =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const Gear = icon(
  "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 3h4l.5 2.6 1.7.7 2.2-1.5 2.8 2.8-1.5 2.2.7 1.7L21 12l0 2-2.6.5-.7 1.7 1.5 2.2-2.8 2.8-2.2-1.5-1.7.7L12 21h-2l-.5-2.6-1.7-.7-2.2 1.5-2.8-2.8 1.5-2.2-.7-1.7L3 12v-2l2.6-.5.7-1.7-1.5-2.2 2.8-2.8 2.2 1.5 1.7-.7Z",
);
export const Games = icon("M6 3h12v18H6ZM9.5 8h5M9.5 12h5M9.5 16h3");
export const Eye = icon("M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z");
export const Check = icon("m5 12.5 4.5 4.5L19 7.5");
export const Crown = icon("M4 17h16l1-9-5 4-4-7-4 7-5-4ZM4 20h16");
export const Robot = icon("M6 9h12v10H6ZM12 9V5M9.5 13v1.5M14.5 13v1.5M9 19v2M15 19v2M3 12v4M21 12v4");
export const People = icon("M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 19.5c.4-3.6 2.9-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.5M18 14.4c2 .8 3.2 2.5 3.5 5.1");
export const Shuffle = icon("M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18.5 4.5 21 7l-2.5 2.5M18.5 14.5 21 17l-2.5 2.5");
export const Person = icon("M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c.6-4.2 3.7-6.5 8-6.5s7.4 2.3 8 6.5");
export const Copy = icon("M9 9h11v11H9ZM5 15H4V4h11v1");
export const Undo = icon("M4 9h10a5 5 0 0 1 0 10H9M4 9l4-4M4 9l4 4");
export const Lock = icon("M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3");
