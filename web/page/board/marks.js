// What is marked on the board, and what the squares are called: both follow from the position and from what the
// user does with it. Knows no screen.

import { allHeld, isInHand } from '../game/hands.js';
import { targetKind } from './selection.js';
import { squareInWords } from '../game/words.js';

/** @import { Mark } from './board.js' */
/** @import { Selection, TargetKind } from './selection.js' */
/** @import { Move, Side, View } from '../types' */

/**
 * What is on the board.
 * @typedef {object} Scene
 * @property {View} view
 * @property {Side | null} mover the side whose pieces the user may move, or plan to move
 * @property {{ from: string, to: string | null } | null} [plan] a move that is planned
 * @property {Selection | null} selection the piece whose move is being picked
 * @property {string | null} inspected the square, or the piece in hand, that is explained
 * @property {Mark[]} explanation what explains it
 * @property {Set<string>} loans the squares to which it can go only by lent powers
 * @property {Move | null} preview a move that is shown before it is made
 * @property {boolean} showsTargets whether the squares are marked to which the piece may go
 */

/**
 * A square, or a piece in hand, for the keyboard and for screen readers.
 * @typedef {{ name: string, isSelected: boolean, isMovable: boolean, isTarget: boolean }} Naming
 */

/** @type {Record<TargetKind, string>} */
const TARGETS = {
  move: 'can move here',
  capture: 'can be captured',
  change: 'changes here',
  choice: 'a choice here',
  vanish: 'pieces vanish',
  castle: 'can castle here',
};

/** The marks of where a piece can go. @type {Mark['type'][]} */
const WAYS = ['target', 'reach', 'threat'];

/**
 * @param {Scene} scene
 * @returns {Mark[]}
 */
export function marksOf({ view, selection, inspected, explanation, loans, preview, showsTargets, plan }) {
  const marks = marksOfView(view);
  if (view.isCheck && view.king) marks.push({ square: view.king, type: 'check' });
  if (inspected) marks.push({ square: inspected, type: 'selected' });
  marks.push(...explanation);
  if (plan?.to) for (const square of [plan.from, plan.to]) marks.push({ square, type: 'planned' });
  if (selection) {
    selection.path.forEach((square, index) => marks.push({ square, type: 'stop', number: index + 1 }));
    for (const [square, moves] of showsTargets ? selection.targets : []) {
      marks.push({ square, type: 'target', ...targetKind(moves, square) });
    }
  }
  if (preview) {
    for (const { square } of preview.victims) if (square !== preview.to) marks.push({ square, type: 'doomed' });
    if (!preview.survives) marks.push({ square: preview.from, type: 'doomed' });
  }
  const isLent = (/** @type {Mark} */ { square, type }) => WAYS.includes(type) && loans.has(square);
  const onBoard = marks.filter(({ square }) => !isInHand(square));
  return onBoard.map((mark) => (isLent(mark) ? { ...mark, isLent: true } : mark));
}

/**
 * What is so whatever the user does: the way of the last move, what it has emptied besides and who has changed sides by it,
 * and who is frozen.
 * @param {View} view
 * @returns {Mark[]}
 */
export function marksOfView({ lastMove, pieces }) {
  const frozen = pieces.filter(({ isFrozen }) => isFrozen);
  return [
    ...(lastMove ? lastMoveOf(lastMove) : []),
    ...frozen.map(({ square }) => /** @type {Mark} */ ({ square, type: 'frozen' })),
  ];
}

/** @param {NonNullable<View['lastMove']>} lastMove @returns {Mark[]} */
function lastMoveOf({ from, to, stops, emptied, converted }) {
  /** @type {Mark[]} */
  const way = [...new Set([isInHand(from) ? to : from, ...stops, to])].map((square) => ({ square, type: 'last' }));
  // A flight takes what stands on its stops, and leaves them empty: the tint says that.
  const vanished = emptied.filter((square) => square === to || !stops.includes(square));
  return [
    ...way,
    ...vanished.map((square) => /** @type {Mark} */ ({ square, type: 'emptied' })),
    ...converted.map((square) => /** @type {Mark} */ ({ square, type: 'converted' })),
  ];
}

/**
 * The names of squares and of pieces in hand, for those who do not see the marks.
 * @param {Scene} scene
 * @returns {(place: string) => Naming}
 */
export function namesOf({ view, mover, selection, loans }) {
  const pieces = new Map(view.pieces.map((piece) => [piece.square, piece]));
  const hands = new Map(allHeld(view).map((held) => [held.place, held]));
  const targets = new Map(
    [...(selection?.targets ?? [])].map(([square, moves]) => {
      const { kind } = targetKind(moves, square);
      const words = kind === 'move' && moves[0].isDrop ? 'can be dropped here' : TARGETS[kind];
      return [square, words + (loans.has(square) ? ' by a lent power' : '')];
    }),
  );
  return (place) => {
    const held = hands.get(place);
    const piece = held ?? pieces.get(place);
    const count = held && held.count > 1 ? String(held.count) : undefined;
    const words = targets.get(place) ?? (view.isCheck && place === view.king ? 'in check' : count);
    return {
      name: squareInWords(place, piece) + (words ? `, ${words}` : ''),
      isSelected: selection?.from === place,
      isMovable: mover !== null && piece?.side === mover,
      isTarget: targets.has(place),
    };
  };
}
