// The panel of the review: a chart of White's chances, the moves that lost some, and what was better.

import { add, html, set, setText, svg } from '../shell/dom.js';
import { Retry } from './retry.js';
import { FAULTS, Review, accuracyOf, faultOf, inWords, shareAfter } from '../game/review.js';
import { EngineEnded } from '../engines/searcher.js';
import { capital, firstSentence, signs, withArticle } from '../game/words.js';

/** @import { Told } from '../game/record.js' */
/** @import { Panel } from './panels.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Backend, Side } from '../types' */

/** The box of the chart. */
const WIDTH = 320;
const HEIGHT = 96;

/** What is told of each side. Narrow panels hyphenate it. */
const HEADS = ['Accu\u00adracy', 'Inaccu\u00adracies', 'Mis\u00adtakes', 'Blun\u00adders'];

/** @type {Side[]} */
const SIDES = ['white', 'black'];

/**
 * @param {{ backend: Backend, game: Game }} parts
 * @returns {Panel & { start: () => void }} `start` begins the review, if there is none of the game yet
 */
export function reviewPanel({ backend, game }) {
  const retry = new Retry({ backend, game });
  /** @type {Review | null} */
  let review = null;
  let failure = '';
  const chart = svg('svg', {
    class: 'chart',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    preserveAspectRatio: 'none',
    'aria-hidden': 'true',
  });
  const begin = html('button', { type: 'button', class: 'primary', onclick: () => run() });
  const stop = html('button', { type: 'button', class: 'secondary', onclick: () => end() }, 'Stop');
  const state = html('p', { class: 'muted', role: 'status' });
  const summary = html('div', { class: 'review-summary' });
  const previous = html('button', { type: 'button', class: 'secondary', onclick: () => jump(-1) }, 'Previous fault');
  const next = html('button', { type: 'button', class: 'secondary', onclick: () => jump(1) }, 'Next fault');
  const jumps = html('div', { class: 'row' }, previous, next);
  const list = html('ol', { class: 'faults' });

  const run = async () => {
    if (review) return;
    failure = '';
    const running = new Review(backend, game);
    review = running;
    show();
    try {
      await running.run(show);
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      failure = `There is no engine: ${error.message}.`;
    } finally {
      running.end();
      if (review === running) review = null;
      show();
    }
  };
  const end = () => {
    review?.end();
    review = null;
    show();
  };

  /** The plies of the game. */
  const played = () => game.record.line.slice(0, game.record.length);
  /** @param {number} ply @returns {string[]} */
  const wayTo = (ply) => game.line.slice(0, ply + 1);
  /** The plies of faults, in order. */
  const faults = () => played().flatMap((ply, index) => (faultOf(ply.verdict) ? [index] : []));
  /** Where the user looks, along the game. */
  const here = () => {
    const length = game.moves.findIndex((move, ply) => game.line[ply] !== move);
    return (length < 0 ? game.moves.length : length) - 1;
  };

  /** @param {-1 | 1} step */
  const jump = (step) => {
    const all = faults();
    const ply = step > 0 ? all.find((fault) => fault > here()) : all.findLast((fault) => fault < here());
    if (ply !== undefined) game.look(wayTo(ply));
  };

  /** The side that makes a move. @param {number} ply @returns {Side} */
  const moverOf = (ply) => ((ply % 2 === 0) !== game.startsWithBlack ? 'white' : 'black');

  /** @param {number} ply */
  const numberOf = (ply) => {
    const number = game.firstNumber + Math.floor((ply + (game.startsWithBlack ? 1 : 0)) / 2);
    return moverOf(ply) === 'white' ? `${number}.` : `${number}…`;
  };

  /**
   * Shows a better move, or what it would have led to, as a variation.
   * @param {number} ply
   * @param {Told} told
   */
  const tryOut = async (ply, { move }) => {
    await game.look(game.line.slice(0, ply));
    if (game.moves.length === ply) await game.play(move);
  };

  /** @param {number} index */
  const faultItem = (index) => {
    const { san, verdict } = played()[index];
    const fault = faultOf(verdict);
    if (!fault || !verdict) return html('li');
    const lost = Math.round(verdict.loss * 100);
    const { better, reply } = verdict;
    const move = html(
      'button',
      { type: 'button', class: 'move', onclick: () => game.look(wayTo(index)) },
      `${numberOf(index)} ${san}${signs([fault.glyph])}`,
    );
    const isHere = index === here() && game.moves.length === index + 1;
    const item = html('li', { 'aria-current': isHere ? 'step' : null });
    add(item, move, ` is ${withArticle(fault.name)}: ${capital(moverOf(index))} loses ${lost}% of the chances. `);
    if (reply) add(item, `It allows ${inWords(reply)} `);
    if (!better) return item;
    const again = { type: /** @type {const} */ ('button'), class: 'move', onclick: () => retry.begin(index) };
    const instead = { type: /** @type {const} */ ('button'), class: 'move', onclick: () => tryOut(index, better) };
    add(item, 'Better: ', html('button', instead, better.san), better.words ? ` ${firstSentence(better.words)}` : '');
    add(item, ' ', html('button', again, 'Try it again'));
    return item;
  };

  /** @param {Side} side */
  const summaryOf = (side) => {
    const own = played().filter((_, ply) => moverOf(ply) === side);
    const accuracy = accuracyOf(own);
    const counts = FAULTS.toReversed().map(
      (fault) => own.filter(({ verdict }) => faultOf(verdict)?.name === fault.name).length,
    );
    const cells = [accuracy === null ? '' : `${accuracy}%`, ...counts.map(String)];
    return html(
      'tr',
      {},
      html('th', { scope: 'row' }, html('span', { class: `disc ${side}`, 'aria-hidden': 'true' }), ` ${capital(side)}`),
      ...cells.map((text) => html('td', {}, text)),
    );
  };

  const table = () => {
    const heads = HEADS.map((name) => html('th', { scope: 'col' }, name));
    return html('table', {}, html('tr', {}, html('td'), ...heads), ...SIDES.map(summaryOf));
  };

  const drawChart = () => {
    const shares = played().map(shareAfter);
    const x = (/** @type {number} */ ply) => ((ply + 1) / Math.max(1, shares.length)) * WIDTH;
    const y = (/** @type {number} */ share) => (1 - share) * HEIGHT;
    const points = shares.flatMap((share, ply) =>
      share === null ? [] : [`${x(ply).toFixed(1)} ${y(share).toFixed(1)}`],
    );
    const first = shares.findIndex((share) => share !== null);
    const last = shares.findLastIndex((share) => share !== null);
    chart.replaceChildren(svg('rect', { width: WIDTH, height: HEIGHT, class: 'chart-black' }));
    if (points.length > 0) {
      // Before the first position that was looked at, nobody is ahead.
      const from = first === 0 ? `0 ${HEIGHT / 2}L` : '';
      const left = first === 0 ? 0 : x(first);
      chart.append(
        svg('path', { d: `M${left} ${HEIGHT}L${from}${points.join('L')}L${x(last)} ${HEIGHT}Z`, class: 'chart-white' }),
      );
    }
    chart.append(svg('path', { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: 'chart-middle' }));
    for (const ply of faults()) {
      const share = shares[ply];
      const { name } = faultOf(played()[ply].verdict) ?? { name: '' };
      if (share !== null) chart.append(svg('path', { d: `M${x(ply)} ${y(share)}v0.01`, class: `chart-fault ${name}` }));
    }
    chart.append(svg('path', { d: `M${x(here())} 0V${HEIGHT}`, class: 'chart-here' }));
  };
  // Whoever cannot point has the list of moves, which says the same.
  chart.addEventListener('click', (event) => {
    const { left, width } = chart.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / width) * game.line.length) - 1;
    game.look(wayTo(Math.max(-1, Math.min(game.line.length - 1, ply))));
  });

  /** Brings the fault that is looked at into sight; only the panel is scrolled, never the page. */
  const reveal = () => {
    const panel = list.parentElement?.getBoundingClientRect();
    const item = list.querySelector('[aria-current]')?.getBoundingClientRect();
    if (panel && item && (item.bottom > panel.bottom || item.top < panel.top)) {
      list.parentElement?.scrollBy({ top: item.top - panel.top - 12, behavior: 'instant' });
    }
  };

  const show = () => {
    const plies = played();
    const known = plies.filter(({ verdict }) => verdict).length;
    const all = faults();
    const isWhole = known === plies.length;
    set(begin, { hidden: review !== null || isWhole, disabled: plies.length === 0 });
    setText(begin, known > 0 ? 'Go on with the review' : 'Review the game');
    stop.hidden = review === null;
    if (failure) setText(state, failure);
    else if (review) setText(state, `Looking at the moves: ${review.done} of ${plies.length} …`);
    else if (plies.length === 0) setText(state, 'There is no move yet.');
    else if (known === 0)
      setText(state, 'The engine looks at each move and says which lost some of the chances, and what was better.');
    else setText(state, isWhole && all.length === 0 ? 'No move lost much.' : '');
    state.hidden = state.textContent === '';
    chart.toggleAttribute('hidden', known === 0);
    set(jumps, { hidden: all.length === 0 });
    previous.disabled = !all.some((ply) => ply < here());
    next.disabled = !all.some((ply) => ply > here());
    summary.hidden = known === 0;
    summary.replaceChildren(...(known > 0 ? [table()] : []));
    list.replaceChildren(...all.map(faultItem));
    drawChart();
    reveal();
  };

  return {
    id: 'review',
    title: 'Review',
    mount(host) {
      host.append(begin, stop, state, chart, jumps, summary, list);
      game.subscribe(({ type }) => {
        if (type === 'new') end();
        else show();
      });
      show();
    },
    start() {
      if (played().some(({ verdict }) => !verdict)) run();
    },
  };
}
