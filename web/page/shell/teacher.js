// The card of a lesson: what is told, what the learner is to do, and the ways on. Moves of the lesson are made here; the
// learner's are watched, and another one is taken back.

import { legsOf } from '../board/legs.js';
import { button } from '../panels/fields.js';
import { chapterOf, placeIn } from '../game/lesson.js';
import { capital } from '../game/words.js';
import { html, setText } from './dom.js';
import { announce, say } from './live.js';
import { mayMove } from './settings.js';

/** @import { Board } from '../board/board.js' */
/** @import { Table } from '../board/table.js' */
/** @import { Lesson } from '../game/lesson.js' */
/** @import { Change, Game } from '../game/state.js' */
/** @import { Move } from '../types' */

/** How long a move stays on the board before the next one of the same step, in milliseconds. */
const PAUSE = 700;

/**
 * @typedef {object} Parts
 * @property {Game} game
 * @property {Table} table
 * @property {Board} board
 * @property {() => void} choose asks for a game of the same rules
 * @property {() => void} playFromHere asks how to play on from the position on the board
 */

export class Teacher {
  #parts;
  #host;
  /** Whether moves of a step are being made. */
  #isBusy = false;

  /**
   * @param {Parts} parts
   * @param {HTMLElement} host
   */
  constructor(parts, host) {
    this.#parts = parts;
    this.#host = host;
    parts.game.subscribe((change) => this.#hear(change));
    this.#show();
    this.#pick();
  }

  get #lesson() {
    return this.#parts.game.record.lesson ?? null;
  }

  get #place() {
    const lesson = this.#lesson;
    return lesson && placeIn(lesson, this.#parts.game.line.length);
  }

  /** @param {Change} change */
  #hear(change) {
    const lesson = this.#lesson;
    if (change.type === 'new') this.#isBusy = false;
    if (lesson && change.type === 'move' && !this.#follows(lesson)) this.#takeBack(change.move, lesson);
    this.#show();
    if (change.type === 'new') this.#pick();
  }

  /** Picks the piece that a chapter is about, which shows what it does. */
  async #pick() {
    const lesson = this.#lesson;
    if (!lesson?.chapters) return;
    await this.#parts.table.shown;
    const asked = this.#lesson === lesson && this.#asked();
    if (!asked) return;
    this.#parts.table.pick(asked.from);
    announce(this.#told());
  }

  /** Goes to another chapter. @param {number} by */
  #turn(by) {
    const { game } = this.#parts;
    const { chapters = [], at = 0 } = game.record.lesson ?? {};
    return game.open(chapterOf(game.record, chapters, at + by));
  }

  /** Whether what was played is the beginning of the lesson. @param {Lesson} lesson */
  #follows({ plies }) {
    const { game } = this.#parts;
    return game.isCurrent && game.line.every((move, index) => plies[index]?.move === move);
  }

  /** @param {Move} move @param {Lesson} lesson */
  async #takeBack(move, lesson) {
    const { game, table } = this.#parts;
    await table.shown;
    if (this.#lesson !== lesson || this.#follows(lesson)) return;
    // Of a variation the game knows nothing.
    if (game.isCurrent) await game.takeBack();
    else await game.eraseVariation();
    await game.look(game.line);
    const at = game.line.length;
    await table.shown;
    say(`${move.san} can be played, but the lesson goes on with ${lesson.plies[at]?.san ?? 'nothing'}.`, {
      tone: 'hint',
    });
  }

  /** Plays on to the end of the step, or to where the learner is to move. @param {boolean} isWhole whether for the learner, too */
  async #next(isWhole) {
    const { game, table } = this.#parts;
    const lesson = this.#lesson;
    if (!lesson || this.#isBusy) return;
    if (this.#place?.next === null && game.isCurrent) return this.#turn(1);
    this.#isBusy = true;
    this.#show();
    if (!game.isCurrent) await game.look(game.line);
    const end = this.#place?.next?.end ?? 0;
    for (;;) {
      const place = this.#place;
      if (this.#lesson !== lesson || !place?.next || place.next.end !== end || (place.isTurn && !isWhole)) break;
      await game.answer(lesson.plies[game.line.length].move);
      await table.shown;
      if (mayMove() && this.#place?.next?.end === end) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    this.#isBusy = false;
    this.#show();
    announce(this.#told());
  }

  /** What is told where the lesson stands, and what the learner is to do. */
  #told() {
    const place = this.#place;
    return place ? [place.told, this.#task()].filter(Boolean).join(' ') : '';
  }

  /** The move that the learner is to make; `null` if it is not the learner's turn. */
  #asked() {
    const { game } = this.#parts;
    const lesson = this.#lesson;
    if (!lesson || !this.#place?.isTurn || this.#isBusy || !game.isCurrent) return null;
    return game.view.legal.find(({ text }) => text === lesson.plies[game.line.length].move) ?? null;
  }

  #task() {
    const move = this.#asked();
    if (!move) return '';
    const { kinds } = this.#parts.game.variant;
    const becomes = move.changesMover ? `, and make it a ${kinds[move.becomes].name}` : '';
    return `Your move: ${kinds[move.mover].name} from ${move.from} to ${move.to}${becomes}.`;
  }

  #show() {
    const { game, choose, playFromHere } = this.#parts;
    const place = this.#place;
    this.#host.hidden = place === null;
    this.#point();
    if (!place) return;
    const asked = this.#asked();
    const { done, count, told, next } = place;
    const isOver = next === null && done === count;
    const progress = html('progress', { max: count, value: done, 'aria-label': 'How far the lesson is' });
    const hadFocus = this.#host.contains(document.activeElement);
    const back = html(
      'button',
      { type: 'button', class: 'secondary', disabled: done === 0 || this.#isBusy, onclick: () => this.#back() },
      'Back',
    );
    const on = html(
      'button',
      {
        type: 'button',
        class: asked ? 'secondary' : 'primary',
        disabled: this.#isBusy,
        onclick: () => this.#next(asked !== null),
      },
      asked ? 'Show it' : 'Next',
    );
    const isMade = game.record.lesson?.chapters !== undefined;
    // Nobody plays on from a position that was made for one move.
    const after = [...(isMade ? [] : [button('Play it against …', playFromHere)]), button('Begin a game', choose)];
    this.#host.replaceChildren(
      html(
        'header',
        {},
        html('strong', {}, isMade ? 'What the pieces do' : 'A first game'),
        html('span', { class: 'muted' }, `${done}/${count}`),
      ),
      progress,
      ...(told ? [html('p', {}, told)] : []),
      ...(asked ? [html('p', { class: 'task' }, capital(this.#task()))] : []),
      html('div', { class: 'row' }, back, ...(isOver ? after : [on])),
    );
    if (hadFocus) (isOver ? /** @type {HTMLElement} */ (after[0]) : on).focus({ preventScroll: true });
    if (!game.isCurrent) setText(on, 'Go on');
  }

  /** Points at the move that the learner is to make, once the board is that of the game. */
  async #point() {
    const { board, table } = this.#parts;
    await table.shown;
    const asked = this.#asked();
    const legs = asked ? legsOf(asked) : [];
    board.setArrows(
      'lesson',
      legs.map((leg) => ({ ...leg, kind: 'hint' })),
    );
  }

  /** Goes back to the beginning of the step. */
  async #back() {
    const { game } = this.#parts;
    const lesson = this.#lesson;
    if (!lesson) return;
    if (game.line.length === 0) return this.#turn(-1);
    const ends = [0, ...lesson.plies.flatMap(({ comment }, index) => (comment ? [index + 1] : []))];
    const to = ends.findLast((end) => end < game.line.length) ?? 0;
    while (this.#lesson === lesson && game.line.length > to) await game.takeBack();
  }
}
