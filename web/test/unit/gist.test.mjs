// What is special in a game, by its rules in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkRules, hasWritten } from '../support.mjs';
import { gistOf } from '../../page/game/gist.js';

const options = { skip: hasWritten ? false : 'the module is not built' };

/** @type {[about: string, settings: string, lines: string[]][]} */
const CASES = [
  ['nothing is special in chess', '', []],
  ['what the file says goes before all', 'about = Nobody castles.\ncastling = false\n', ['Nobody castles.']],
  [
    'a piece, and how the game ends',
    'customPiece1 = e:FA\npieceNames = e:Elephant\nbishop = -\nstalemateValue = loss\n' +
      'startFen = rneqkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEQKENR w KQkq - 0 1\npromotionPieceTypes = qren\n',
    [
      'Stalemate loses for the side that cannot move.',
      'Elephant: steps one square diagonally; leaps two squares diagonally.',
    ],
  ],
  ['what chess has in another way, if there is nothing else', 'castling = false\n', ['Castling: there is none.']],
  [
    'what captures make',
    'alias = q:{rb}\npieceNames = {rn}:Empress {bn}:Princess {qn}:Amazon\n' +
      'onCapture = k x * > mover; p x * > mover; * x p > mover; * x * > join?\n',
    [
      'A Knight that takes a Bishop may become a Princess.',
      'After a capture: a Pawn, Amazon or King stays what it is; for the other 6 kinds it depends on what they take.',
    ],
  ],
  [
    'what is lent, and to whom it is not',
    'lend = n:K\nlendTo = *!k\n',
    [
      'A Knight lends friends in its zone this: its own moves. The zone is where it gets if it steps one square in any direction.',
      'A King borrows nothing.',
    ],
  ],
  [
    'one line for each topic',
    'flagPiece = k\nflagRegionWhite = e8\nflagRegionBlack = e1\n',
    ['Flag: White wins by moving a King to e8.'],
  ],
];

for (const [about, settings, lines] of CASES) {
  test(about, options, async () => {
    const { words } = await checkRules(`[mine:chess]\n${settings}`);
    const usual = await checkRules('[usual:chess]\n');
    assert.deepEqual(gistOf(words, usual.words), lines);
  });
}
