// The message at the board: what has happened and whose turn it is, and what the page says on what the user did. On the
// start screen, what the page says stands above the games.

import { byId, html, shown } from './dom.js';
import { lastSaid, onSaid } from './live.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Action, Said } from './live.js' */
/** @import { Scene, Story } from './scene.js' */

/**
 * @param {HTMLElement} host
 * @param {{ figures: Figures, game: { variant: { name: string } }, actions: (scene: Scene) => Action[] }} parts `actions` are what
 *   is offered beside what has happened
 * @returns {(scene: Scene) => void} draws it
 */
export function mountMessage(host, { figures, game, actions }) {
  let drawn = '';
  return (scene) => {
    const { story, said } = scene;
    const offered = [...(said?.actions ?? []), ...actions(scene)];
    const tone = said?.tone ? said.tone : story.isOver ? 'result' : '';
    const state = JSON.stringify([story, said, offered.map(({ label }) => label)]);
    // What is drawn already keeps the focus of who is at a button of it.
    if (state === drawn) return;
    drawn = state;
    host.dataset.tone = tone;
    const words = html('div', { class: 'message-words' }, ...(said ? linesOf(said) : linesOfStory(story)));
    const picture = html('span', { class: 'message-figure', 'aria-hidden': 'true' });
    host.replaceChildren(...(said || !story.figure ? [] : [picture]), words, ...buttons(offered));
    const { figure } = story;
    if (figure && !said) {
      figures.load(game.variant.name, [figure]).then(() => picture.replaceChildren(figures.picture(figure)));
    }
  };
}

/** @param {Story} story */
function linesOfStory({ happened, inFull, state, detail, isOver }) {
  const move = html('p', { class: isOver ? 'second' : null }, happened);
  if (inFull !== happened) {
    const onclick = () => move.replaceChildren(shown(inFull));
    const label = { type: 'button', class: 'link', 'aria-label': 'more about the move', onclick };
    move.append(' ', html('button', label, 'more'));
  }
  const turn = html('p', { class: isOver || !happened ? null : 'second' }, state);
  const lines = !happened ? [turn] : isOver ? [turn, ' ', move] : [move, ' ', turn];
  return [...lines, detail && html('p', { class: 'detail' }, detail)];
}

/** Says on the start screen what is said there. */
export function mountNotice() {
  const host = byId('notice');
  onSaid(() => {
    const said = lastSaid();
    // Beside the board there is a place for it.
    host.hidden = said === null || !byId('play').hidden;
    host.dataset.tone = host.hidden ? '' : (said?.tone ?? '');
    const shown = host.hidden ? null : said;
    host.replaceChildren(
      ...(shown ? [html('div', { class: 'message-words' }, ...linesOf(shown)), ...buttons(shown.actions)] : []),
    );
  });
}

/** @param {Said} said */
const linesOf = ({ text, detail }) => [html('p', {}, text), ' ', detail && html('p', { class: 'second' }, detail)];

/** @param {Action[]} actions */
function buttons(actions) {
  if (actions.length === 0) return [];
  const all = actions.map(({ label, act }) =>
    html('button', { type: 'button', class: 'secondary', onclick: act }, label),
  );
  return [html('div', { class: 'message-actions' }, ...all)];
}
