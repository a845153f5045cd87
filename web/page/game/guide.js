// First games with explanations, kept as PGN, as lessons.

import { lessonOf } from './lesson.js';
import { readGames, recordOfRead } from './pgn.js';

/** @import { GameRecord } from './record.js' */
/** @import { Backend } from '../types' */

/**
 * The first game of a game.
 * @param {Backend} backend
 * @param {string} game
 * @returns {Promise<GameRecord>}
 */
export async function guideOf(backend, game) {
  const answer = await fetch(`guides/${game}.pgn`);
  if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
  const [read] = await readGames(backend, await answer.text(), game);
  if (read.error) throw new Error(read.error);
  return lessonOf(recordOfRead(read));
}
