/**
 * All tiles in all their states, to look at: serve the folder above and open
 * `art/gallery.html?sizes=28,40,56,80&tiles=dark&table=blue&index=on&show=faces`.
 */

import { h, render } from "preact";

import { KINDS } from "../js/model/tiles.js";
import { html } from "../js/ui/html.js";
import { showLook } from "../js/ui/parts/look.js";
import { Tile } from "../js/ui/parts/tile.js";
import { defaultSettings } from "../js/state/settings.js";

const query = new URLSearchParams(location.search);
const show = (query.get("show") ?? "faces,states,ponds").split(",");
const sizes = (query.get("sizes") ?? "28,40,56,80").split(",");

showLook({
  ...defaultSettings(),
  theme: /** @type {any} */ (query.get("table") ?? "green"),
  faces: /** @type {any} */ (query.get("tiles") ?? "ivory"),
  indexMarks: query.get("index") === "on",
  redDots: query.get("dots") !== "off",
});

/** @param {string} width @returns {(box: HTMLElement | null) => void} sets the width by the CSSOM */
const wide = (width) => (box) => {
  for (const size of ["hand", "pond", "meld", "small"]) box?.style.setProperty(`--tile-${size}`, `${width}px`);
};

function Faces() {
  const all = [...KINDS, "5mr", "5pr", "5sr", "?", "blank"];
  return sizes.map((size) => html`<div class="row" ref=${wide(size)}>${all.map((pai) => html`<${Tile} pai=${pai} label=${pai} />`)}</div>`);
}

function States() {
  const states = [
    {}, { dim: true }, { glow: true }, { glow: true, dim: true }, { marked: true }, { raised: true }, { waiting: true, raised: true },
    { lit: true }, { off: "swap calling" }, { called: true }, { sideways: true }, { sideways: true, glow: true }, { back: true }, { back: true, sideways: true },
  ];
  return sizes.map((size) => html`
    <div class="row" ref=${wide(size)}>
      ${states.map((state) => html`<${Tile} pai="5pr" label="5pr" onClick=${() => {}} ...${state} />`)}
      ${states.map((state) => html`<${Tile} pai="7s" label="7s" size="pond" ...${state} />`)}
    </div>
  `);
}

function Ponds() {
  const pond = ["1m", "9p", "E", "8s", "2p", "C", "3m", "P", "6s", "N", "1s", "7p", "F", "5mr", "4s", "1p"];
  return html`<div ref=${wide(query.get("pond") ?? "32")}>${[0, -90, 180, 90].map((turn) => html`
    <div class="turned"><div class="pond" ref=${(/** @type {HTMLElement | null} */ box) => {
      box?.style.setProperty("transform", `rotate(${turn}deg)`);
      const [x, y] = { 0: [0, 1], 90: [1, 0], "-90": [-1, 0], 180: [0, -1] }[turn] ?? [0, 1];
      box?.style.setProperty("--tile-dx", String(x));
      box?.style.setProperty("--tile-dy", String(y));
    }}>${pond.map((pai, at) => html`<${Tile} size="pond" pai=${pai} label=${pai} sideways=${at === 7} dim=${at % 5 === 2} called=${at === 10} glow=${at === 13} marked=${at === 15} />`)}</div></div>`)}</div>`;
}

const parts = { faces: Faces, states: States, ponds: Ponds };
render(show.map((name) => h(parts[/** @type {keyof typeof parts} */ (name)], {})), /** @type {Element} */ (document.getElementById("app")));
