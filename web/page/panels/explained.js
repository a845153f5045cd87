// The rules of a game in words, as `explainRules` gives them: headings, paragraphs, lists, and drawings of letters,
// which become pictures.

import { html } from '../shell/dom.js';
import { isDrawn, isOfBoard, legend, reach, startPosition } from './drawn.js';

/** @import { OfGame } from './drawn.js' */

/**
 * @param {string} words
 * @param {OfGame} game whose figures are loaded
 * @returns {HTMLElement[]}
 */
export function explained(words, game) {
  /** @type {HTMLElement[]} */
  const parts = [];
  /** The letter of the piece that is told of. */
  let letter = '';
  /** The lines of a drawing of it. @type {string[]} */
  let drawing = [];
  let hasBoard = false;
  for (const line of [...words.split('\n'), '']) {
    if (isOfBoard(line)) {
      if (!hasBoard) parts.push(startPosition(game));
      hasBoard = true;
      continue;
    }
    if (isDrawn(line)) {
      drawing.push(line);
      continue;
    }
    const kind = game.variant.kinds.find(({ black }) => black === letter);
    if (drawing.length > 0 && kind) parts.push(reach(drawing, kind, game.figures));
    drawing = [];
    const last = parts.at(-1);
    if (line.startsWith('* ')) {
      const item = html('li', {}, line.slice(2));
      if (last?.tagName === 'UL') last.append(item);
      else parts.push(html('ul', {}, item));
    } else if (line.trim() !== '') {
      const isTitle = parts.length === 0;
      const isHeading = /^[A-Z ]+$/.test(line);
      const [, named] = /^\S.* \((\S+)\)$/.exec(line) ?? [];
      letter = named ?? letter;
      const tag = isTitle ? 'h2' : isHeading ? 'h3' : named ? 'h4' : 'p';
      parts.push(html(tag, {}, isHeading ? capitalised(line) : legend(line.trim())));
    }
  }
  return parts;
}

/** `Other rules`. @param {string} line */
const capitalised = (line) => line[0] + line.slice(1).toLowerCase();
