// Stands in each page from the start and writes down what ui.md sets budgets for (tests/web/budgets.py).
const seen = (globalThis.seen = { usable: null, shift: 0, shifts: [], inputs: [], events: [], tasks: [] });
const observe = (type, take, more) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
observe("layout-shift", (entry) => {
  if (entry.hadRecentInput) return;
  seen.shift += entry.value;
  for (const { node } of entry.sources) seen.shifts.push(`${entry.value.toFixed(4)} ${node?.className ?? node?.nodeName}`);
});
observe("event", (entry) => seen.inputs.push(entry.duration), { durationThreshold: 16 });
observe("longtask", (entry) => seen.tasks.push([Math.round(entry.startTime), Math.round(entry.duration)]));
const painted = (then) => requestAnimationFrame(() => setTimeout(then));
new MutationObserver((_, observer) => {
  if (!document.querySelector(".quick button.primary, .back a.primary")) return;
  observer.disconnect();
  painted(() => (seen.usable = performance.now()));
}).observe(document, { childList: true, subtree: true });
const Plain = globalThis.WebSocket;
globalThis.WebSocket = class extends Plain {
  constructor(...args) {
    super(...args);
    this.addEventListener("message", () => {
      const came = performance.now();
      painted(() => seen.events.push(performance.now() - came));
    });
  }
};
