// What programs show of a link: they want whole addresses, and the words of a game are no HTML.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cardOf, siteOf, tagsOf } from '../../cards.mjs';

test('the address of a site is a folder on the web', () => {
  assert.equal(siteOf(undefined), null);
  assert.equal(siteOf(''), null);
  assert.equal(siteOf('https://example.org/games/')?.href, 'https://example.org/games/');
  for (const bad of ['example.org', 'https://example.org/games', 'ftp://example.org/', 'https:///'])
    assert.throws(() => siteOf(bad), /VERTUMNUS_SITE is '.*', but must be like/, bad);
});

test('a card names the page, its picture and its words', () => {
  const site = new URL('https://example.org/games/');
  const page = cardOf(site, { name: 'mine', title: 'Kings & "Queens"', about: 'a < b' });
  assert.match(page, /property="og:url" content="https:\/\/example\.org\/games\/play\/mine\.html"/);
  assert.match(page, /property="og:image" content="https:\/\/example\.org\/games\/play\/mine\.png"/);
  assert.match(page, /property="og:title" content="Kings &amp; &quot;Queens&quot;"/);
  assert.match(page, /property="og:description" content="a &lt; b"/);
  assert.match(page, /<a href="\.\.\/#mine">/);
  const tags = tagsOf(site, { title: 'All', about: 'All games.', url: site, picture: 'page.png' });
  assert.match(tags, /property="og:url" content="https:\/\/example\.org\/games\/"/);
});
