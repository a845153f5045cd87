// The bar at the board: White's share of the chances where the user looks, by the analysis or by the review.

import { html, set } from '../shell/dom.js';

/** @import { Scene } from '../shell/scene.js' */

/**
 * @param {HTMLElement} host
 * @returns {(scene: Scene) => void} draws it
 */
export function mountScoreBar(host) {
  const white = html('span', {});
  const element = html('div', { class: 'score-bar', role: 'img', hidden: true }, white);
  host.append(element);
  return ({ score }) => {
    element.hidden = score === null;
    if (!score) return;
    element.classList.toggle('is-flipped', score.isFlipped);
    set(element, { 'aria-label': score.words, title: score.words });
    white.style.setProperty('--share', `${score.share}%`);
  };
}
