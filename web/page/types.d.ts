// The types that the modules of the page share. Those of the rules are the package's.

import type { Answer, CallName, Calls, GameName, Level, MoveView, Outcome, RulesChecked, Side } from '../package/calls';

export type {
  Doing,
  GameName,
  Held,
  Kind,
  Level,
  MoveView as Move,
  Outcome,
  PieceView as Piece,
  Place,
  Side,
  Square,
  Variant,
  View,
} from '../package/calls';

/** A piece that a move takes off the board. */
export type Victim = MoveView['victims'][number];

/** A request about a game, whose position is given separately. */
export type Question<C extends CallName> = { call: C } & Without<Calls[C]['takes'], 'fen' | 'moves'>;

/** `Omit` for each member of a union. */
type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** An engine that is told UCI lines and answers with lines. Each `go` is answered by one `bestmove`. */
export interface EngineLike {
  send(line: string): void;
  onLine(callback: (line: string) => void): void;
  /** Calls a function with the reason when the engine has ended though nobody has closed it. */
  onEnd(callback: (reason: string) => void): void;
  /** Ends the search, if one is in progress. Its `bestmove` follows. */
  stop(): void;
  close(): void;
}

/** The rules and the engines. */
export interface Backend {
  kind: 'native' | 'wasm';
  games: GameName[];
  levels: Level[];
  /** The games of which there are puzzles. */
  puzzles: string[];
  /** Asks the rules. Rejects with a `CallError` if they refuse the request. */
  call<C extends CallName>(game: string, request: { call: C } & Calls[C]['takes']): Promise<Answer<C>>;
  newEngine(game: string): EngineLike;
  /** Reads a text of rules out of the page's way; null if games cannot be written here. */
  check: ((text: string, options?: { game?: string | null; limit?: number }) => Promise<RulesChecked>) | null;
}

/** Who moves the pieces of a side: a person, the engine, or the solution of a puzzle. */
export interface Player {
  kind: 'person' | 'engine' | 'solution';
  /** The engine's `Skill Level`. */
  level: number;
  /** How long the engine thinks on a move without a clock, in milliseconds. */
  thinking?: number;
  /** Who it is, if a record says so. */
  name?: string;
}

/** How a game is set up: from the start position, or from a FEN and moves. */
export interface Setup {
  game: string;
  fen: string | null;
  moves: string[];
  players: Record<Side, Player>;
  control: Control | null;
  /** What a PGN says of the game besides. */
  tags?: Record<string, string>;
  /** How the game has ended, if it is not the rules that have ended it. */
  ending?: Outcome | null;
}

/** A time control: minutes for the game, and seconds that each move adds. */
export interface Control {
  minutes: number;
  seconds: number;
}
