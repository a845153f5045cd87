// The levels of play in words.

/** @type {{ name: string, skill: number, about: string }[]} */
export const LEVELS = [
  { name: 'beginner', skill: 0, about: 'has just learned the rules' },
  { name: 'casual', skill: 4, about: 'plays now and then' },
  { name: 'club', skill: 8, about: 'a club player' },
  { name: 'strong', skill: 12, about: 'a strong club player' },
  { name: 'expert', skill: 16, about: 'an expert' },
  { name: 'full', skill: 20, about: 'full strength' },
];

/**
 * The name of a level.
 * @param {number} skill the value of the option `Skill Level`
 */
export function levelName(skill) {
  return LEVELS.find((level) => level.skill === skill)?.name ?? `level ${skill}`;
}
