// The panel in which a game is written: its text, which the board follows, what is wrong with it under the lines, its
// rules in words, and the ways to play it and to give it away. What stands there may come from a link, so it is shown
// as text only.

import { coded, isWritten, textOf } from '../game/coded.js';
import { settingKey } from '../game/text-edit.js';
import { html, setText } from '../shell/dom.js';
import { toDraw } from './drawn.js';
import { askForPosition } from './editor.js';
import { explained } from './explained.js';
import { button, copyButton, frameOf, linkOutput, output } from './fields.js';
import { rangeOf, shownUnderLines } from './findings.js';
import { say } from '../shell/live.js';
import { setupOf } from '../start/newgame.js';
import { recordOf } from '../game/record.js';
import { RulesField } from './rules-field.js';
import { save } from '../shell/save.js';
import { trialReport } from './trial-report.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { Finding, GameName, RuleWords } from '../../package/calls' */
/** @import { Panel } from './panels.js' */
/** @import { GameRecord } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Texts } from '../game/texts.js' */
/** @import { Backend } from '../types' */

/** How long nobody types before the text is read, in milliseconds. */
const PAUSE = 300;

/** The largest file that is read, in bytes. */
const LARGEST = 128 * 1024;

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {Game} game
 * @property {Screen} screen
 * @property {Figures} figures
 * @property {Texts} texts
 * @property {() => void} showGallery leads to the games to begin with
 * @property {(record: GameRecord) => Promise<void>} begin puts a game on the board
 * @property {(game: string) => Promise<void>} follow puts the game of the text on the board while it is written
 */

/**
 * @param {Parts} parts
 * @returns {Panel & { put: (text: string) => void }}
 */
export function writePanel({ backend, game, screen, figures, texts, showGallery, begin, follow }) {
  const field = new RulesField(
    texts.last,
    { 'aria-labelledby': 'write-label', 'aria-describedby': 'write-state' },
    () => {
      wait();
      texts.last = field.value;
      timer = setTimeout(() => read(chosen.value || null, true), PAUSE);
    },
  );
  const state = html('p', { id: 'write-state', class: 'muted', role: 'status' });
  const mistakes = html('ol', { class: 'findings', 'aria-label': 'Mistakes in the text' });
  const words = html('div', { class: 'rules' });
  const rules = html(
    'details',
    { class: 'write-rules', hidden: true },
    html('summary', {}, 'The rules in words'),
    words,
  );
  const chosen = html('select', { id: 'write-game' });
  const choice = html(
    'div',
    { class: 'field', hidden: true },
    html('label', { for: 'write-game' }, 'Game of the text'),
    chosen,
  );
  const link = linkOutput(backend, 'Link with the whole game', 'write-link');
  const frame = output('For your own page', 'write-frame');
  // A program that serves the page to this machine alone has nothing for others.
  const frames = backend.kind === 'wasm' ? frame.element : '';
  const away = html('div', { class: 'write-away', hidden: true }, link.element, frames);
  const play = html('button', { type: 'button', class: 'primary', onclick: () => start('engine') }, 'Play');
  const watch = button('Watch', () => start('both'));
  const setUp = button('Set up the start …', () => askForStart());
  const report = trialReport(backend);
  /** The game of the text that can be played, as it was read last. @type {string | null} */
  let ready = null;
  /** What a text can be made of, once it is known. @type {RuleWords | undefined} */
  let known;
  /** Counts the readings, so that one that comes late is known to be late. */
  let reading = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {string} opponent */
  const start = async (opponent) => {
    if (!ready) return;
    texts.keep(field.value);
    try {
      await begin(recordOf(setupOf(ready, opponent)));
    } catch (error) {
      setText(state, `The game cannot begin: ${/** @type {Error} */ (error).message}`);
    }
  };

  /** Nothing is offered of a text that has changed since it was read. */
  const wait = () => {
    reading += 1;
    ready = null;
    for (const one of [play, watch, setUp]) one.disabled = true;
    report.offer(null);
    clearTimeout(timer);
  };

  /**
   * @param {string | null} [wanted] which game of the text
   * @param {boolean} [isFollowed] whether the board shows it
   */
  const read = async (wanted = null, isFollowed = false) => {
    wait();
    const number = reading;
    const text = field.value;
    mistakes.setAttribute('aria-busy', 'true');
    try {
      const check = /** @type {NonNullable<Backend['check']>} */ (backend.check);
      let found = await check(text, { game: wanted });
      if (number !== reading) return;
      // The one that was chosen before may be gone.
      if (wanted !== null && found.game === null) found = await check(text);
      const name = found.game;
      const id = name === null ? null : await coded(text, name);
      if (number !== reading) return;
      show(text, found.games, found.findings, name);
      offer(id);
      if (id === null) return;
      // Of a text with mistakes, the last good board stays.
      const isGood = !found.findings.some(({ severity }) => severity === 'error');
      if (isFollowed && isGood) await follow(id);
      field.complete((known ??= await backend.call(id, { call: 'ruleWords' })));
      const drawn = await toDraw(backend, id, figures);
      if (number === reading) words.replaceChildren(...explained(found.words, drawn));
    } catch (error) {
      if (number !== reading) return;
      show(text, [], [], null);
      offer(null);
      setText(state, `${/** @type {Error} */ (error).message}`);
    } finally {
      if (number === reading) mistakes.removeAttribute('aria-busy');
    }
  };

  /**
   * @param {string} text
   * @param {GameName[]} games
   * @param {Finding[]} findings
   * @param {string | null} name
   */
  const show = (text, games, findings, name) => {
    const goTo = (/** @type {Finding} */ finding) => field.select(...rangeOf(text, finding));
    field.mark(
      findings.map((finding) => {
        const [from, to] = rangeOf(text, finding);
        return { from, to, severity: finding.severity };
      }),
    );
    mistakes.replaceChildren(...shownUnderLines(text, findings, goTo));
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    const count = errors === 1 ? '1 mistake' : `${errors} mistakes`;
    const title = games.find((one) => one.name === name)?.title;
    setText(
      state,
      errors > 0 ? `${count}.${title ? ` “${title}” can be played.` : ''}` : `No mistakes. “${title}” can be played.`,
    );
    chosen.replaceChildren(
      ...games.map((one) => html('option', { value: one.name, selected: one.name === name }, one.title)),
    );
    choice.hidden = games.length < 2;
    rules.hidden = name === null;
  };

  /** @param {string | null} id */
  const offer = (id) => {
    ready = id;
    for (const one of [play, watch, setUp]) one.disabled = id === null;
    report.offer(id);
    away.hidden = id === null;
    if (id === null) return;
    const address = new URL(location.href);
    address.searchParams.delete('embed');
    address.hash = `#${id}`;
    link.input.value = address.href;
    frame.input.value = frameOf(address);
  };

  /** Puts another text in place of this one, which is kept, and which undo brings back. @param {string} text */
  const put = (text) => {
    texts.keep(field.value);
    field.edit({ from: 0, to: field.value.length, insert: text });
    field.select(0, 0);
    texts.last = field.value;
    read(null, true);
  };

  /** Lets the user set the start position up on the board, and puts it into the text. */
  const askForStart = async () => {
    if (!ready) return;
    const { value } = chosen;
    await follow(ready);
    await askForPosition({
      ...{ backend, game, screen, figures },
      async begin({ fen }) {
        const edit = settingKey(field.value, value, 'startFen', fen ?? '');
        if (edit) field.edit(edit);
      },
    });
  };

  chosen.addEventListener('change', () => read(chosen.value, true));
  const file = html('input', { type: 'file', accept: '.ini,.txt,text/plain', tabindex: -1 });
  file.addEventListener('change', async () => {
    const [one] = file.files ?? [];
    file.value = '';
    if (!one) return;
    if (one.size > LARGEST) setText(state, `${one.name} is too large: at most 128 KiB are read.`);
    else put(await one.text());
  });
  const ofBoard = button('Text of the game on the board', async () => {
    try {
      put(await textOf(game.variant.name));
    } catch (error) {
      say(/** @type {Error} */ (error).message, { tone: 'refusal' });
    }
  });
  const update = () => (ofBoard.hidden = !isWritten(game.variant.name));

  /** @param {HTMLElement} host */
  const mount = (host) => {
    host.append(
      html('div', { class: 'field' }, html('strong', { id: 'write-label' }, 'Rules of your game'), field.element),
      state,
      mistakes,
      choice,
      html('div', { class: 'row' }, play, watch, setUp),
      report.element,
      html('div', { class: 'row' }, button('Examples and your games', showGallery), ofBoard),
      html(
        'div',
        { class: 'row' },
        button('Open a file', () => file.click()),
        button('Save as file', () => save('mygame.ini', new Blob([field.value], { type: 'text/plain' }))),
        copyButton(field),
      ),
      html('label', { class: 'visually-hidden' }, 'Rules to open', file),
      rules,
      away,
    );
    game.subscribe(({ type }) => type === 'new' && update());
    update();
    read();
    field.enrich();
  };
  return { id: 'write', title: 'Write', mount, put };
}
