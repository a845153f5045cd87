// What the page says of each game.

/**
 * @typedef {object} About
 * @property {string} about a sentence
 * @property {string} [news] how much there is to learn for who plays chess
 * @property {string} picture the picture of the rules that shows it best
 * @property {boolean} [hasGuide] whether there is a first game with explanations, `guides/GAME.pgn`
 * @property {{ picture: string, words: string }} [shows] what shows those who are new what the game is about: a picture of
 *   a captor, its victim and what it becomes
 * @property {Record<number, [elo: number, error: number]>} [elo] how strong levels are, where it was measured by games
 *   against other engines (docs/strength.md); no other engine plays most games
 */

/** In the order of the start screen. @type {Record<string, About>} */
export const GAMES = {
  powerabsorption: {
    about: 'Captors may take up the powers of what they take. Kings too.',
    news: 'One new rule',
    picture: 'powerabsorption-knight-pawn',
    hasGuide: true,
    shows: {
      picture: 'powerabsorption-absorbed',
      words: 'A Knight that takes a Pawn may become a Knight-Pawn, and moves as both. So does any captor, kings too.',
    },
  },
  stealthbomber: {
    about: 'Captors absorb what they take, and those that eat their own kind learn to leap and to fly.',
    news: 'Much is new',
    picture: 'stealthbomber-b52',
    hasGuide: true,
  },
  combination: {
    about: 'Neighbors lend each other their moves, on 39 squares.',
    news: 'Much is new',
    picture: 'combination-start',
    hasGuide: true,
  },
  morphing: {
    about: 'Pieces change with the color of the square on which they land.',
    news: 'Some new rules',
    picture: 'morphing-amazon',
    hasGuide: true,
  },
  fairyeater: {
    about: 'Ghosts, nightriders, and pawns that promote early.',
    news: 'Five new pieces',
    picture: 'fairyeater-start',
    hasGuide: true,
  },
  chancellor: {
    about: 'Chess on 9x9, with a rook and knight in one.',
    news: 'One new piece',
    picture: 'chancellor-chancellor',
    hasGuide: true,
  },
  modern: {
    about: 'Chess on 9x9, with a bishop and knight in one.',
    news: 'One new piece',
    picture: 'modern-minister',
    hasGuide: true,
  },
  chess: {
    about: 'Orthodox chess, by the laws that everybody knows.',
    picture: 'chess-start',
    elo: {
      8: [1141, 72],
      10: [1400, 55],
      12: [1657, 57],
      14: [1876, 57],
      16: [1998, 56],
      17: [2129, 59],
      18: [2217, 56],
      19: [2340, 60],
    },
  },
};

/** Whether there is a lesson of a game: somebody has written it, or it is made, as for all that the table does not have. @param {string} name */
export const teaches = (name) => GAMES[name] === undefined || GAMES[name].hasGuide === true;

/**
 * Games in the order of the table, and behind them those that it does not have.
 * @template {{ name: string }} G
 * @param {G[]} games
 */
export function inOrder(games) {
  const order = Object.keys(GAMES);
  /** @param {G} game */
  const place = (game) => (order.includes(game.name) ? order.indexOf(game.name) : order.length);
  return [...games].sort((one, other) => place(one) - place(other));
}
