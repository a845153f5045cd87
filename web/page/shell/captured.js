// What each side has taken on the way to the position that is looked at, and which powers its pieces have gained by that,
// as small figures beside its name.

import { gainsOf, lossesOf } from '../game/captured.js';
import { opposite } from '../game/state.js';
import { html, set } from './dom.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Shown } from '../game/captured.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Effect } from '../../package/calls' */
/** @import { Backend, Side } from '../types' */

/** @type {Side[]} */
const SIDES = ['white', 'black'];

/**
 * Shows it in these places, as the position changes.
 * @param {{ backend: Backend, game: Game, figures: Figures }} parts
 * @param {Record<Side, HTMLElement>} hosts
 */
export function mountCaptured({ backend, game, figures }, hosts) {
  /** The moves whose effects are known, and those. @type {{ name: string, fen: string | null, moves: string[], effects: Effect[] }} */
  let known = { name: '', fen: null, moves: [], effects: [] };

  /** What the moves to the position have changed: they are asked for once for a game. */
  const effectsNow = async () => {
    const { moves, fen, variant, line } = game;
    const { name } = variant;
    const isKnown = (/** @type {typeof known} */ { moves: all }) => moves.every((move, ply) => all[ply] === move);
    if (known.name !== name || known.fen !== fen || !isKnown(known)) {
      const all = isKnown({ ...known, moves: line }) ? line : moves;
      const effects = await backend.call(name, { call: 'effects', fen, moves: all });
      known = { name, fen, moves: [...all], effects };
    }
    return known.effects.slice(0, moves.length);
  };

  const show = async () => {
    const { variant, view } = game;
    const effects = await effectsNow();
    if (view !== game.view) return;
    const victims = effects.flatMap(({ lost }) => lost);
    /** @param {Side} side */
    const shown = (side) => ({
      taken: lossesOf(victims, opposite(side), variant),
      gained: gainsOf(effects, side, variant),
    });
    const sides = { white: shown('white'), black: shown('black') };
    const all = Object.values(sides).flatMap(({ taken, gained }) => [...taken, ...gained]);
    await figures.load(
      variant.name,
      all.flatMap(({ figure }) => figure ?? []),
    );
    if (view !== game.view) return;
    for (const side of SIDES) draw(side, sides[side]);
  };

  /**
   * @param {Side} side
   * @param {{ taken: Shown[], gained: Shown[] }} shown
   */
  const draw = (side, { taken, gained }) => {
    const picture = (/** @type {Shown} */ { figure, name }) => (figure ? figures.picture(figure) : name);
    const times = (/** @type {Shown} */ { count }) => (count > 1 ? html('small', {}, `×${count}`) : null);
    const words = [
      taken.length > 0 ? `has taken ${listed(taken)}` : '',
      gained.length > 0 ? `has gained ${listed(gained)}` : '',
    ];
    const said = words.filter(Boolean).join('; ');
    const host = hosts[side];
    set(host, { title: said });
    host.replaceChildren(
      html('span', { class: 'visually-hidden' }, said && `, ${said}`),
      ...taken.map((one) => html('span', {}, picture(one), times(one))),
      ...gained.map((one) => html('span', { class: 'gained' }, '+', picture(one), times(one))),
    );
  };

  game.subscribe(({ type }) => type !== 'note' && show());
  show();
}

/** @param {Shown[]} shown */
const listed = (shown) => shown.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
