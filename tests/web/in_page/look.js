// Run in the page (Visitor.run): what a person sees of the table, the public part and the own.
// What has been set is drawn with the next frame.
await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
const text = (element) => element?.textContent.trim() ?? null;
const one = (selector) => document.querySelector(selector);
const all = (selector, read, root = document) => [...root.querySelectorAll(selector)].map(read);
const tile = ({ dataset, classList }) =>
  [dataset.pai, ...["sideways", "called", "dim"].filter((how) => classList.contains(`tile-${how}`))].join(" ");
const { seat: own, players } = store.get().table;
const seats = Array.from({ length: players }, (_, seat) => seat);
const melds = (seat) => one(seat === own ? ".hand .melds" : `.side[data-seat="${seat}"] .melds`);
return {
  seq: one("main.table").dataset.seq,
  round: text(one(".round-name")),
  counters: all(".counters b, .wall-left b", text),
  indicators: all(".indicators [data-pai]", tile),
  ponds: seats.map((seat) => all(`.side[data-seat="${seat}"] .pond [data-pai]`, tile)),
  melds: seats.map((seat) => (melds(seat) ? all("[data-pai]", tile, melds(seat)) : [])),
  scores: seats.map((seat) => text(one(`.edge[data-seat="${seat}"] .points`))),
  sticks: seats.map((seat) => one(`.edge[data-seat="${seat}"] .stick.out`) !== null),
  own: {
    hand: all(".hand-tiles [data-pai]", tile).sort(),
    drawn: all(".hand-tiles [data-drawn]", tile),
    buttons: all(".strip button", text),
    furiten: text(one(".furiten")),
  },
};
