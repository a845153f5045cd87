// The page within another page, by `?embed`: the board and the panels alone, and a way to the whole page.

import { html } from './dom.js';

/** Whether the page is within another one. */
export const isEmbedded = new URLSearchParams(location.search).has('embed');

/** Leaves out what a guest does not need. */
export function applyEmbedding() {
  if (!isEmbedded) return;
  document.documentElement.dataset.embed = '';
  const link = html(
    'a',
    { class: 'open-whole', target: '_blank', rel: 'noopener', href: location.pathname },
    'Open in a tab',
  );
  const follow = () => {
    const address = new URL(location.href);
    address.searchParams.delete('embed');
    link.href = address.href;
  };
  link.addEventListener('pointerenter', follow);
  link.addEventListener('focus', follow);
  link.addEventListener('click', follow);
  document.body.append(link);
}
