// The drawings of letters among the rules in words, as pictures: what a piece reaches, and the start position.

import { html, setText, svg } from '../shell/dom.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Backend, Kind, Piece, Variant } from '../types' */

/** What the pictures show of their game. @typedef {{ variant: Variant, pieces: Piece[], figures: Figures }} OfGame */

/** The side of a square in a picture. */
const CELL = 20;

/**
 * Asks for what the pictures of a game show.
 * @param {Backend} backend
 * @param {string} game
 * @param {Figures} figures
 * @returns {Promise<OfGame>}
 */
export async function toDraw(backend, game, figures) {
  const variant = await backend.call(game, { call: 'variant' });
  const { pieces } = await backend.call(game, { call: 'position' });
  const ids = [...variant.kinds.map((kind) => kind.figures.white), ...pieces.map(({ figure }) => figure)];
  await figures.load(game, ids);
  return { variant, pieces, figures };
}

/** Whether a line is part of a drawing: single signs with blanks between. @param {string} line */
export const isDrawn = (line) => /^ {3,}(\d+ )? *\S( \S| {2})* ?$/.test(line);

/** Whether a line is a rank of the start position, or names its files. @param {string} line */
export const isOfBoard = (line) => /^ {2,3}\d{1,2} {2}|^ {6}a /.test(line);

/** Words that say what signs mean, for the pictures. @param {string} line */
export const legend = (line) =>
  line
    .replace(/Marks: .*? as a double step\./, 'A dot: it moves there. A ring: it captures there. 2: a double step.')
    .replace("; ' ' is no square", '');

/**
 * What a piece reaches, around it.
 * @param {string[]} lines
 * @param {Kind} kind
 * @param {Figures} figures
 */
export function reach(lines, kind, figures) {
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const middle = (rows.length - 1) / 2;
  return picture(`What the ${kind.name} reaches`, rows, (sign, file, row) => {
    if (file === middle && row === middle) return [figures.use(kind.figures.white, CELL)];
    const at = { cx: CELL / 2, cy: CELL / 2 };
    const dot = svg('circle', { ...at, r: CELL * 0.16, class: 'drawn-dot' });
    const ring = svg('circle', { ...at, r: CELL * 0.36, class: 'drawn-ring' });
    if (sign === '2') return [written('2')];
    return [...('*o'.includes(sign) ? [dot] : []), ...('*x'.includes(sign) ? [ring] : [])];
  });
}

/** The start position. @param {OfGame} game */
export function startPosition({ variant, pieces, figures }) {
  const { files, ranks, squares } = variant;
  const rows = Array.from({ length: ranks }, (_, row) =>
    Array.from({ length: files }, (_, file) => squares[(ranks - 1 - row) * files + file] ?? ''),
  );
  return picture('The start position', rows, (square) => {
    const piece = pieces.find((other) => other.square === square);
    return piece ? [figures.use(piece.figure, CELL)] : [];
  });
}

/** @param {string} sign */
function written(sign) {
  const text = svg('text', { x: CELL / 2, y: CELL * 0.72, class: 'drawn-sign' });
  setText(text, sign);
  return text;
}

/**
 * @param {string} label
 * @param {string[][]} rows from the top; an empty sign is no square
 * @param {(sign: string, file: number, row: number) => Node[]} content
 */
function picture(label, rows, content) {
  const files = Math.max(...rows.map((row) => row.length));
  const cells = rows.flatMap((row, rank) =>
    row.map((sign, file) => {
      if (sign === '') return svg('g');
      // The first file of the last rank is dark.
      const shade = (file + rows.length - 1 - rank) % 2 === 0 ? 'dark' : 'light';
      const square = svg('rect', { width: CELL, height: CELL, class: `drawn-${shade}` });
      const at = `translate(${file * CELL} ${rank * CELL})`;
      return svg('g', { transform: at }, square, ...content(sign, file, rank));
    }),
  );
  const box = { viewBox: `0 0 ${files * CELL} ${rows.length * CELL}`, role: 'img', 'aria-label': label };
  return html('div', { class: 'drawn-picture', style: `--files:${files}` }, svg('svg', box, ...cells));
}
