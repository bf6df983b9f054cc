() => {
  const box = (node) => node.getBoundingClientRect();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => box(node).width > 0);
  const cross = (a, b) => {
    const [x, y] = [box(a), box(b)];
    return Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1.5
      && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1.5;
  };
  const name = (node) => `${node.className}`.slice(0, 40) + (node.dataset.pai ?? "");
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push("the page scrolls");
  const inside = (node) => box(node).left >= -0.5 && box(node).top >= -0.5
    && box(node).right <= innerWidth + 0.5 && box(node).bottom <= innerHeight + 0.5;
  const own = all(".hand-tiles button");
  const boxes = [...own, ...all(".call"), ...all(".auto"), ...all(".tool"), ...all(".pond [data-pai]"), ...all(".meld")];
  for (const node of boxes) if (!inside(node)) wrong.push(`outside: ${name(node)}`);
  for (const node of own) if (box(node).width < 43.9) wrong.push(`narrow: ${box(node).width}`);
  for (const node of [...own, ...all(".call"), ...all(".auto"), ...all(".tool"), ...all(".score")]) {
    const size = getComputedStyle(node, "::after");
    const extra = node.matches(".score") ? -2 * Math.min(0, parseFloat(size.top) || 0) : 0;
    const [wide, high] = [box(node).width, box(node).height].sort((a, b) => b - a);
    if (high + extra < 43.5 || wide < 43.5) wrong.push(`small: ${name(node)} ${box(node).width}x${box(node).height}`);
  }
  for (const [at, node] of own.entries()) for (const other of own.slice(at + 1)) if (cross(node, other)) wrong.push("own tiles overlap");
  const groups = [all(".pond-row > *"), all(".meld"), all(".call, .auto, .tool"), own, all(".centre"), all(".plate"), all(".clock, .furiten"), all("main > .indicators")];
  for (const [at, group] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      for (const a of group) for (const b of other) if (cross(a, b)) wrong.push(`${name(a)} on ${name(b)} in ${a.closest("[data-seat]")?.className}`);
    }
  }
  const ponds = all(".pond");
  for (const [at, a] of ponds.entries()) for (const b of ponds.slice(at + 1)) {
    for (const x of a.querySelectorAll("[data-pai]")) for (const y of b.querySelectorAll("[data-pai]")) if (cross(x, y)) wrong.push("ponds overlap");
  }
  return [...new Set(wrong)];
}
