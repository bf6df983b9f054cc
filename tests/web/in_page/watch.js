// Stands in each page from the start and writes down what ui.md sets budgets for (tests/web/budgets.py).
const seen = (globalThis.seen = { usable: null, shift: 0, shifts: [], inputs: [], events: [], tasks: [] });
const observe = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
observe("layout-shift", (entry) => {
  if (entry.hadRecentInput) return;
  seen.shift += entry.value;
  for (const { node } of entry.sources) seen.shifts.push(`${entry.value.toFixed(4)} ${node?.className ?? node?.nodeName}`);
});
observe("longtask", (entry) => seen.tasks.push([Math.round(entry.startTime), Math.round(entry.duration)]));
// Sooner than what else waits for its turn.
const soon = (then) => scheduler.postTask(then, { priority: "user-blocking" });
const painted = (then) => requestAnimationFrame(() => soon(then));
new MutationObserver((_, observer) => {
  if (!document.querySelector(".quick button.primary, .back a.primary")) return;
  observer.disconnect();
  painted(() => (seen.usable = performance.now()));
}).observe(document, { childList: true, subtree: true });
// An event is seen with the frame in which the table says its number, a press with the frame of the first change
// after it; if that was made between two frames, with the next one. (What the browser itself says of presses is
// no use here: without a screen it learns that a frame was shown only when another one follows.)
let inFrame = false;
const frame = globalThis.requestAnimationFrame;
globalThis.requestAnimationFrame = (run) =>
  frame((at) => {
    inFrame = true;
    try {
      run(at);
    } finally {
      // After what watches the document, which is told of what `run` changed.
      queueMicrotask(() => (inFrame = false));
    }
  });
let awaited = [];
let pressed = null;
new MutationObserver(() => {
  if (awaited.length === 0 && pressed === null) return;
  const drawn = Number(document.querySelector("main.table")?.dataset.seq ?? -1);
  const shown = awaited.filter(({ seq }) => seq <= drawn).map(({ came }) => [seen.events, came]);
  awaited = awaited.filter(({ seq }) => seq > drawn);
  if (pressed !== null) shown.push([seen.inputs, pressed]);
  pressed = null;
  if (shown.length === 0) return;
  const note = () => shown.forEach(([list, came]) => list.push(performance.now() - came));
  if (inFrame) soon(note);
  else painted(note);
}).observe(document, { subtree: true, childList: true, attributes: true });
// After a press that was too soon to be taken nothing changes: only the latest counts.
addEventListener("click", ({ timeStamp }) => (pressed = timeStamp), { capture: true });
const Plain = globalThis.WebSocket;
globalThis.WebSocket = class extends Plain {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", ({ data }) => {
      const { type, seq } = JSON.parse(data);
      if (type === "event") awaited.push({ seq, came: performance.now() });
    });
  }
};
