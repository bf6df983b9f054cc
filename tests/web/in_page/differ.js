// Run in a page: which share of the pixels of two PNGs (base64, cut to the smaller) differs in lightness by more than a tenth.
async ([one, other]) => {
  const load = async (base64) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return { context, width: image.width, height: image.height };
  };
  const [a, b] = [await load(one), await load(other)];
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const [left, right] = [a, b].map(({ context }) => context.getImageData(0, 0, width, height).data);
  const light = (data, at) => 0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2];
  let different = 0;
  for (let at = 0; at < left.length; at += 4) {
    if (Math.abs(light(left, at) - light(right, at)) > 25) different += 1;
  }
  return different / (width * height);
}
