// What each side has taken on the way to the position that is looked at, and which powers its pieces have gained by that,
// as small figures beside its name.

import { html } from '../shell/dom.js';
import { opposite } from './state.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Change, Game } from './state.js' */
/** @import { Backend, Move, Side, Variant, Victim } from '../types' */

/** @typedef {Pick<Victim, 'side' | 'kind'>} Loss */

/** What a move changes: which pieces leave the board, and which powers the mover gains by what it takes.
 * @typedef {{ lost: Loss[], turn: Side, gained: string[] }} Effect */

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

export class Captured {
  #backend;
  #game;
  #figures;
  /** @type {Map<string, Promise<Effect | null>>} What each move has done, by the ways to the positions after them. */
  #known = new Map();
  /** @type {Record<Side, HTMLElement>} The places for what each side has taken and gained. */
  #hosts;

  /**
   * @param {{ backend: Backend, game: Game, figures: Figures }} parts
   * @param {Record<Side, HTMLElement>} hosts
   */
  constructor({ backend, game, figures }, hosts) {
    this.#backend = backend;
    this.#game = game;
    this.#figures = figures;
    this.#hosts = hosts;
    game.subscribe((change) => this.#hear(change));
    this.#show();
  }

  /** @param {Change} change */
  #hear(change) {
    if (change.type === 'new') this.#known.clear();
    if (change.type === 'move') this.#known.set(change.after.moves.join(' '), Promise.resolve(effectOf(change.move, change.before.turn, this.#game.variant)));
    if (change.type !== 'note') this.#show();
  }

  /**
   * What the last of these moves has done.
   * @param {string[]} moves
   * @returns {Promise<Effect | null>}
   */
  #doneBy(moves) {
    const key = moves.join(' ');
    let done = this.#known.get(key);
    if (!done) {
      const before = moves.slice(0, -1);
      const { fen, variant } = this.#game;
      done = this.#backend
        .call(variant.name, { call: 'position', fen, moves: before, sansFrom: before.length })
        .then(({ legal, turn }) => {
          const move = legal.find(({ text }) => text === moves.at(-1));
          return move ? effectOf(move, turn, variant) : null;
        });
      done.catch(() => this.#known.delete(key));
      this.#known.set(key, done);
    }
    return done;
  }

  async #show() {
    const { moves, variant, view } = this.#game;
    /** @type {Effect[]} */
    const effects = [];
    // One after the other: a long game that is opened shall not keep the rules from more urgent questions.
    for (let ply = 1; ply <= moves.length; ply += 1) {
      const effect = await this.#doneBy(moves.slice(0, ply));
      if (effect) effects.push(effect);
      if (view !== this.#game.view) return;
    }
    const victims = effects.flatMap(({ lost }) => lost);
    /** @param {Side} side */
    const shown = (side) => ({ taken: lossesOf(victims, opposite(side), variant), gained: gainsOf(effects, side, variant) });
    const sides = { white: shown('white'), black: shown('black') };
    const all = Object.values(sides).flatMap(({ taken, gained }) => [...taken, ...gained]);
    await this.#figures.load(variant.name, all.flatMap(({ figure }) => figure ?? []));
    if (view !== this.#game.view) return;
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.#draw(side, sides[side]);
  }

  /**
   * @param {Side} side
   * @param {{ taken: Shown[], gained: Shown[] }} shown
   */
  #draw(side, { taken, gained }) {
    /** @param {Shown} shown */
    const drawn = ({ figure, name, count }) =>
      html('span', {}, figure ? this.#figures.picture(figure) : name, count > 1 ? String(count) : '');
    const words = [taken.length > 0 ? `has taken ${listed(taken)}` : '', gained.length > 0 ? `has gained ${listed(gained)}` : ''];
    const said = words.filter(Boolean).join('; ');
    const host = this.#hosts[side];
    host.title = said;
    host.replaceChildren(html('span', { class: 'visually-hidden' }, said && `, ${said}`), ...taken.map(drawn));
    if (gained.length > 0) host.append(html('span', { class: 'gained' }, '+', ...gained.map(drawn)));
  }
}

/** `rook hop` for `rookHop`. @param {string} power */
const inWords = (power) => power.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** @param {Shown[]} shown */
const listed = (shown) => shown.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ');

/**
 * @param {Move} move
 * @param {Side} turn the side that makes it
 * @param {Variant} variant
 * @returns {Effect}
 */
export function effectOf(move, turn, { kinds }) {
  const { mover, becomes, absorbs } = move;
  const gained = absorbs ? kinds[becomes].powers.filter((power) => !kinds[mover].powers.includes(power)) : [];
  return { lost: lostBy(move, turn), turn, gained };
}

/**
 * What a move takes off the board, the mover too if it vanishes.
 * @param {Move} move
 * @param {Side} turn the side that makes it
 * @returns {Loss[]}
 */
const lostBy = ({ victims, survives, mover }, turn) => (survives ? victims : [...victims, { side: turn, kind: mover }]);
