// What each side has lost and gained by the moves of a game, counted by kind. Knows no screen.

/** @import { Effect } from '../../package/calls' */
/** @import { Side, Variant } from '../types' */

/** @typedef {Effect['lost'][number]} Loss */

/** @typedef {{ figure: string | null, name: string, count: number }} Shown things of one sort: their drawing, if they have one */

/**
 * The losses of a side, each kind once with its number, those of most powers first.
 * @param {Loss[]} victims
 * @param {Side} side
 * @param {Variant} variant
 * @returns {Shown[]}
 */
export function lossesOf(victims, side, { kinds }) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const victim of victims) if (victim.side === side) counts.set(victim.kind, (counts.get(victim.kind) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => kinds[other].powers.length - kinds[one].powers.length || one - other)
    .map(([kind, count]) => ({ figure: kinds[kind].figures[side], name: kinds[kind].name, count }));
}

/**
 * The powers that a side has gained, each once with its number and the drawing of a piece that has it alone.
 * @param {Effect[]} effects
 * @param {Side} side
 * @param {Variant} variant
 * @returns {Shown[]}
 */
export function gainsOf(effects, side, { kinds }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { turn, gained } of effects) {
    if (turn === side) for (const power of gained) counts.set(power, (counts.get(power) ?? 0) + 1);
  }
  return [...counts].map(([power, count]) => {
    const alone = kinds.find(({ powers, isRoyal }) => !isRoyal && powers.length === 1 && powers[0] === power);
    return { figure: alone?.figures[side] ?? null, name: alone?.name ?? inWords(power), count };
  });
}

/** `rook hop` for `rookHop`. @param {string} power */
const inWords = (power) => power.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
