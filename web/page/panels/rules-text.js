// The rules of a game as the host has them, made ready to be shown.

import { html } from '../shell/dom.js';

/** A table with more columns than these has only signs in its cells. */
const MOST_COLUMNS = 8;

/**
 * Reads a page of rules. It comes from the host of this page, made of the project's own texts.
 * @param {string} name
 */
export async function readRules(name) {
  const answer = await fetch(`rules/${name}.html`);
  if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
  const { body } = new DOMParser().parseFromString(await answer.text(), 'text/html');
  [...body.querySelectorAll('table')].forEach((table, index) => {
    const about = `Table ${index + 1}: ${table.rows[0]?.textContent?.trim().replace(/\s+/g, ' ') ?? ''}`;
    const box = html('div', { class: 'table-box', role: 'region', 'aria-label': about, tabindex: 0 });
    table.replaceWith(box);
    box.append(table);
    table.classList.toggle('is-dense', (table.rows[0]?.cells.length ?? 0) > MOST_COLUMNS);
    for (const code of table.querySelectorAll('code')) breakAtCommas(code);
    // A head without words heads nothing.
    for (const head of table.querySelectorAll('th:empty')) head.replaceWith(html('td'));
  });
  return body;
}

/**
 * How a game differs from chess: the first part of its rules.
 * @param {string} name
 */
export async function readDifferences(name) {
  const body = await readRules(name);
  const parts = [];
  let part = body.querySelector('h3')?.nextElementSibling;
  for (; part && part.tagName !== 'H3'; part = part.nextElementSibling) parts.push(part);
  // They lead to other parts of the rules, which are not there.
  for (const link of parts.flatMap((part) => [...part.querySelectorAll('a')])) link.replaceWith(...link.childNodes);
  return parts;
}

/** A long way of a flight may go on in the next line of its cell. @param {Element} code */
function breakAtCommas(code) {
  const legs = (code.textContent ?? '').split(/(?<=,)/);
  code.replaceChildren(...legs.flatMap((leg, index) => (index === 0 ? [leg] : [html('wbr'), leg])));
}
