// Run in a page (tests/web/pictures.py): a PNG with a palette from one in full colour, as base64.
async ([base64, most]) => {
  const source = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
  const { width, height } = source;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(source, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = width * height;

  // Colours in 6 bits a channel with how often they are; median cut of those by their longest side.
  const counts = new Map();
  const keyOf = (at) => ((data[at] >> 2) << 12) | ((data[at + 1] >> 2) << 6) | (data[at + 2] >> 2);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const key = keyOf(4 * pixel);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const colours = [...counts].map(([key, count]) => ({ key, count: count ** 0.6, rgb: [key >> 12, (key >> 6) & 63, key & 63] }));
  const boxOf = (members) => {
    const sides = [0, 1, 2].map((channel) => {
      const values = members.map(({ rgb }) => rgb[channel]);
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const side = Math.max(...sides);
    const weight = members.reduce((sum, { count }) => sum + count, 0);
    return { members, channel: sides.indexOf(side), worth: side * Math.sqrt(weight) };
  };
  const boxes = [boxOf(colours)];
  while (boxes.length < most) {
    boxes.sort((a, b) => a.worth - b.worth);
    const { members, channel, worth } = boxes.pop();
    if (worth === 0) break;
    members.sort((a, b) => a.rgb[channel] - b.rgb[channel]);
    const half = members.reduce((sum, { count }) => sum + count, 0) / 2;
    let sum = 0;
    const cut = members.findIndex(({ count }) => (sum += count) > half);
    const at = Math.min(Math.max(cut, 1), members.length - 1);
    boxes.push(boxOf(members.slice(0, at)), boxOf(members.slice(at)));
  }
  // Then each colour goes to the mean that is nearest, and the means follow, a few times.
  const mean = (members) => {
    const weight = members.reduce((sum, { count }) => sum + count, 0);
    return [0, 1, 2].map((channel) => members.reduce((sum, { rgb, count }) => sum + rgb[channel] * count, 0) / weight);
  };
  let means = boxes.map(({ members }) => mean(members));
  const place = new Map();
  for (let round = 0; round < 4; round += 1) {
    const groups = means.map(() => []);
    for (const colour of colours) {
      const [red, green, blue] = colour.rgb;
      let [nearest, least] = [0, Infinity];
      for (let number = 0; number < means.length; number += 1) {
        const [r, g, b] = means[number];
        const far = 2 * (red - r) ** 2 + 4 * (green - g) ** 2 + 3 * (blue - b) ** 2;
        if (far < least) [nearest, least] = [number, far];
      }
      groups[nearest].push(colour);
      place.set(colour.key, nearest);
    }
    means = groups.map((members, number) => (members.length > 0 ? mean(members) : means[number]));
  }
  const palette = Uint8Array.from(means.flat().map((value) => Math.min(255, Math.round((value * 255) / 63))));

  const raw = new Uint8Array((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) raw[y * (width + 1) + 1 + x] = place.get(keyOf(4 * (y * width + x)));
  }
  const packed = await new Response(new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer();

  const table = Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const chunk = (type, body) => {
    const bytes = new Uint8Array(12 + body.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, body.length);
    bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
    bytes.set(body, 8);
    let sum = 0xffffffff;
    for (const byte of bytes.subarray(4, 8 + body.length)) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
    view.setUint32(8 + body.length, (sum ^ 0xffffffff) >>> 0);
    return bytes;
  };
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, width);
  new DataView(head.buffer).setUint32(4, height);
  head.set([8, 3, 0, 0, 0], 8);
  const png = new Blob([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", new Uint8Array(packed)),
    chunk("IEND", new Uint8Array(0)),
  ]);
  const bytes = new Uint8Array(await png.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
