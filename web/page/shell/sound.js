// Sounds of moves, made when they are played: knocks on wood, which are short bursts of noise, and tones.

import { settings } from './settings.js';

/** @typedef {'move' | 'capture' | 'become' | 'fly' | 'check' | 'vanish' | 'end'} Sound */

/**
 * A part of a sound: what it is made of, from which pitch to which, in hertz, when it begins and how long it lasts, in
 * seconds.
 * @typedef {[kind: 'knock' | 'tone', from: number, to: number, start: number, length: number]} Part
 */

/** @type {Record<Sound, Part[]>} */
const SOUNDS = {
  move: [['knock', 900, 700, 0, 0.07]],
  capture: [
    ['knock', 1300, 1000, 0, 0.05],
    ['knock', 700, 500, 0.05, 0.09],
  ],
  become: [
    ['knock', 900, 700, 0, 0.07],
    ['tone', 330, 660, 0.06, 0.28],
  ],
  fly: [
    ['knock', 500, 2400, 0, 0.3],
    ['knock', 900, 700, 0.3, 0.07],
  ],
  check: [
    ['knock', 900, 700, 0, 0.07],
    ['tone', 620, 620, 0.05, 0.16],
  ],
  vanish: [
    ['knock', 420, 90, 0, 0.5],
    ['tone', 180, 50, 0, 0.4],
  ],
  end: [
    ['tone', 392, 392, 0, 0.18],
    ['tone', 494, 494, 0.14, 0.18],
    ['tone', 587, 587, 0.28, 0.36],
  ],
};

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} A second of noise. */
let noise = null;

/** @param {AudioContext} context */
function makeNoise(context) {
  const buffer = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * Plays a sound, if the user wants sounds.
 * @param {Sound} name
 */
export function play(name) {
  if (!settings.get('sounds') || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  noise ??= makeNoise(context);
  // Some browsers begin in silence, and others fall into it.
  if (context.state === 'suspended') context.resume();
  for (const part of SOUNDS[name]) sound(context, noise, part);
}

/**
 * @param {AudioContext} context
 * @param {AudioBuffer} buffer
 * @param {Part} part
 */
function sound(context, buffer, [kind, from, to, delay, length]) {
  const start = context.currentTime + delay;
  const end = start + length;
  const source =
    kind === 'tone'
      ? new OscillatorNode(context, { type: 'sine', frequency: from })
      : new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, {
    type: kind === 'tone' ? 'lowpass' : 'bandpass',
    frequency: from,
    Q: 2,
  });
  const pitches = source instanceof OscillatorNode ? [source.frequency, filter.frequency] : [filter.frequency];
  for (const pitch of pitches) pitch.setValueAtTime(from, start).exponentialRampToValueAtTime(to, end);
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(kind === 'tone' ? 0.2 : 0.7, start + 0.003);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
  source.stop(end);
}
