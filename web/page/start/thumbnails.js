// Small pictures of the games that were played last, with their last positions. They are kept: the rules that draw them
// are large.

import { playedIn } from '../game/record.js';
import { html } from '../shell/dom.js';
import { sideOf } from '../shell/screen.js';
import { drawStart } from './card.js';

/** @import { GameRecord } from '../game/record.js' */
/** @import { Backend } from '../types' */

const KEY = 'vertumnus-thumbnails';

/** How long one has to be in sight before it is drawn, in milliseconds: a page may go on to a game at once. */
const DELAY = 300;

export class Thumbnails {
  #backend;
  #storage;
  /** @type {Map<string, HTMLImageElement>} The pictures by the positions. */
  #images = new Map();

  /**
   * @param {Backend} backend
   * @param {Storage | null} storage
   */
  constructor(backend, storage) {
    this.#backend = backend;
    this.#storage = storage;
    for (const [position, src] of this.#kept()) this.#images.set(position, pictureOf(src));
  }

  /**
   * The pictures of these games alone.
   * @param {GameRecord[]} records
   */
  show(records) {
    const wanted = records.map(positionOf);
    this.#images = new Map(wanted.map((position) => [position, this.#images.get(position) ?? pictureOf()]));
    setTimeout(() => records.forEach((record) => this.#draw(record)), DELAY);
    return wanted.map((position) => /** @type {HTMLImageElement} */ (this.#images.get(position)));
  }

  /** @param {GameRecord} record */
  async #draw(record) {
    const image = this.#images.get(positionOf(record));
    if (!image || image.src || !image.isConnected || image.closest('[hidden]')) return;
    const { fen, game, players } = record;
    const moves = playedIn(record).map(({ move }) => move);
    try {
      await drawStart(this.#backend, game, image, { fen, moves, bare: true, flip: sideOf(players) === 'black' });
      this.#keep();
    } catch {
      // A game whose rules cannot be had, for want of a network perhaps, has no picture.
    }
  }

  /** @returns {[position: string, src: string][]} */
  #kept() {
    try {
      const kept = JSON.parse(this.#storage?.getItem(KEY) ?? '[]');
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  #keep() {
    const drawn = [...this.#images].flatMap(([position, { src }]) => (src ? [[position, src]] : []));
    try {
      this.#storage?.setItem(KEY, JSON.stringify(drawn));
    } catch {
      // Without room for them they are drawn each time.
    }
  }
}

/** @param {string} [src] */
const pictureOf = (src) => html('img', { alt: '', width: 72, height: 72, src });

/** Which position of which game a picture shows. @param {GameRecord} record */
const positionOf = (record) =>
  [record.id, sideOf(record.players), ...playedIn(record).map(({ move }) => move)].join(' ');
