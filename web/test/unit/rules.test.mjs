// The rules in WebAssembly are the native ones.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { CallError, Rules, games, native, randomGame, text } from '../support.mjs';

/** The most leaves that are counted for one position. */
const LEAVES = 1_000_000;

for (const game of games) {
  const rules = await Rules.load(game);

  test(`${game}: the suite of perft`, () => {
    const lines = text(`perft/${game}.epd`)
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    for (const line of lines) {
      const [fen, ...fields] = line.split(';').map((field) => field.trim());
      const counts = fields
        .map((field) =>
          field
            .match(/^D(\d+) (\d+)$/)
            ?.slice(1)
            .map(Number),
        )
        .filter(Boolean);
      const deepest = counts.findLast(([, leaves]) => leaves <= LEAVES);
      assert.ok(deepest, line);
      assert.equal(rules.position(fen).perft(deepest[0]), deepest[1], line);
    }
    assert.ok(lines.length > 50);
  });

  test(`${game}: random games, move by move`, () => {
    let compared = 0;
    const written = [];
    for (let seed = 0; seed < 3; seed += 1) {
      const position = randomGame(rules, seed, 160);
      const moves = position.movesMade;
      const orders = moves.map((_, ply) => `position startpos moves ${moves.slice(0, ply + 1).join(' ')}\nd\n`);
      const shown = native([], `setoption name UCI_Variant value ${game}\n${orders.join('')}quit\n`);
      /** @param {string} name */
      const all = (name) => [...shown.matchAll(new RegExp(`^${name}:(.*)$`, 'gm'))].map((found) => found[1].trim());
      const [fens, keys, checkers, outcomes] = ['Fen', 'Key', 'Checkers', 'Outcome'].map(all);
      const again = rules.position();
      moves.forEach((move, ply) => {
        again.make(ply % 2 === 0 ? move : position.sans[ply]);
        assert.equal(again.movesMade[ply], move);
        assert.equal(again.fen, fens[ply]);
        assert.equal(again.key, keys[ply].toLowerCase());
        assert.equal(again.view.checkers.join(' '), checkers[ply]);
        assert.equal(again.outcome?.result ?? 'ongoing', outcomes[ply].split(' ')[0]);
        compared += 1;
      });
      const record = position.pgn({ tags: { White: 'one', Black: 'another' } });
      assert.deepEqual(
        rules.readPgn(record)[0].plies.map(({ move }) => move),
        moves,
      );
      written.push(record);
    }
    assert.ok(compared > 100);
    const folder = mkdtempSync(join(tmpdir(), 'games-'));
    const file = join(folder, 'games.pgn');
    writeFileSync(file, written.join('\n'));
    // Replays the SAN and verifies the results.
    assert.match(native(['pgn', '--check', file]), /\b3 games/);
    rmSync(folder, { recursive: true });
  });

  test(`${game}: what is refused changes nothing`, () => {
    const position = rules.position();
    const { fen } = position;
    const bad = [
      () => rules.position('8/8 w - -'),
      () => rules.position(null, ['a1a1']),
      () => position.make('z9z9'),
      () => position.make('Qxz9'),
      () => position.make(''),
      () => position.make('\u0000"}'),
      () => position.san('a1a1'),
      () => position.perft(99),
      () => rules.call('nothing'),
    ];
    for (const act of bad) {
      assert.throws(act, (error) => error instanceof CallError && !error.message.includes('\n'));
    }
    assert.equal(position.fen, fen);
    assert.equal(position.undo(), false);
    assert.equal(rules.validateFen(fen), true);
    assert.equal(rules.validateFen('nonsense'), false);
  });
}
