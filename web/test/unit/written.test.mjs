// The module that reads games from texts plays them, and says what is wrong with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  CallError,
  Engine,
  Listener,
  Rules,
  RulesError,
  packed,
  hasWritten,
  randomGame,
  checkRules,
  native,
  readRules,
} from '../support.mjs';

/** Compressed, the module has at most this many bytes. */
const BUDGET = 800_000;

const TEXT = `[camels:chess]
title = Chess with Camels
knight = -
customPiece1 = c:C
startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1
promotionPieceTypes = qrbc

[tall:camels]
maxRank = 10
startFen = rcbqkbcr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RCBQKBCR w - - 0 1
castling = false
promotionRegionWhite = *10
doubleStepRegionBlack = *9

[house:crazyhouse]
`;

const options = { skip: hasWritten ? false : 'the module is not built' };

test('the module is small', options, () => {
  const size = packed('written');
  assert.ok(size <= BUDGET, `${size} bytes`);
});

test('the rules of a text are those of a game', options, async () => {
  const rules = await Rules.load('camels', { rules: TEXT });
  assert.equal(rules.variant.title, 'Chess with Camels');
  const position = rules.position();
  position.make('b1c4');
  assert.deepEqual(position.sans, ['Cc4']);
  assert.deepEqual(position.movesMade, ['b1c4']);
  assert.ok(position.svg().includes('<svg'));
  // Sixteen moves of pawns and four of camels, on both sides.
  assert.equal(rules.position().perft(2), 400);
  const tall = await Rules.load('tall', { rules: TEXT });
  assert.ok(tall.position(null, ['a2a4']).legalMoves().includes('h9h7'));
  assert.equal((await Rules.load(null, { rules: TEXT })).game, 'camels');
});

for (const game of ['camels', 'tall', 'house']) {
  test(`${game}: the engine plays some moves`, options, async (context) => {
    const rules = await Rules.load(game, { rules: TEXT });
    const engine = await Engine.load(game, { rules: TEXT });
    context.after(() => engine.terminate());
    const heard = new Listener(engine);
    const position = randomGame(rules, 3, 6);
    for (let ply = 0; ply < 8; ply += 1) {
      engine.postMessage(`position startpos moves ${position.movesMade.join(' ')}`);
      engine.postMessage('go nodes 2000');
      const [, move] = (await heard.next('bestmove ')).split(' ');
      // The rules refuse what is not legal.
      position.make(move);
    }
    assert.equal(position.movesMade.length, 14);
    // A worker that takes the place of one that was stopped knows the game, too.
    engine.postMessage('go infinite');
    await heard.next('info depth');
    engine.postMessage('stop');
    await heard.next('bestmove ');
    engine.postMessage('go depth 2');
    const [, move] = (await heard.next('bestmove ')).split(' ');
    assert.ok(rules.position(null, position.movesMade.slice(0, -1)).legalMoves().length > 0 && move);
  });
}

test('a mate is found with a piece of a text', options, async (context) => {
  const engine = await Engine.load('camels', { rules: TEXT });
  context.after(() => engine.terminate());
  const heard = new Listener(engine);
  engine.postMessage('position fen 6rk/6pp/8/8/4C3/8/8/K7 w - - 0 1');
  engine.postMessage('go depth 6');
  assert.match(await heard.next('bestmove '), /^bestmove \S+/);
});

test('pieces in hand are dropped, and the engine mates by that', options, async (context) => {
  const rules = await Rules.load('house', { rules: TEXT });
  const position = rules.position(null, ['e4', 'd5', 'exd5', 'Qxd5', 'P@e6']);
  const { fen, inHand } = position.view;
  assert.equal(fen, 'rnb1kbnr/ppp1pppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3');
  assert.deepEqual(
    [...inHand.white, ...inHand.black].map(({ place, count }) => [place, count]),
    [['p@', 1]],
  );
  assert.equal(position.objection('P@e8'), "'P@e8' is not legal: there is a piece on e8");
  const engine = await Engine.load('house', { rules: TEXT });
  context.after(() => engine.terminate());
  const heard = new Listener(engine);
  engine.postMessage('position fen 7k/8/6K1/8/8/8/8/8[R] w - - 0 1');
  engine.postMessage('go depth 4');
  assert.match(await heard.next('bestmove '), /^bestmove R@[a-f]8/);
});

test(
  'rules for which there is a network are evaluated by it, whatever the game is called',
  options,
  async (context) => {
    const asked = ['position startpos moves e2e4 d7d5 e4d5 d8d5', 'eval'];
    const expected = native([], ['setoption name UCI_Variant value crazyhouse', ...asked, ''].join('\n'));
    const engine = await Engine.load('house', { rules: TEXT });
    context.after(() => engine.terminate());
    const heard = new Listener(engine);
    asked.forEach((line) => engine.postMessage(line));
    const [, network] = (await heard.next('Network ')).match(/(-?[\d.]+)/) ?? [];
    assert.notEqual(network, '0.00');
    assert.match(expected, new RegExp(`^Network +${network}$`, 'm'));
    const worth = await heard.next('Evaluation: ');
    assert.ok(expected.includes(`${worth}\n`), worth);
    const { network: own } = (await Rules.load('house', { rules: TEXT })).variant;
    assert.equal(own, 'crazyhouse');
    assert.equal((await Rules.load('camels', { rules: TEXT })).variant.network, null);
  },
);

test('a text is looked at in a worker, which is ended after its time', options, async () => {
  const checked = await checkRules(TEXT, { game: 'tall' });
  assert.deepEqual(
    checked.games.map(({ name }) => name),
    ['camels', 'tall', 'house'],
  );
  assert.equal(checked.game, 'tall');
  assert.match(checked.words, /^tall\n[^]*The board has 8 files and 10 ranks/);
  assert.equal((await checkRules(TEXT)).game, 'camels');
  const wrong = await checkRules('[wrong:chess]\nking = k:KM\n');
  assert.deepEqual([wrong.games, wrong.game, wrong.words, wrong.findings.length], [[], null, '', 1]);
  assert.equal((await checkRules(TEXT, { game: 'none' })).game, null);
  await assert.rejects(checkRules('#'.repeat(131_073)), /at most 131072/);
  await assert.rejects(checkRules('[a]\n'.repeat(257)), (error) => error instanceof CallError);
  // No text is read in no time.
  const many = Array.from({ length: 250 }, (_, index) => `[game${index}:chess]\nking = k:KN\n`).join('');
  await assert.rejects(checkRules(many, { limit: 0 }), /takes longer than 0 s/);
});

test('mistakes have places', options, async () => {
  const { games, findings } = await readRules('[wrong:chess]\nking = k:KM\n[right:chess]\nking = k:KN\n');
  assert.deepEqual(
    games.map(({ name }) => name),
    ['right'],
  );
  const [{ severity, line, column, message }] = findings;
  assert.deepEqual([severity, line, column], ['error', 2, 11]);
  assert.match(message, /^'M'/);
  await assert.rejects(Rules.load('wrong', { rules: '[wrong:chess]\nking = k:KM\n' }), (error) => {
    assert.ok(error instanceof RulesError && /^line 2, column 11: 'M'/.test(error.message));
    return error.findings.length === 1;
  });
  await assert.rejects(Rules.load('none', { rules: TEXT }), RulesError);
  await assert.rejects(
    readRules('x'.repeat(200_000)),
    (error) => error instanceof CallError && error.kind === 'BadRules',
  );
});
