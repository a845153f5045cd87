// The bar of a puzzle: what is asked for, help, and the next one; and who answers the user's moves. Whether a move
// still wins in time is the engine's word, for there may be more ways than one.

import { openDialog } from './dialog.js';
import { html } from './dom.js';
import { announce, say } from './live.js';
import { isWonIn, readPuzzles, recordOfPuzzle } from '../game/puzzles.js';
import { EngineEnded, Searcher } from '../engines/searcher.js';
import { opposite } from '../game/state.js';
import { capital } from '../game/words.js';

/** @import { GameRecord, Puzzle } from '../game/record.js' */
/** @import { Progress } from '../game/puzzles.js' */
/** @import { Change, Game } from '../game/state.js' */
/** @import { Table } from '../board/table.js' */
/** @import { Backend } from '../types' */

/** How far the engine looks at a move of the user: each puzzle is solved within half of that. */
const LIMIT = 'nodes 200000';

/** How long a move stays on the board before it is answered, or taken back, in milliseconds. */
const PAUSE = 500;

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {Game} game
 * @property {Table} table
 * @property {Progress} progress
 * @property {(record: GameRecord, about: string) => Promise<void>} begin puts a puzzle on the board
 */

/** The puzzles of a game, as the host has them. @param {string} game */
async function puzzlesOf(game) {
  const answer = await fetch(`puzzles/${game}.epd`);
  if (!answer.ok) throw new Error(`the host has no puzzles of ${game}`);
  return readPuzzles(game, await answer.text());
}

/**
 * The puzzle of a game that has this number.
 * @param {string} game
 * @param {number} number
 * @returns {Promise<GameRecord>}
 */
export async function puzzleAt(game, number) {
  const all = await puzzlesOf(game);
  const puzzle = all[number - 1];
  if (!puzzle) throw new Error(`there is no puzzle ${number}; there are ${all.length}`);
  return recordOfPuzzle(game, puzzle);
}

/**
 * The next puzzle of a game that the user has not solved, after one of them.
 * @param {Progress} progress
 * @param {string} game
 * @param {number} [after] the number of that puzzle
 * @returns {Promise<GameRecord>}
 */
export async function nextPuzzle(progress, game, after = 0) {
  const all = await puzzlesOf(game);
  const inOrder = [...all.slice(after), ...all.slice(0, after)];
  const puzzle = inOrder.find(({ id }) => !progress.isSolved(id)) ?? inOrder[0];
  if (!puzzle) throw new Error(`there are no puzzles of ${game}`);
  return recordOfPuzzle(game, puzzle);
}

export class Trainer {
  #parts;
  #host;
  /** @type {{ game: string, searcher: Searcher } | null} */ #engine = null;
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
  }

  get #puzzle() {
    return this.#parts.game.record.puzzle ?? null;
  }

  /** @param {Change} change */
  #hear(change) {
    const { game } = this.#parts;
    if (change.type === 'new') {
      this.#engine?.searcher.drop();
      this.#isBusy = false;
      if (!game.record.puzzle) this.#engine?.searcher.close();
    }
    const puzzle = this.#puzzle;
    if (puzzle && change.type === 'move' && change.advances && change.before.turn === puzzle.side) this.#judge(puzzle);
    this.#show();
  }

  #searcher() {
    const { backend, game } = this.#parts;
    const { name } = game.variant;
    if (this.#engine?.game !== name) {
      this.#engine?.searcher.close();
      this.#engine = { game: name, searcher: new Searcher(() => backend.newEngine(name), name) };
    }
    return this.#engine.searcher;
  }

  /**
   * The engine's move where the game stands, and its last line.
   * @returns {Promise<{ best: string | null, line: string }>}
   */
  async #ask() {
    const { fen, line: moves } = this.#parts.game;
    let line = '';
    const onInfo = (/** @type {string} */ info) => (line = info.includes(' pv ') ? info : line);
    const best = await this.#searcher().search({ fen, moves, go: LIMIT, options: { 'Skill Level': 20 }, onInfo });
    return { best, line };
  }

  /** The user has moved. @param {Puzzle} puzzle */
  async #judge(puzzle) {
    const { game } = this.#parts;
    const { step, line, outcome } = game;
    const stays = () => step === game.step && this.#puzzle === puzzle;
    const winning = puzzle.side === 'white' ? '1-0' : '0-1';
    if (outcome) {
      if (outcome.result === winning) return this.#solved(puzzle);
      return this.#missed(puzzle, stays);
    }
    const own = Math.ceil(line.length / 2);
    this.#isBusy = true;
    try {
      const { best, line: info } = await this.#ask();
      if (!stays()) return;
      const isKnown = own === 1 && puzzle.best.includes(line[0]);
      const isRight =
        own < puzzle.moves && (isKnown || isWonIn(info, opposite(puzzle.side), puzzle.side, puzzle.moves - own));
      if (!isRight) return await this.#missed(puzzle, stays);
      await pause();
      if (stays() && best) await game.answer(best);
      if (this.#puzzle === puzzle && !game.outcome) announce('Right. Go on.');
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      say(`There is no engine: ${error.message}.`, { tone: 'refusal' });
    } finally {
      this.#isBusy = false;
      this.#show();
    }
  }

  /** @param {Puzzle} puzzle */
  #solved(puzzle) {
    this.#parts.progress.solve(puzzle);
    this.#show();
  }

  /**
   * @param {Puzzle} puzzle
   * @param {() => boolean} stays
   */
  async #missed(puzzle, stays) {
    const { game } = this.#parts;
    const san = game.plyAt(game.line)?.san ?? '';
    this.#needHelp(puzzle);
    await pause();
    if (!stays()) return;
    await game.takeBack();
    await this.#parts.table.shown;
    say(`${san} does not win in time. Try another move.`, { tone: 'refusal' });
  }

  /** @param {Puzzle} puzzle */
  #needHelp(puzzle) {
    puzzle.isHelped = true;
    this.#parts.progress.fail();
    this.#show();
  }

  /** What stands on the board is shown: which man is to move, or how. @param {boolean} isWhole */
  async #help(isWhole) {
    const { game, table } = this.#parts;
    const puzzle = this.#puzzle;
    if (!puzzle || game.outcome || game.turn !== puzzle.side || this.#isBusy) return;
    if (isWhole) puzzle.isShown = true;
    this.#needHelp(puzzle);
    if (!game.isCurrent) await game.look(game.line);
    const { step } = game;
    try {
      const best = game.line.length === 0 ? puzzle.best[0] : (await this.#ask()).best;
      if (step !== game.step) return;
      const move = game.last.legal.find(({ text }) => text === best);
      if (!move) return;
      if (isWhole) return await game.play(move.text);
      table.pick(move.from);
      say(`Look at ${move.from}: what can this piece do?`, { tone: 'hint' });
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      say(`There is no engine: ${error.message}.`, { tone: 'refusal' });
    }
  }

  /** Goes on with the next puzzle. */
  async next() {
    const { game, progress, begin } = this.#parts;
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    try {
      await begin(await nextPuzzle(progress, game.variant.name, puzzle.number), 'A puzzle.');
    } catch (error) {
      say(`The puzzle does not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
    }
  }

  /** Lists all puzzles of the game, by their length, and begins the one that is chosen. */
  async #choose() {
    const { game, progress, begin } = this.#parts;
    const { name } = game.variant;
    try {
      const all = await puzzlesOf(name);
      const lengths = [...new Set(all.map(({ moves }) => moves))].sort((one, other) => one - other);
      const groups = lengths.map((length) => {
        const group = all.filter(({ moves }) => moves === length);
        return html(
          'section',
          { class: 'puzzle-group' },
          html('h3', {}, length === 1 ? '1 move' : `${length} moves`),
          html('div', { class: 'puzzle-numbers' }, ...group.map(({ id, number }) => numbered(id, number))),
        );
      });
      const { closed } = openDialog({ title: 'Puzzles' }, ...groups);
      const number = Number(await closed);
      if (number > 0) await begin(await puzzleAt(name, number), 'A puzzle.');
    } catch (error) {
      say(`The puzzles do not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
    }

    /** @param {string} id @param {number} number */
    function numbered(id, number) {
      const isSolved = progress.isSolved(id);
      const label = isSolved ? `${number}, solved` : String(number);
      return html(
        'button',
        { class: 'secondary', value: number, 'aria-label': label },
        String(number),
        isSolved && ' ✓',
      );
    }
  }

  #show() {
    const { game, progress } = this.#parts;
    const puzzle = this.#puzzle;
    this.#host.hidden = puzzle === null;
    if (!puzzle) return;
    const isOver = game.outcome !== null;
    const { number, count, side, moves } = puzzle;
    const { streak, best } = progress.score;
    const solved = progress.solvedOf(game.variant.name);
    const row = streak > 0 ? ` · ${streak} in a row, at best ${best}` : '';
    const task = moves === 1 ? `${capital(side)} wins in 1 move` : `${capital(side)} wins in ${moves} moves`;
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, isOn = true) =>
      html('button', { type: 'button', class: 'secondary', disabled: !isOn, onclick: act }, label);
    const state = isOver ? (puzzle.isShown ? 'The solution' : 'Solved') : task;
    this.#host.replaceChildren(
      html('span', {}, html('strong', {}, state), ` · puzzle ${number} of ${count} · ${solved} solved${row}`),
      isOver ? '' : button('Which piece?', () => this.#help(false), !this.#isBusy),
      isOver ? '' : button('Show the move', () => this.#help(true), !this.#isBusy),
      button(isOver ? 'Next puzzle' : 'Skip', () => this.next()),
      button('All', () => this.#choose()),
    );
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));
