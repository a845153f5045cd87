// What programs show of a link to the page: title, sentence and picture. They read no scripts and nothing behind
// the `#`, so each game has a page that says it and leads on.

/** The folder of these pages. */
export const FOLDER = 'play';

/** @param {string} text */
const quoted = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * Where a site will be, so that pictures have whole addresses.
 * @param {string | undefined} address
 * @returns {URL | null}
 */
export function siteOf(address) {
  if (!address) return null;
  if (!/^https?:\/\/.*\/$/.test(address) || !URL.canParse(address))
    throw new Error(`VERTUMNUS_SITE is '${address}', but must be like https://example.org/games/`);
  return new URL(address);
}

/**
 * @typedef {object} Card
 * @property {string} title
 * @property {string} about
 * @property {URL} url of what the link leads to
 * @property {string} picture the name of a PNG in the folder
 */

/**
 * The elements of a head that say it.
 * @param {URL} site
 * @param {Card} card
 */
export function tagsOf(site, { title, about, url, picture }) {
  const properties = {
    'og:type': 'website',
    'og:site_name': 'Vertumnus',
    'og:title': title,
    'og:description': about,
    'og:url': url.href,
    'og:image': new URL(`${FOLDER}/${picture}`, site).href,
  };
  return [
    ...Object.entries(properties).map(([name, value]) => `<meta property="${name}" content="${quoted(value)}" />`),
    '<meta name="twitter:card" content="summary" />',
  ].join('\n    ');
}

/**
 * The page of a game, which leads to the game and to what stands behind its own `#`.
 * @param {URL} site
 * @param {{ name: string, title: string, about: string }} game
 */
export function cardOf(site, { name, title, about }) {
  const url = new URL(`${FOLDER}/${name}.html`, site);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${quoted(title)} – Vertumnus</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="description" content="${quoted(about)}" />
    ${tagsOf(site, { title, about, url, picture: `${name}.png` })}
    <script type="module" src="onward.js"></script>
  </head>
  <body>
    <a href="../#${name}">Play ${quoted(title)}</a>
  </body>
</html>
`;
}

/** What leads on from such a page. */
export const ONWARD = `const { href } = document.querySelector('a');
location.replace(location.hash ? new URL(location.hash, href) : href);
`;
