// What is wrong with a text, each under the line that has it.

import { html } from '../shell/dom.js';

/** @import { Finding } from '../../package/calls' */

/** The most that are shown; who mends them sees the next. */
const MOST = 40;

/** How many characters of a long line are shown before and behind the place. */
const AROUND = 60;

/**
 * The place of a finding in a text, as a field selects it.
 * @param {string} text
 * @param {Finding} finding
 * @returns {[start: number, end: number]}
 */
export function rangeOf(text, { line, column, length }) {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  const letters = Array.from(lines[line - 1] ?? '');
  const to = (/** @type {number} */ count) => start + letters.slice(0, count).join('').length;
  return [to(column - 1), to(column - 1 + length)];
}

/**
 * @param {string} text
 * @param {Finding[]} findings
 * @param {(finding: Finding) => void} goTo
 * @returns {HTMLElement[]}
 */
export function shownUnderLines(text, findings, goTo) {
  const lines = text.split('\n');
  const shown = findings.slice(0, MOST).map((finding, index) => {
    const isNext = findings[index - 1]?.line === finding.line;
    const { severity, line, column, message, help } = finding;
    const place = `Line ${line}, column ${column}`;
    return html(
      'li',
      { class: `finding is-${severity}` },
      isNext ? null : quoted(lines[line - 1] ?? '', finding),
      html(
        'button',
        { type: 'button', class: 'finding-text', title: 'Show it in the text', onclick: () => goTo(finding) },
        html('span', { class: 'finding-place' }, `${place}${severity === 'error' ? '' : ` (${severity})`}: `),
        sentence(message),
        help ? html('span', { class: 'finding-help' }, sentence(help)) : null,
      ),
    );
  });
  const left = findings.length - shown.length;
  return left > 0 ? [...shown, html('li', { class: 'muted' }, `And ${left} more.`)] : shown;
}

/** @param {string} text */
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

/**
 * A line with its place marked.
 * @param {string} line
 * @param {Finding} finding
 */
function quoted(line, { line: number, column, length }) {
  const letters = Array.from(line);
  const start = Math.max(0, column - 1);
  const end = start + Math.max(1, length);
  const from = Math.max(0, start - AROUND);
  const before = (from > 0 ? '…' : '') + letters.slice(from, start).join('');
  const behind = letters.slice(end, end + AROUND).join('') + (letters.length > end + AROUND ? '…' : '');
  const marked =
    letters
      .slice(start, end + AROUND)
      .slice(0, end - start)
      .join('') || ' ';
  return html(
    'code',
    { class: 'finding-line' },
    html('span', { class: 'finding-number' }, `${number} `),
    before,
    html('mark', {}, marked),
    behind,
  );
}
