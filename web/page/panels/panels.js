// The panels beside the board, as tabs. A panel is a file of its own; main.js names them all.

import { html } from '../shell/dom.js';

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title what its tab says
 * @property {(host: HTMLElement) => void} mount fills the panel; called once, when it is first shown
 * @property {(isShown: boolean) => void} [show] called when the panel comes into sight or
 *   leaves it
 */

export class Panels {
  /** @type {Map<string, { panel: Panel, tab: HTMLButtonElement, host: HTMLElement, isMounted: boolean }>} */
  #all = new Map();
  #tabs = html('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
  #isVisible = false;
  /** The id of the panel in front. */
  current = '';

  /**
   * @param {HTMLElement} host
   * @param {Panel[]} panels the first is in front
   */
  constructor(host, panels) {
    host.append(this.#tabs);
    for (const panel of panels) {
      const tab = html('button', {
        type: 'button',
        role: 'tab',
        id: `tab-${panel.id}`,
        'aria-controls': `panel-${panel.id}`,
        onclick: () => this.show(panel.id),
      });
      tab.textContent = panel.title;
      const body = html('section', {
        class: `panel panel-${panel.id}`,
        role: 'tabpanel',
        id: `panel-${panel.id}`,
        'aria-labelledby': `tab-${panel.id}`,
        tabindex: 0,
        hidden: true,
      });
      this.#all.set(panel.id, { panel, tab, host: body, isMounted: false });
      this.#tabs.append(tab);
      host.append(body);
    }
    this.#tabs.hidden = panels.length < 2;
    this.#tabs.addEventListener('keydown', (event) => this.#onKey(event));
    this.show(panels[0].id);
  }

  /**
   * Tells the panel in front whether anybody can see it.
   * @param {boolean} isVisible
   */
  setVisible(isVisible) {
    if (this.#isVisible === isVisible) return;
    this.#isVisible = isVisible;
    this.#all.get(this.current)?.panel.show?.(isVisible);
  }

  /**
   * Brings a panel to the front.
   * @param {string} id
   */
  show(id) {
    const shown = this.#all.get(id);
    if (!shown || this.current === id) return;
    if (this.#isVisible) this.#all.get(this.current)?.panel.show?.(false);
    this.current = id;
    for (const { panel, tab, host } of this.#all.values()) {
      const isShown = panel.id === id;
      tab.setAttribute('aria-selected', String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      host.hidden = !isShown;
    }
    if (!shown.isMounted) {
      shown.isMounted = true;
      shown.panel.mount(shown.host);
    }
    if (this.#isVisible) shown.panel.show?.(true);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const ids = [...this.#all.keys()];
    const step = { ArrowLeft: ids.length - 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    this.show(ids[(ids.indexOf(this.current) + step) % ids.length]);
    this.#all.get(this.current)?.tab.focus();
    event.preventDefault();
  }
}
