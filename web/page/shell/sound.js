// Sounds of moves, made when they are played.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/**
 * What a sound is made of: knocks of a pitch in hertz, each after a delay in seconds.
 * @type {Record<string, [number, number][]>}
 */
const SOUNDS = {
  move: [[320, 0]],
  capture: [
    [240, 0],
    [360, 0.04],
  ],
  check: [
    [520, 0],
    [660, 0.09],
  ],
  vanish: [
    [300, 0],
    [200, 0.08],
    [120, 0.16],
  ],
  end: [
    [392, 0],
    [494, 0.14],
    [587, 0.28],
  ],
};

/**
 * Plays a sound, if the user wants sounds.
 * @param {'move' | 'capture' | 'check' | 'vanish' | 'end'} name
 */
export function play(name) {
  if (!settings.get('sounds') || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Some browsers begin in silence, and others fall into it.
  if (context.state === 'suspended') context.resume();
  const { currentTime, destination } = context;
  for (const [pitch, delay] of SOUNDS[name]) {
    const start = currentTime + delay;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.25, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    tone.connect(gain).connect(destination);
    tone.start(start);
    tone.stop(start + 0.18);
  }
}
