// What each side has lost on the way to the position that is looked at, as small figures beside its opponent.

import { html } from './dom.js';
import { opposite } from './state.js';

/** @import { Figures } from './figures.js' */
/** @import { Change, Game } from './state.js' */
/** @import { Backend, Move, Side, Variant, Victim } from './types' */

/** @typedef {Pick<Victim, 'side' | 'kind'>} Loss */

/**
 * The losses of a side, each kind once with its number, those of most powers first.
 * @param {Loss[]} victims
 * @param {Side} side
 * @param {Variant} variant
 * @returns {{ figure: string, name: string, count: number }[]}
 */
export function lossesOf(victims, side, { kinds }) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const victim of victims) if (victim.side === side) counts.set(victim.kind, (counts.get(victim.kind) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => kinds[other].powers.length - kinds[one].powers.length || one - other)
    .map(([kind, count]) => ({ figure: kinds[kind].figures[side], name: kinds[kind].name, count }));
}

export class Captured {
  #backend;
  #game;
  #figures;
  /** @type {Map<string, Promise<Loss[]>>} What each move has taken, by the ways to the positions after them. */
  #known = new Map();
  /** @type {Record<Side, HTMLElement>} The places for what each side has taken. */
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
    if (change.type === 'move') this.#known.set(change.after.moves.join(' '), Promise.resolve(lostBy(change.move, change.before.turn)));
    if (change.type !== 'note') this.#show();
  }

  /**
   * What the last of these moves has taken.
   * @param {string[]} moves
   * @returns {Promise<Loss[]>}
   */
  #takenBy(moves) {
    const key = moves.join(' ');
    let taken = this.#known.get(key);
    if (!taken) {
      const before = moves.slice(0, -1);
      const { fen, variant } = this.#game;
      taken = this.#backend
        .call(variant.name, { call: 'position', fen, moves: before, sansFrom: before.length })
        .then(({ legal, turn }) => legal.filter(({ text }) => text === moves.at(-1)).flatMap((move) => lostBy(move, turn)));
      taken.catch(() => this.#known.delete(key));
      this.#known.set(key, taken);
    }
    return taken;
  }

  async #show() {
    const { moves, variant, view } = this.#game;
    /** @type {Loss[]} */
    const victims = [];
    // One after the other: a long game that is opened shall not keep the rules from more urgent questions.
    for (let ply = 1; ply <= moves.length; ply += 1) {
      victims.push(...(await this.#takenBy(moves.slice(0, ply))));
      if (view !== this.#game.view) return;
    }
    const losses = { white: lossesOf(victims, 'white', variant), black: lossesOf(victims, 'black', variant) };
    await this.#figures.load(variant.name, [...losses.white, ...losses.black].map(({ figure }) => figure));
    if (view !== this.#game.view) return;
    for (const side of /** @type {Side[]} */ (['white', 'black'])) this.#draw(side, losses[opposite(side)]);
  }

  /**
   * @param {Side} side
   * @param {{ figure: string, name: string, count: number }[]} losses
   */
  #draw(side, losses) {
    const words = losses.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
    const figures = losses.map(({ figure, count }) =>
      html('span', {}, this.#figures.picture(figure), count > 1 ? String(count) : ''),
    );
    const host = this.#hosts[side];
    host.title = words;
    host.replaceChildren(html('span', { class: 'visually-hidden' }, words ? `, has taken ${words}` : ''), ...figures);
  }
}

/**
 * What a move takes off the board, the mover too if it vanishes.
 * @param {Move} move
 * @param {Side} turn the side that makes it
 * @returns {Loss[]}
 */
const lostBy = ({ victims, survives, mover }, turn) => (survives ? victims : [...victims, { side: turn, kind: mover }]);
