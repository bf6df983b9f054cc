// Run in the page (Visitor.run): a crowded moment that a server would need hours to make.
const table = store.get().table;
const kan = (from) => ({ type: "kakan", tiles: ["1p", "1p", "1p"], sideways: 1, added: "1p", from });
const open = (from) => ({ type: "daiminkan", tiles: ["2s", "2s", "2s", "2s"], sideways: 3, added: null, from });
const closed = { type: "ankan", tiles: ["3m", "3m", "3m", "3m"], sideways: -1, added: null, from: null };
const pond = Array.from({ length: 24 }, (_, at) =>
  ({ pai: "5pr", tsumogiri: at % 2 === 0, reach: at === 9, calledBy: at === 4 ? 1 : null, seq: at }));
const seats = table.seats.map((seat, at) => ({
  ...seat, pond, melds: argument.melds ? [kan(1), open(2), open(3), closed] : [],
  hand: argument.melds ? (at === table.seat ? ["7m"] : ["?"]) : seat.hand,
  drawn: at === table.seat ? "8m" : null, riichi: true, accepted: true,
}));
const own = { actor: table.seat, pai: "5pr" };
const options = argument.calls
  ? [{ type: "hora", target: 1, ...own }, { type: "none" }, { type: "chi", target: 1, consumed: ["3p", "4p"], ...own },
     { type: "pon", target: 1, consumed: ["5p", "5p"], ...own },
     { type: "daiminkan", target: 1, consumed: ["5p", "5p", "5p"], ...own }]
  : [{ type: "dahai", tsumogiri: true, actor: table.seat, pai: "8m" }];
store.set({ table: {
  ...table, seats, furiten: true, roundResult: null, hint: null,
  round: { ...table.round, honba: 12, kyotaku: 10, kyoku: 4, scores: table.round.scores.map(() => 112300),
           doraMarkers: ["1m", "2m", "3m", "4m", "5m"] },
  ask: { decision: "crowd", options, default: 1, base_ms: 60000, bank_ms: 20000, at: performance.now() },
  pending: null,
} });
