// What is special in a game: what its file says about it, or else a line or two of its rules in words: how captures
// change pieces, what is lent or vanishes, and then what chess does not have.

import { capital, withArticle } from './words.js';

/** How many lines there are at most. */
const MOST = 2;

/** How the rules of each game begin, behind its title and what its file says about it. */
const BOARD = /^The board has /;

/**
 * @typedef {object} Parts
 * @property {Map<string, string>} names of the pieces, by their letters
 * @property {string[]} pieces what each of them does
 * @property {string[]} captures what captures make, one example for each kind of captor
 * @property {string[]} changes how they change, lend and vanish
 * @property {string[]} others all other rules
 */

/**
 * @param {string} words the rules of a game, as the call `explainRules` gives them
 * @param {string} usual those of chess
 * @returns {string[]}
 */
export function gistOf(words, usual) {
  const [, about = ''] = words.split('\n\n');
  if (!BOARD.test(about)) return [about];
  const game = partsOf(words);
  const chess = partsOf(usual);
  const names = [...game.names.values()];
  const known = new Set([...chess.pieces, ...chess.others.map(topicOf)]);
  // What is said of no piece is said in each game of its sort.
  const telling = game.changes.filter((line) => names.some((name) => line.includes(name)));
  const special = [
    ...game.captures.slice(0, 1),
    ...(telling.length > 0 ? telling : game.changes),
    ...game.others.filter((line) => !known.has(topicOf(line)) && !line.includes('{')),
    ...game.pieces.filter((line) => !known.has(line)),
  ];
  const lines = special.length > 0 ? special : game.others.filter((line) => !chess.others.includes(line));
  const topics = lines.map(topicOf);
  return lines.filter((line, index) => topics.indexOf(topicOf(line)) === index).slice(0, MOST);
}

/** `Castling` of `Castling: there is none.` @param {string} line */
const topicOf = (line) => line.split(/[:,]/)[0];

/** @param {string} words @returns {Parts} */
function partsOf(words) {
  /** @type {Parts} */
  const parts = { names: new Map(), pieces: [], captures: [], changes: [], others: [] };
  const { names } = parts;
  let heading = '';
  /** What is taken, in a table of captures; the rows below it say what that makes. @type {string[]} */
  let taken = [];
  const lines = words.split('\n');
  for (const [index, line] of lines.entries()) {
    const [, name, letter] = /^(\S.*) \((\S+)\)$/.exec(line) ?? [];
    const [, taker, cells] = /^ +(\S*) +\| (.*)/.exec(line) ?? [];
    if (/^[A-Z ]+$/.test(line)) heading = line;
    else if (name) {
      names.set(letter, name);
      // What captures and promotions may make is told of those that do.
      if (!letter.startsWith('{')) parts.pieces.push(`${name}: ${lines[index + 1].trim()}`);
    } else if (line.startsWith('* ')) {
      const told = line.slice(2).replace(/; '\?' marks .*/, '.');
      (heading.startsWith('HOW') ? parts.changes : parts.others).push(told);
    } else if (taker === '') taken = cells.trim().split(/ +/);
    else if (taker) parts.captures.push(...captureIn(taker, taken, cells.trim().split(/ +/), names));
  }
  return parts;
}

/**
 * A capture of a row that makes something else of the captor, if there is one.
 * @param {string} taker
 * @param {string[]} taken
 * @param {string[]} made
 * @param {Map<string, string>} names
 */
function captureIn(taker, taken, made, names) {
  const at = made.findIndex((one, index) => one.replace('?', '') !== taker && !taken[index].startsWith('{'));
  const [who, whom, what] = [taker, taken[at], made[at]?.replace('?', '')].map((letters) => names.get(letters));
  if (!who || !whom || !what) return [];
  const becomes = made[at].endsWith('?') ? 'may become' : 'becomes';
  return [`${capital(withArticle(who))} that takes ${withArticle(whom)} ${becomes} ${withArticle(what)}.`];
}
