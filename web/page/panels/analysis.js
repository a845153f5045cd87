// The analysis: above the moves, the engine's lines for the position that the user looks at, as long as it is switched on.

import { html, setText } from '../shell/dom.js';
import { infoOf, scoreInWords } from '../engines/info.js';
import { legsOf } from '../board/legs.js';
import { LinePreview } from '../board/line-preview.js';
import { EngineEnded, Searcher } from '../engines/searcher.js';
import { settings } from '../shell/settings.js';

/** @import { Arrow, Board } from '../board/board.js' */
/** @import { Figures } from '../board/figures.js' */
/** @import { Info } from '../engines/info.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { Stage } from '../shell/stage.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Backend, View } from '../types' */

/** The most lines that are shown at once. */
const MOST_LINES = 5;

/** The longest line that is written out, in plies. */
const LINE_LENGTH = 12;

/** How long a position is looked at, in milliseconds: a phone that is put aside shall not run empty. */
const LONGEST = 180_000;

/** How long an engine is kept that nobody looks at, in milliseconds: it holds memory, and perhaps a connection. */
const PATIENCE = 30_000;

/** @typedef {{ backend: Backend, game: Game, screen: Screen, board: Board, figures: Figures, stage: Stage }} Parts */

export class Analysis {
  #parts;
  #host;
  #isVisible = false;
  #isOn = false;
  /** @type {((isOn: boolean) => void)[]} */ #listeners = [];
  /** @type {{ game: string, searcher: Searcher } | null} */ #engine = null;
  /** @type {View | null} The position that is to be searched. */ #wanted = null;
  /** @type {string | null} Why there is no engine. */ #failure = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} Ends the engine when nobody has looked for long. */ #timer;
  /** @type {Info[]} The best lines, in order. */ #lines = [];
  /** @type {Map<string, string[]>} Lines in SAN. */ #sans = new Map();
  #isDue = false;
  #preview;

  #count = html('select', { 'aria-label': 'Lines', onchange: () => this.#setCount() });
  #score = html('strong', { class: 'score' });
  #about = html('p', { class: 'analysis-about muted' });
  #list = html('ol', { class: 'lines' });
  #again = html(
    'button',
    { type: 'button', class: 'secondary', hidden: true, onclick: () => this.#restart() },
    'Start the engine again',
  );

  /**
   * @param {Parts} parts
   * @param {HTMLElement} host
   */
  constructor(parts, host) {
    this.#parts = parts;
    this.#host = host;
    this.#preview = new LinePreview(parts);
    this.#list.addEventListener('pointerover', (event) => this.#lookAhead(event));
    this.#list.addEventListener('pointerleave', () => this.#preview.hide());
    for (let count = 1; count <= MOST_LINES; count += 1) {
      const isChosen = settings.get('lines') === count;
      this.#count.append(
        html('option', { value: count, selected: isChosen }, count === 1 ? '1 line' : `${count} lines`),
      );
    }
    host.append(
      html('div', { class: 'analysis-head' }, this.#score, this.#count),
      this.#about,
      this.#again,
      this.#list,
    );
    parts.game.subscribe(() => this.#look());
    document.addEventListener('visibilitychange', () => this.#look());
  }

  /** Whether the board is in sight. @param {boolean} isVisible */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    if (!isVisible) this.#preview.hide();
    this.#look();
  }

  /** Switches it on or off. */
  toggle() {
    this.#isOn = !this.#isOn;
    this.#host.hidden = !this.#isOn;
    for (const listener of this.#listeners) listener(this.#isOn);
    this.#look();
  }

  /**
   * Calls a function now and whenever it is switched.
   * @param {(isOn: boolean) => void} listener
   */
  onToggle(listener) {
    this.#listeners.push(listener);
    listener(this.#isOn);
  }

  #setCount() {
    settings.set('lines', Number(this.#count.value));
    this.#wanted = null;
    this.#look();
  }

  /** Searches the position that is looked at, or nothing if nobody would see it. */
  #look() {
    const { game } = this.#parts;
    const isOn = this.#isVisible && this.#isOn && !document.hidden;
    const wanted = isOn && !game.view.outcome && game.view.legal.length > 0 ? game.view : null;
    if (wanted && wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#failure = null;
    clearTimeout(this.#timer);
    if (!isOn) this.#timer = setTimeout(() => this.#engine?.searcher.close(), PATIENCE);
    this.#lines = [];
    this.#sans.clear();
    this.#draw();
    this.#engine?.searcher.drop();
    if (!wanted) return;
    const { fen, moves } = game;
    const options = { 'Skill Level': 20, UCI_ShowWDL: 'true', MultiPV: settings.get('lines') };
    const onInfo = (/** @type {string} */ line) => this.#hear(line, wanted);
    this.#searcher()
      .search({ fen, moves, go: `movetime ${LONGEST}`, options, onInfo })
      .catch((error) => this.#fail(error, wanted));
  }

  /**
   * The engine has ended more than once.
   * @param {Error} error
   * @param {View} view
   */
  #fail(error, view) {
    if (!(error instanceof EngineEnded)) throw error;
    if (view !== this.#wanted) return;
    this.#failure = error.message;
    this.#draw();
  }

  #restart() {
    this.#wanted = null;
    this.#look();
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
   * @param {string} line
   * @param {View} view the position that is searched
   */
  #hear(line, view) {
    if (view !== this.#wanted) return;
    const info = infoOf(line, view.turn);
    if (!info || info.rank > settings.get('lines')) return;
    this.#lines[info.rank - 1] = info;
    if (this.#isDue) return;
    // The first depths come faster than anybody reads.
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.#write();
    }, 60);
  }

  /** Writes the lines in SAN, which the rules know, and shows them. */
  async #write() {
    const view = this.#wanted;
    const { game } = this.#parts;
    for (const { pv } of this.#lines.filter(Boolean)) {
      const line = pv.slice(0, LINE_LENGTH);
      if (this.#sans.has(line.join(' '))) continue;
      const { sans } = await game.ask({ call: 'line', line });
      if (view !== this.#wanted) return;
      this.#sans.set(line.join(' '), sans);
    }
    if (view === this.#wanted) this.#draw();
  }

  #draw() {
    const lines = this.#lines.filter((line) => line && this.#sans.has(key(line)));
    const [best] = lines;
    const view = this.#wanted;
    this.#parts.stage.setAnalysed(best?.score ?? null);
    setText(this.#score, best ? scoreInWords(best.score) : '');
    // Lines that were found before the engine ended hold, but no others will come.
    setText(this.#about, best && !this.#failure ? aboutOf(best) : this.#silence());
    this.#again.hidden = this.#failure === null;
    this.#list.replaceChildren(...(view ? lines.map((line) => this.#item(view, line)) : []));
    this.#parts.board.setArrows('analysis', view ? lines.flatMap((line) => arrowsOf(view, line)) : []);
  }

  /** Shows the position after the move of a line that the pointer is over. @param {PointerEvent} event */
  #lookAhead({ target, pointerType }) {
    const move = /** @type {HTMLElement} */ (target).closest('[data-rank]');
    // A finger that plays a move hovers over nothing.
    if (!(move instanceof HTMLElement) || pointerType === 'touch') return this.#preview.hide();
    const line = this.#lines[Number(move.dataset.rank) - 1]?.pv.slice(0, Number(move.dataset.plies));
    if (line) this.#preview.show(line, move);
  }

  /** Why there is no line. */
  #silence() {
    if (this.#failure) return `There is no engine: ${this.#failure}.`;
    return this.#wanted ? 'The engine begins to think …' : 'The game is over here.';
  }

  /**
   * @param {View} view
   * @param {Info} line
   */
  #item(view, line) {
    const sans = this.#sans.get(key(line)) ?? [];
    const moves = numbered(view, sans);
    const { game } = this.#parts;
    // Nobody moves for the other player.
    const play = () => game.mover && game.play(line.pv[0]);
    const place = (/** @type {number} */ plies) => ({ 'data-rank': line.rank, 'data-plies': plies });
    const first = {
      type: /** @type {const} */ ('button'),
      class: 'move',
      onclick: play,
      'aria-label': `Play ${moves[0]}`,
    };
    const rest = moves
      .slice(1)
      .flatMap((move, index) => [' ', html('span', { class: 'line-move', ...place(index + 2) }, move)]);
    return html(
      'li',
      {},
      html('span', { class: 'line-score' }, scoreInWords(line.score)),
      html('button', { ...first, ...place(1) }, moves[0] ?? ''),
      html('span', { class: 'line-rest' }, ...rest),
    );
  }
}

/** @param {Info} line */
const key = ({ pv }) => pv.slice(0, LINE_LENGTH).join(' ');

/** @param {Info} info */
function aboutOf({ depth, score, nodesPerSecond }) {
  const [win, draw, loss] = (score.chances ?? []).map((chance) => `${Math.round(chance / 10)}%`);
  const chances = win ? `White ${win}, draw ${draw}, Black ${loss} · ` : '';
  return `${chances}depth ${depth} · ${Math.round(nodesPerSecond / 1000)} thousand a second`;
}

/**
 * Moves with their numbers: `3. e4`, `e5`, `4. Nf3`.
 * @param {View} view
 * @param {string[]} sans
 */
function numbered({ turn, moveNumber }, sans) {
  const offset = turn === 'white' ? 0 : 1;
  return sans.map((san, ply) => {
    const number = moveNumber + Math.floor((ply + offset) / 2);
    if ((ply + offset) % 2 === 0) return `${number}. ${san}`;
    return ply === 0 ? `${number}… ${san}` : san;
  });
}

/**
 * The first move of a line on the board, leg by leg: the better the line, the bolder.
 * @param {View} view
 * @param {Info} line
 * @returns {Arrow[]}
 */
function arrowsOf(view, { pv, rank }) {
  const move = view.legal.find(({ text }) => text === pv[0]);
  if (!move) return [];
  const weight = Math.max(0.5, 1.1 - 0.2 * (rank - 1));
  return legsOf(move).map((leg) => ({ ...leg, kind: rank === 1 ? 'analysis best' : 'analysis', weight }));
}
