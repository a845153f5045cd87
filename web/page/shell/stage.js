// Draws all that is told around the board, once for each change of anything that it is made of.

import { lastSaid, onSaid } from './live.js';
import { sceneOf } from './scene.js';

/** @import { Score } from '../engines/info.js' */
/** @import { Opponent } from '../engines/opponent.js' */
/** @import { Clock } from '../game/clock.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Level } from '../types' */
/** @import { Scene } from './scene.js' */
/** @import { Screen } from './screen.js' */

export class Stage {
  #parts;
  /** @type {((scene: Scene) => void)[]} */ #draws = [];
  /** @type {Score | null} */ #analysed = null;
  #isDue = false;

  /** @param {{ game: Game, screen: Screen, clock: Clock, opponent: Opponent, levels: Level[] }} parts */
  constructor(parts) {
    this.#parts = parts;
    const due = () => this.#draw();
    for (const part of [parts.game, parts.screen, parts.clock, parts.opponent]) part.subscribe(due);
    onSaid(due);
  }

  /** Adds someone who draws a part of the scene. @param {(scene: Scene) => void} draw */
  add(draw) {
    this.#draws.push(draw);
    this.#draw();
  }

  /** What the analysis says of the position, or nothing of it. @param {Score | null} score */
  setAnalysed(score) {
    this.#analysed = score;
    this.#draw();
  }

  /** Changes that come together are drawn together. */
  #draw() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      const { game, screen, clock, opponent, levels } = this.#parts;
      const { bottom } = screen;
      const state = { game, bottom, levels, times: clock.times, opponent, analysed: this.#analysed, said: lastSaid() };
      const scene = sceneOf(state);
      for (const draw of this.#draws) draw(scene);
    });
  }
}
