// The rules of a game in words, as `explainRules` gives them: headings, paragraphs, lists, and drawings of letters.

import { html } from '../shell/dom.js';

/** Whether a line is part of a drawing: single signs with blanks between. @param {string} line */
const isDrawn = (line) => /^ {3,}(\d+ )? *\S( \S| {2})* ?$/.test(line);

/**
 * @param {string} words
 * @returns {HTMLElement[]}
 */
export function explained(words) {
  /** @type {HTMLElement[]} */
  const parts = [];
  for (const line of words.split('\n')) {
    const last = parts.at(-1);
    if (isDrawn(line)) {
      if (last?.tagName === 'PRE') last.textContent += `\n${line}`;
      else parts.push(html('pre', { class: 'drawn', role: 'img', 'aria-label': 'Diagram' }, line));
    } else if (line.startsWith('* ')) {
      const item = html('li', {}, line.slice(2));
      if (last?.tagName === 'UL') last.append(item);
      else parts.push(html('ul', {}, item));
    } else if (line.trim() !== '') {
      const isTitle = parts.length === 0;
      const isHeading = /^[A-Z ]+$/.test(line);
      const isKind = /^\S.* \(.\)$/.test(line);
      parts.push(
        html(isTitle ? 'h2' : isHeading ? 'h3' : isKind ? 'h4' : 'p', {}, isHeading ? capitalised(line) : line.trim()),
      );
    }
  }
  return parts;
}

/** `Other rules`. @param {string} line */
const capitalised = (line) => line[0] + line.slice(1).toLowerCase();
