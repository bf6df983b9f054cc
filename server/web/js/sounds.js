/**
 * What the table sounds like, made from oscillators and noise: no files. Each recipe writes its sounds
 * into any audio context, so that they can also be rendered and measured.
 */

/** @typedef {"tiles" | "voices" | "alerts"} Group the volumes of the settings */
/**
 * @typedef {"draw" | "discard" | "riichi_discard" | "chi" | "pon" | "kan" | "kita" | "riichi" | "ron"
 *   | "tsumo" | "win" | "turn" | "offer" | "tick" | "found"} SoundKind
 */
/** @typedef {(desk: Desk, at: number) => void} Recipe plays at a time of the context */

/** @type {Record<SoundKind, [Group, Recipe]>} */
export const SOUNDS = {
  draw: ["tiles", draw],
  discard: ["tiles", (desk, at) => discard(desk, at, 1)],
  riichi_discard: ["tiles", riichiDiscard],
  // Calls differ in their figure, not only in pitch: up, twice the same, a low gong, down.
  chi: ["voices", (desk, at) => melody(desk, at, [659, 880], 0.085)],
  pon: ["voices", (desk, at) => melody(desk, at, [587, 587], 0.1)],
  kan: ["voices", kan],
  kita: ["voices", (desk, at) => melody(desk, at, [784, 587, 440], 0.08)],
  riichi: ["voices", riichi],
  ron: ["voices", ron],
  tsumo: ["voices", tsumo],
  win: ["voices", win],
  turn: ["alerts", (desk, at) => melody(desk, at, [784, 1175], 0.09, 0.5)],
  offer: ["alerts", offer],
  tick: ["alerts", tick],
  found: ["alerts", found],
};

/** A place to play: a context, where its sound goes, and a second of noise. */
export class Desk {
  /**
   * @param {BaseAudioContext} context
   * @param {AudioNode} output
   * @param {AudioBuffer} [noise] made here if there is none yet
   */
  constructor(context, output, noise = makeNoise(context)) {
    this.context = context;
    this.output = output;
    this.noise = noise;
  }

  /**
   * The same desk with its sound going elsewhere, such as through a volume.
   *
   * @param {AudioNode} output
   */
  into(output) {
    return new Desk(this.context, output, this.noise);
  }

  /**
   * A tone that is struck and dies away.
   *
   * @param {number} at seconds
   * @param {{pitch: number, to?: number, gain: number, decay: number, attack?: number, shape?: OscillatorType}} tone
   *   pitches in Hz (`to`: where it glides while it decays), `decay` in seconds to a thousandth
   */
  strike(at, { pitch, to, gain, decay, attack = 0.002, shape = "sine" }) {
    const source = this.context.createOscillator();
    source.type = shape;
    source.frequency.setValueAtTime(pitch, at);
    if (to) source.frequency.exponentialRampToValueAtTime(to, at + decay);
    source.connect(this.#envelope(at, gain, attack, decay));
    source.start(at);
    source.stop(at + attack + decay);
  }

  /**
   * A puff of noise around a pitch.
   *
   * @param {number} at seconds
   * @param {{pitch: number, to?: number, width?: number, gain: number, decay: number, attack?: number}} puff
   *   `width` is the Q of the band: more is narrower
   */
  puff(at, { pitch, to, width = 1, gain, decay, attack = 0.001 }) {
    const source = this.context.createBufferSource();
    source.buffer = this.noise;
    const band = this.context.createBiquadFilter();
    band.type = "bandpass";
    band.Q.value = width;
    band.frequency.setValueAtTime(pitch, at);
    if (to) band.frequency.exponentialRampToValueAtTime(to, at + attack + decay);
    source.connect(band).connect(this.#envelope(at, gain, attack, decay));
    source.start(at, Math.random() * 0.5, attack + decay);
  }

  /**
   * @param {number} at
   * @param {number} gain
   * @param {number} attack
   * @param {number} decay
   */
  #envelope(at, gain, attack, decay) {
    const node = this.context.createGain();
    node.gain.setValueAtTime(0, at);
    node.gain.linearRampToValueAtTime(gain, at + attack);
    node.gain.exponentialRampToValueAtTime(gain / 1000, at + attack + decay);
    node.connect(this.output);
    return node;
  }
}

/** @param {BaseAudioContext} context */
function makeNoise(context) {
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return noise;
}

/**
 * A wooden bar: the fundamental, the fourth that marimbas have, and the knock of the mallet.
 *
 * @param {Desk} desk
 * @param {number} at
 * @param {number} pitch
 * @param {number} gain
 * @param {number} [decay]
 */
function bar(desk, at, pitch, gain, decay = 0.45) {
  desk.strike(at, { pitch, gain, decay });
  desk.strike(at, { pitch: 2 * pitch, gain: 0.16 * gain, decay: 0.6 * decay });
  desk.strike(at, { pitch: 3.93 * pitch, gain: 0.3 * gain, decay: 0.22 * decay });
  desk.puff(at, { pitch: 2600, gain: 0.22 * gain, decay: 0.03 });
}

/**
 * A small bell: partials that are no multiples of each other.
 *
 * @param {Desk} desk
 * @param {number} at
 * @param {number} pitch
 * @param {number} gain
 * @param {number} [decay]
 */
function bell(desk, at, pitch, gain, decay = 1) {
  for (const [ratio, part, life] of [
    [1, 1, 1],
    [2.01, 0.42, 0.7],
    [2.76, 0.28, 0.45],
    [5.4, 0.12, 0.2],
  ]) {
    desk.strike(at, { pitch: ratio * pitch, gain: part * gain, decay: life * decay });
  }
}

/**
 * @param {Desk} desk
 * @param {number} at
 * @param {number[]} pitches
 * @param {number} step seconds from note to note
 * @param {number} [gain]
 */
function melody(desk, at, pitches, step, gain = 0.55) {
  for (const [index, pitch] of pitches.entries()) bar(desk, at + index * step, pitch, gain);
}

/** A tile slid over the felt and taken up. @type {Recipe} */
function draw(desk, at) {
  desk.puff(at, { pitch: 1300, to: 3400, width: 1.4, gain: 0.55, attack: 0.03, decay: 0.08 });
  desk.strike(at + 0.06, { pitch: 1500, gain: 0.2, decay: 0.05 });
  desk.puff(at + 0.06, { pitch: 3200, width: 2, gain: 0.5, decay: 0.02 });
}

/**
 * A tile put on the table: the click of its edge, its own short ring, and the wood below. No two are
 * quite alike.
 *
 * @param {Desk} desk
 * @param {number} at
 * @param {number} force
 */
function discard(desk, at, force) {
  const tune = 0.96 + 0.08 * Math.random();
  desk.puff(at, { pitch: 3100 * tune, width: 0.9, gain: 0.85 * force, decay: 0.022 });
  desk.strike(at, { pitch: 1120 * tune, gain: 0.34 * force, decay: 0.07 });
  desk.strike(at, { pitch: 1840 * tune, gain: 0.24 * force, decay: 0.05 });
  desk.strike(at, { pitch: 2970 * tune, gain: 0.14 * force, decay: 0.035 });
  desk.strike(at, { pitch: 240 * tune, to: 150 * tune, gain: 0.5 * force, decay: 0.13 });
  desk.puff(at, { pitch: 420 * tune, width: 1.2, gain: 0.5 * force, decay: 0.06 });
  // The far edge follows.
  desk.puff(at + 0.028, { pitch: 2600 * tune, width: 1.5, gain: 0.28 * force, decay: 0.018 });
}

/** Put down hard, with a drum under it. @type {Recipe} */
function riichiDiscard(desk, at) {
  discard(desk, at, 1.15);
  desk.strike(at, { pitch: 150, to: 62, gain: 0.5, decay: 0.34 });
  bell(desk, at + 0.02, 1568, 0.09, 0.9);
}

/** @type {Recipe} */
function kan(desk, at) {
  bell(desk, at, 220, 0.42, 0.9);
  bar(desk, at, 440, 0.4);
  bar(desk, at + 0.11, 440, 0.4);
  bar(desk, at + 0.22, 659, 0.45);
}

/** @type {Recipe} */
function riichi(desk, at) {
  for (const [index, pitch] of [587, 784, 1175].entries()) bell(desk, at + index * 0.09, pitch, 0.3, 0.9);
  bell(desk, at + 0.3, 1568, 0.24, 1.2);
}

/** Somebody's discard wins: a blow, then a falling and closing chord. @type {Recipe} */
function ron(desk, at) {
  desk.strike(at, { pitch: 180, to: 55, gain: 0.8, decay: 0.45 });
  desk.puff(at, { pitch: 900, to: 300, gain: 0.4, decay: 0.18 });
  for (const [index, pitch] of [1047, 784, 523].entries()) bar(desk, at + 0.05 + index * 0.1, pitch, 0.42, 0.6);
  for (const pitch of [392, 523, 659]) bar(desk, at + 0.36, pitch, 0.3, 0.9);
}

/** An own draw wins: a run upwards into the same chord. @type {Recipe} */
function tsumo(desk, at) {
  for (const [index, pitch] of [523, 659, 784, 1047].entries()) bar(desk, at + index * 0.07, pitch, 0.42, 0.6);
  for (const pitch of [523, 659, 1047]) bell(desk, at + 0.3, pitch, 0.2, 1.2);
}

/** The result is shown. @type {Recipe} */
function win(desk, at) {
  for (const [index, pitch] of [392, 523, 659, 784].entries()) bell(desk, at + index * 0.05, pitch, 0.24, 1.6);
  bell(desk, at + 0.32, 1047, 0.28, 2);
}

/** A question: a step up, twice. @type {Recipe} */
function offer(desk, at) {
  for (const start of [0, 0.17]) {
    bell(desk, at + start, 988, 0.3, 0.3);
    bell(desk, at + start + 0.06, 1319, 0.3, 0.4);
  }
}

/** A wood block. @type {Recipe} */
function tick(desk, at) {
  desk.strike(at, { pitch: 1480, to: 1300, gain: 0.7, decay: 0.09 });
  desk.puff(at, { pitch: 2400, width: 3, gain: 0.5, decay: 0.02 });
}

/** @type {Recipe} */
function found(desk, at) {
  for (const start of [0, 0.55]) {
    for (const [index, pitch] of [659, 880, 1319].entries()) bell(desk, at + start + index * 0.12, pitch, 0.34, 0.9);
  }
}
