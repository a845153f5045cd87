// The list of moves: the line of the game, and below each move what was tried in its place. A click looks at the
// position.

import { scoreInShort } from '../engines/info.js';
import { html } from '../shell/dom.js';
import { signs } from '../game/words.js';

/** @import { Ply } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */

/**
 * Shows the moves of a game in an element.
 * @param {Game} game
 * @param {HTMLElement} host
 */
export function mountMoves(game, host) {
  /** @type {Map<string, HTMLElement>} The moves by the ways to them. */
  const buttons = new Map();
  /** @type {HTMLElement | undefined} */
  let current;

  const show = () => {
    const list = html('div', { class: 'moves' });
    const { comment, line, length } = game.record;
    buttons.clear();
    if (line.length === 0) list.append(html('p', { class: 'muted' }, 'No moves yet.'));
    if (comment) list.append(commentOf(comment));
    let needsNumber = true;
    /** @type {string[]} */
    let moves = [];
    for (const ply of line.slice(0, length)) {
      if (needsNumber || isWhite(moves.length)) list.append(numberAt(moves.length));
      // Black's move in a row of its own stands below the others of Black.
      if (needsNumber && !isWhite(moves.length)) list.append(html('span', { class: 'gap' }, '…'));
      const before = moves;
      moves = [...moves, ply.move];
      list.append(moveOf(ply, moves));
      const tried = (ply.variations ?? []).map((variation) => variationOf(variation, before));
      if (ply.comment) list.append(commentOf(ply.comment));
      list.append(...tried);
      needsNumber = Boolean(ply.comment) || tried.length > 0;
    }
    if (game.outcome) list.append(html('span', { class: 'result' }, game.outcome.result));
    if (line.length > length) {
      list.append(variationOf(line.slice(length), moves));
      for (const variation of line[length].variations ?? []) list.append(variationOf(variation, moves));
    }
    host.replaceChildren(list);
    mark();
  };

  /** Marks the move that is looked at. Only the list is scrolled, never the page. */
  const mark = () => {
    current?.removeAttribute('aria-current');
    current = buttons.get(game.moves.join(' '));
    current?.setAttribute('aria-current', 'step');
    if (!current) {
      if (game.moves.length === 0) host.scrollTop = 0;
      return;
    }
    const [box, button] = [host.getBoundingClientRect(), current.getBoundingClientRect()];
    if (button.bottom > box.bottom || button.top < box.top) host.scrollTop += button.top - box.top - box.height / 2;
  };

  /** Whether White is to move at a ply. @param {number} ply */
  const isWhite = (ply) => (ply % 2 === 0) !== game.startsWithBlack;

  /** @param {number} ply */
  const numberAt = (ply) => {
    const number = game.firstNumber + Math.floor((ply + (game.startsWithBlack ? 1 : 0)) / 2);
    return html('span', { class: 'number' }, `${number}.`);
  };

  /** @param {string} text */
  const commentOf = (text) => html('p', { class: 'comment' }, text);

  /**
   * @param {Ply} ply
   * @param {string[]} moves the way to it
   */
  const moveOf = ({ san, glyphs, verdict }, moves) => {
    const button = html(
      'button',
      {
        ...{ type: /** @type {const} */ ('button'), class: 'move', onclick: () => game.look(moves) },
        'data-score': verdict ? scoreInShort(verdict.score) || null : null,
      },
      san + signs(glyphs),
    );
    buttons.set(moves.join(' '), button);
    return button;
  };

  /**
   * A line that was tried, with those that were tried within it in brackets.
   * @param {Ply[]} line
   * @param {string[]} start
   * @param {string} [className]
   * @returns {HTMLElement}
   */
  const variationOf = (line, start, className = 'variation') => {
    const element = html('div', { class: className, role: 'group', 'aria-label': 'Variation' });
    let needsNumber = true;
    let moves = start;
    line.forEach((ply, index) => {
      if (needsNumber || isWhite(moves.length)) element.append(numberAt(moves.length));
      if (needsNumber && !isWhite(moves.length)) element.append(html('span', { class: 'gap' }, '…'));
      const before = moves;
      moves = [...moves, ply.move];
      element.append(moveOf(ply, moves));
      if (ply.comment) element.append(html('span', { class: 'comment' }, ply.comment));
      // What was tried in place of the first move stands beside this variation.
      const tried = index === 0 ? [] : (ply.variations ?? []);
      element.append(...tried.map((variation) => variationOf(variation, before, 'variation within')));
      needsNumber = Boolean(ply.comment) || tried.length > 0;
    });
    return element;
  };

  game.subscribe(({ type }) => (type === 'look' ? mark() : show()));
  // The list has its size later than its moves, and another one when what is above it grows.
  new ResizeObserver(mark).observe(host);
  show();
}
