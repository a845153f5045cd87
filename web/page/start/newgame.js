// The dialog in which a game is set up: who plays, how well, on which side, with what clock.

import { openDialog } from '../shell/dialog.js';
import { html, setText } from '../shell/dom.js';
import { GAMES, teaches } from './games.js';
import { readDifferences } from '../panels/rules-text.js';
import { people } from '../game/record.js';
import { resultsByLevel, resultsInWords } from '../game/results.js';
import { settings } from '../shell/settings.js';

/** @import { Results } from '../game/results.js' */
/** @import { Child } from '../shell/dom.js' */
/** @import { Control, GameName, Level, Player, Setup, Side } from '../types' */

/** The time controls on offer: minutes for the game, and seconds that each move adds. */
const CONTROLS = ['', '1+1', '3+2', '5+5', '10+5', '15+10', '30+20'];

/** How long the engine may think on a move without a clock, in milliseconds. */
const THINKING = [300, 1000, 3000, 10_000];

/**
 * @typedef {object} Field
 * @property {'opponent' | 'side' | 'control' | 'thinking'} name
 * @property {string} label
 * @property {[value: string, text: string][]} choices
 */

/** @param {string} text @returns {Control | null} */
function controlOf(text) {
  const [minutes, seconds] = text.split('+').map(Number);
  return text ? { minutes, seconds } : null;
}

/**
 * The game that the settings describe.
 * @param {string} game
 * @param {string} [opponent] `engine`, `people` or `both`
 * @returns {Setup}
 */
export function setupOf(game, opponent = settings.get('opponent')) {
  /** @param {number} level @returns {Player} */
  const engine = (level) => ({ kind: 'engine', level, thinking: settings.get('thinking') });
  /** @type {Record<Side, Player>} */
  let players = people();
  if (opponent === 'both') {
    players = { white: engine(settings.get('level')), black: engine(settings.get('otherLevel')) };
  } else if (opponent === 'engine') {
    const chosen = settings.get('side');
    const side = chosen === 'either' ? (Math.random() < 0.5 ? 'white' : 'black') : chosen;
    const other = engine(settings.get('level'));
    players[side === 'black' ? 'white' : 'black'] = other;
  }
  return { game, fen: null, moves: [], players, control: controlOf(settings.get('control')) };
}

/**
 * Asks how the game shall be played, and begins it, or shows its lesson.
 * @param {object} question
 * @param {GameName} question.game
 * @param {Level[]} question.levels
 * @param {Map<number, Results>} [question.results] how the user has done against them
 * @param {(setup: Setup) => void} question.begin
 * @param {(game: string) => void} [question.guide] begins the lesson of the game
 * @param {boolean} [question.isFromHere] whether it begins from the position on the board
 * @param {Child[]} [question.about] what there is to know first
 */
export async function askForGame({ game, levels, results, begin, guide, isFromHere = false, about = [] }) {
  const { name, title } = game;
  const fields = {
    opponent: choose('opponent', 'Players', [
      ['engine', 'Against Vertumnus'],
      ['people', 'Two people here'],
      ['both', 'Watch Vertumnus play'],
    ]),
    level: chooseLevel('level', 'Level', levels, name, results),
    otherLevel: chooseLevel('otherLevel', 'Level of Black', levels, name),
    side: choose('side', 'You play', [
      ['white', 'White'],
      ['black', 'Black'],
      ['either', 'Either'],
    ]),
    control: choose(
      'control',
      'Clock: minutes + seconds a move',
      CONTROLS.map((text) => [text, text === '' ? 'none' : text.replace('+', ' + ')]),
    ),
    thinking: choose(
      'thinking',
      'Vertumnus thinks at most',
      THINKING.map((time) => [String(time), `${time / 1000} s`]),
    ),
  };
  const update = () => {
    const opponent = settings.get('opponent');
    fields.level.hidden = opponent === 'people';
    const legend = fields.level.querySelector('legend');
    if (legend) setText(legend, opponent === 'both' ? 'Level of White' : 'Level');
    fields.otherLevel.hidden = opponent !== 'both';
    fields.side.hidden = opponent !== 'engine';
    fields.thinking.hidden = opponent === 'people' || settings.get('control') !== '';
  };
  update();
  const more = html('details', {}, html('summary', {}, 'Clock and time'), fields.control, fields.thinking);
  more.open = settings.get('control') !== '';
  const isTaught = guide !== undefined && teaches(name);
  // Who has never played a game is led to its lesson; the first button is the one of the key Enter.
  const isNew = isTaught && !settings.get('played').split(' ').includes(name);
  const play = html('button', { class: isNew ? 'secondary' : 'primary', value: 'play' }, 'Play');
  const learn =
    isTaught && html('button', { class: isNew ? 'primary' : 'secondary', value: 'guide' }, 'Learn it by playing');
  const { dialog, closed } = openDialog(
    { title: isFromHere ? `${title}: from this position` : title },
    ...(isFromHere || !GAMES[name] ? [] : [sketch(name), differences(name)]),
    ...about,
    fields.opponent,
    fields.level,
    fields.otherLevel,
    fields.side,
    more,
    results && results.size > 0 && resultsSoFar(results, levels),
    html('footer', {}, ...(isNew ? [learn, play] : [play, learn])),
  );
  dialog.addEventListener('change', update);
  const answer = await closed;
  if (answer) settings.set('played', [...new Set([...settings.get('played').split(' '), name])].join(' ').trim());
  if (answer === 'play') begin(setupOf(name));
  if (answer === 'guide') guide?.(name);
}

/** What a game is about: its picture and its sentence. @param {string} name */
function sketch(name) {
  const { about, picture } = GAMES[name];
  return html(
    'div',
    { class: 'sketch' },
    html('span', { class: 'game-picture' }, html('img', { alt: '', src: `rules/diagrams/${picture}.svg` })),
    html('p', {}, about),
  );
}

/**
 * How a game differs from chess, as its rules begin. They are read when they are asked for.
 * @param {string} name
 */
function differences(name) {
  const text = html('div', { class: 'rules' });
  const details = html('details', {}, html('summary', {}, 'How it differs from chess'), text);
  const read = async () => {
    try {
      text.append(...(await readDifferences(name)));
    } catch (error) {
      setText(text, `The rules cannot be read: ${/** @type {Error} */ (error).message}`);
    }
  };
  details.addEventListener('toggle', read, { once: true });
  return details;
}

/**
 * @param {Map<number, Results>} results
 * @param {Level[]} levels
 */
function resultsSoFar(results, levels) {
  const lines = resultsByLevel(results, levels).map((line) => html('li', {}, line));
  return html('details', {}, html('summary', {}, 'Your results'), html('ul', { class: 'results' }, ...lines));
}

/**
 * Which level a number is, in words, and its Elo where that was measured.
 * @param {Level[]} levels the weakest first
 * @param {number} number
 * @param {string} game
 */
export function levelInWords(levels, number, game) {
  const measured = GAMES[game]?.elo?.[number];
  const elo = measured ? `; ${measured.join(' ± ')} Elo against Stockfish` : '';
  const level = levels.find(({ skillLevel }) => skillLevel === number);
  // The last one suits nobody.
  const suits = level === levels.at(-1) ? '' : 'suits ';
  if (level) return `${level.name}: ${suits}${level.suits}${elo}`;
  const above = levels.findIndex(({ skillLevel }) => skillLevel > number);
  return `${number}, between ${levels[above - 1].name} and ${levels[above].name}${elo}`;
}

/**
 * A slider over all levels, also those without a word.
 * @param {'level' | 'otherLevel'} name
 * @param {string} label
 * @param {Level[]} levels the weakest first
 * @param {string} game
 * @param {Map<number, Results>} [results]
 */
function chooseLevel(name, label, levels, game, results = new Map()) {
  const [lowest, highest] = [levels[0].skillLevel, levels[levels.length - 1].skillLevel];
  const input = html('input', {
    type: 'range',
    name,
    min: String(lowest),
    max: String(highest),
    value: String(settings.get(name)),
    'aria-label': label,
  });
  const words = html('p', { class: 'level-about muted' });
  const tell = () => {
    const level = Number(input.value);
    const known = results.get(level);
    setText(words, levelInWords(levels, level, game) + (known ? `. You: ${resultsInWords(known)}` : ''));
    input.ariaValueText = words.textContent;
  };
  input.addEventListener('input', () => {
    settings.set(name, Number(input.value));
    tell();
  });
  tell();
  return html('fieldset', { class: 'choices' }, html('legend', {}, label), input, words);
}

/**
 * A row of choices, of which the settings keep one.
 * @param {Field['name']} name
 * @param {string} label
 * @param {Field['choices']} choices
 */
function choose(name, label, choices) {
  const fieldset = html('fieldset', { class: 'choices' }, html('legend', {}, label));
  const row = html('div', { class: 'segments' });
  fieldset.append(row);
  for (const [value, text] of choices) {
    const input = html('input', { type: 'radio', name, value, checked: String(settings.get(name)) === value });
    input.addEventListener('change', () => {
      const isNumber = typeof settings.get(name) === 'number';
      settings.set(name, /** @type {never} */ (isNumber ? Number(value) : value));
    });
    // Enter plays from here, and a narrow window shows the dialog from its top.
    if (name === 'opponent' && input.checked) input.autofocus = true;
    row.append(html('label', {}, input, html('span', {}, text)));
  }
  return fieldset;
}
