/** Every sound can be made, from numbers that a browser takes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Desk, SOUNDS } from "../../server/web/js/sounds.js";

/** A context that only notes what it is asked for. */
function context() {
  const times = /** @type {number[]} */ ([]);
  const note = (/** @type {number[]} */ ...numbers) => {
    for (const number of numbers) assert.ok(Number.isFinite(number) && number >= 0, `${number}`);
    times.push(numbers.at(-1) ?? 0);
  };
  // An exponential course never reaches or leaves zero: browsers refuse it.
  const course = (/** @type {number} */ to, /** @type {number} */ at) => {
    assert.ok(to > 0);
    note(at);
  };
  const value = () => ({ value: 0, setValueAtTime: note, linearRampToValueAtTime: note, exponentialRampToValueAtTime: course });
  const node = () => {
    const made = { frequency: value(), gain: value(), Q: value(), connect: (/** @type {any} */ to) => to, start: note, stop: note };
    return made;
  };
  return {
    times,
    sampleRate: 8000,
    createBuffer: () => ({ getChannelData: () => new Float32Array(8000) }),
    createOscillator: node,
    createBufferSource: node,
    createBiquadFilter: node,
    createGain: node,
  };
}

for (const [kind, [group, recipe]] of Object.entries(SOUNDS)) {
  test(kind, () => {
    assert.ok(["tiles", "voices", "alerts"].includes(group));
    const fake = context();
    recipe(new Desk(/** @type {any} */ (fake), /** @type {any} */ ({})).into(/** @type {any} */ ({})), 3);
    assert.ok(fake.times.length > 0);
  });
}
