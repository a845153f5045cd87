// The panels beside the board, as tabs below the moves. A panel is a file of its own; main.js names them all. None is
// open at first, and a tab that is chosen again closes its panel: the moves have the room then.

import { columnsNow } from '../shell/columns.js';
import { html, setText } from '../shell/dom.js';

/** @import { Screen } from '../shell/screen.js' */

/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title what its tab says
 * @property {(host: HTMLElement) => void} mount fills the panel; called once, when it is first shown
 * @property {(isShown: boolean) => void} [show] called when the panel comes into sight or
 *   leaves it
 */

export class Panels {
  #screen;
  /** @type {Map<string, { panel: Panel, tab: HTMLButtonElement, host: HTMLElement, isMounted: boolean }>} */
  #all = new Map();
  #tabs = html('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
  #isVisible = false;
  /** The panel that knows itself to be in sight. */
  #seen = '';
  /** The panel that has a place of its own. */
  #apart = '';

  /**
   * @param {HTMLElement} host
   * @param {Screen} screen says which panel is open
   * @param {Panel[]} panels
   */
  constructor(host, screen, panels) {
    this.#screen = screen;
    host.append(this.#tabs);
    for (const panel of panels) {
      const tab = html('button', {
        type: 'button',
        role: 'tab',
        id: `tab-${panel.id}`,
        'aria-controls': `panel-${panel.id}`,
        onclick: () => this.#choose(panel.id),
      });
      setText(tab, panel.title);
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
    this.#tabs.addEventListener('keydown', (event) => this.#onKey(event));
    screen.subscribe(({ panel }) => panel !== undefined && this.#update());
    this.#update();
  }

  /**
   * Tells the open panel whether anybody can see it.
   * @param {boolean} isVisible
   */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    this.#update();
  }

  /**
   * Opens a panel.
   * @param {string} id
   */
  show(id) {
    if (!this.#all.has(id) || this.#apart === id) return;
    if (this.#screen.panel !== id) this.#screen.set({ panel: id });
    this.#tabs.scrollIntoView({ block: 'nearest' });
    // On a phone it lies below the fold.
    if (columnsNow() > 1) return;
    const { host } = /** @type {{ host: HTMLElement }} */ (this.#all.get(id));
    const { top } = host.getBoundingClientRect();
    if (top > innerHeight * 0.7) this.#tabs.scrollIntoView({ block: 'start' });
  }

  /**
   * Keeps a panel open in a place of its own, or makes it one of the tabs again.
   * @param {string} id
   * @param {HTMLElement | null} place
   */
  setApart(id, place) {
    const apart = this.#all.get(id);
    if (!apart) return;
    this.#apart = place ? id : '';
    (place ?? /** @type {HTMLElement} */ (this.#tabs.parentElement)).append(apart.host);
    if (place && this.#screen.panel === id) this.#screen.set({ panel: '' });
    else this.#update();
  }

  /** @param {string} id */
  #choose(id) {
    if (this.#screen.panel === id) this.#screen.set({ panel: '' });
    else this.show(id);
  }

  #update() {
    const open = this.#screen.panel;
    const [first] = [...this.#all.keys()].filter((id) => id !== this.#apart);
    for (const [id, shown] of this.#all) {
      const { panel, tab, host } = shown;
      const isOpen = id === open;
      tab.hidden = id === this.#apart;
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen || (open === '' && id === first) ? 0 : -1;
      host.hidden = !isOpen && id !== this.#apart;
      if (host.hidden || shown.isMounted) continue;
      shown.isMounted = true;
      panel.mount(host);
    }
    const seen = this.#isVisible ? open : '';
    if (seen === this.#seen) return;
    this.#all.get(this.#seen)?.panel.show?.(false);
    this.#seen = seen;
    this.#all.get(seen)?.panel.show?.(true);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const shown = [...this.#all].filter(([id]) => id !== this.#apart);
    const tabs = shown.map(([, { tab }]) => tab);
    const step = { ArrowLeft: tabs.length - 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const here = tabs.findIndex((tab) => tab === document.activeElement);
    const [next] = shown[(here + step) % tabs.length];
    this.show(next);
    this.#all.get(next)?.tab.focus();
    event.preventDefault();
  }
}
