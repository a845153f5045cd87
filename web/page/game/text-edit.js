// Changes of a text of rules that the page makes for its user.

/**
 * A piece of a text, and what shall stand in its place.
 * @typedef {{ from: number, to: number, insert: string }} Edit
 */

/**
 * Gives a key of a game another value. A key that the game lacks gets a line below those that it has.
 * @param {string} text
 * @param {string} game
 * @param {string} key
 * @param {string} value
 * @returns {Edit | null} `null` if the text has no such game
 */
export function settingKey(text, game, key, value) {
  let isInside = false;
  /** Where the last line of the game ends that says something. @type {number | null} */
  let end = null;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const [, name] = /^\ufeff?\s*\[([^\]:]*)/.exec(line) ?? [];
    if (name !== undefined) isInside = name === game;
    if (!isInside || /^\s*([#;]|$)/.test(line)) continue;
    const [whole, before] = /^(\s*([^=]*?)\s*=\s*)\S.*?(?=\s*$)/.exec(line) ?? [];
    if (whole && before.split('=')[0].trim() === key) {
      return { from: index + before.length, to: index + whole.length, insert: value };
    }
    end = index + line.length;
  }
  return end === null ? null : { from: end, to: end, insert: `\n${key} = ${value}` };
}
