// Elements made in one expression. Text always goes in as text, never as markup.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {string | number | boolean | null | undefined | EventListener} Value */
/** @typedef {Node | string | null | undefined | false} Child */

/** Controls, and turns of direction, by which a text could hide what it says or show it in another order. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text, which may be a stranger's, as it can be shown: what nobody would see of it has a sign.
 * @param {string} text
 */
export const shown = (text) => text.replace(UNSEEN, '\ufffd');

/**
 * @param {Element} element
 * @param {Record<string, Value>} attributes names that begin with `on` are listeners; `null`, `undefined` and
 *   `false` are left out, and `true` is an attribute without a value
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name.replace(/^on/, ''), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? '' : shown(String(value)));
    }
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  add(element, ...children);
  return element;
}

/**
 * Puts more into an element.
 * @param {Element} element
 * @param {Child[]} children
 */
export function add(element, ...children) {
  const there = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...there.map((child) => (typeof child === 'string' ? shown(child) : child)));
}

/**
 * Puts a text in the place of all that an element has.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  element.textContent = shown(text);
}

/** Lets the browser do what waits, such as to draw: nothing that takes long may hold it up. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {Node[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

/**
 * The element with this id, which the page is known to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}
