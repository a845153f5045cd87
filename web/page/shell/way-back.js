// The bar that leads back to the game that was on the board before. It stays until it is used or put away.

import { button } from '../panels/fields.js';
import { html } from './dom.js';
import { say } from './live.js';

/** @import { GameRecord } from '../game/record.js' */
/** @import { GameName } from '../types' */

export class WayBack {
  #host;
  #games;
  #open;
  #playFromHere;
  /** @type {GameRecord | null} */ #before = null;
  /** @type {string | undefined} What is on the board, if it is no game that is played. */ #about;

  /**
   * @param {HTMLElement} host
   * @param {{ games: GameName[], open: (record: GameRecord) => Promise<void>, playFromHere: () => void }} parts
   */
  constructor(host, { games, open, playFromHere }) {
    this.#host = host;
    this.#games = games;
    this.#open = open;
    this.#playFromHere = playFromHere;
    this.#hide();
  }

  /**
   * Offers the way back to a game, if somebody may want to go on with it.
   * @param {GameRecord} before
   * @param {boolean} isOver
   * @param {string} [about] what is on the board now, if it is no game that is played
   */
  offer(before, isOver, about) {
    // From one diagram to the next, the game before stays the same.
    const isNext = about !== undefined && this.#about !== undefined;
    this.#about = about;
    if (isNext && this.#before) return this.#show(this.#before, about);
    this.#hide();
    // A puzzle is no game that anybody goes back to.
    if (before.puzzle) return;
    if (about || (before.line.length > 0 && !isOver)) this.#show(before, about);
  }

  #hide() {
    this.#before = null;
    this.#host.hidden = true;
  }

  /**
   * @param {GameRecord} before
   * @param {string} [about]
   */
  #show(before, about) {
    this.#before = before;
    this.#host.hidden = false;
    const title = this.#games.find(({ name }) => name === before.game)?.title ?? before.title ?? before.game;
    const count = Math.ceil(before.length / 2);
    const game = `${title}, ${count === 1 ? '1 move' : `${count} moves`}`;
    const what = before.lesson ? 'lesson' : 'game';
    this.#host.replaceChildren(
      html('span', {}, about ?? `The ${what} before is kept: ${game}.`),
      button(`Back to the ${what}`, () => this.#goBack(before)),
      about === undefined ? '' : button('Play it against …', this.#playFromHere),
      button('Stay here', () => this.#hide()),
    );
  }

  /** @param {GameRecord} before */
  async #goBack(before) {
    this.#hide();
    try {
      await this.#open(before);
    } catch (error) {
      this.#show(before);
      say(`The game does not come back: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
    }
  }
}
