// The types that the modules of the page share. Those of requests and replies are the package's.

export type Side = 'white' | 'black';

export interface Kind {
  index: number;
  name: string;
  token: string;
  white: string;
  black: string;
  isRoyal: boolean;
  powers: string[];
}

export interface Variant {
  name: string;
  title: string;
  startFen: string;
  files: number;
  ranks: number;
  holes: string[];
  squares: (string | null)[];
  colors: Record<string, string>;
  kinds: Kind[];
  startKinds: string[];
}

export interface Piece {
  square: string;
  side: Side;
  kind: number;
  token: string;
  name: string;
  powers: string[];
  lent: { power: string; from: string[] }[];
  figure: string;
}

export interface Victim {
  square: string;
  side: Side;
  kind: number;
  name: string;
  isCaptured: boolean;
}

export interface Move {
  text: string;
  san: string;
  from: string;
  to: string;
  stops: string[];
  mover: number;
  becomes: number;
  becomesToken: string;
  isCapture: boolean;
  isEnPassant: boolean;
  isCastling: boolean;
  emptied: string[];
  victims: Victim[];
  survives: boolean;
  changesMover: boolean;
  figure: string;
  words: string;
}

export interface Outcome {
  result: string;
  reason: string;
  text: string;
}

export interface View {
  game: string;
  startFen: string;
  fen: string;
  moves: string[];
  sans: string[];
  turn: Side;
  moveNumber: number;
  clock: number;
  key: string;
  repetitions: number;
  isCheck: boolean;
  king: string | null;
  checkers: string[];
  outcome: Outcome | null;
  pieces: Piece[];
  legal: Move[];
  lastMove: { from: string; to: string; stops: string[] } | null;
}

export interface Attacks {
  square: string;
  name: string;
  powers: { power: string; words: string; from: 'own' | string[] }[];
  quiet: string[];
  captures: string[];
  attacks: string[];
  notes: string[];
}

/** An engine that is told UCI lines and answers with lines. Each `go` is answered by one `bestmove`. */
export interface EngineLike {
  send(line: string): void;
  onLine(callback: (line: string) => void): void;
  /** Ends the search, if one is in progress. Its `bestmove` follows. */
  stop(): void;
  close(): void;
}

export interface Backend {
  kind: 'native' | 'wasm';
  games(): Promise<{ name: string; title: string }[]>;
  /** Asks the rules. Rejects with a `CallError`. */
  call(game: string, request: { call: string; [argument: string]: unknown }): Promise<any>;
  newEngine(game: string): EngineLike;
}

/** Who moves the pieces of a side. */
export interface Player {
  kind: 'person' | 'engine';
  /** The engine's `Skill Level`. */
  level: number;
}

/** How a game is set up. */
export interface Setup {
  game: string;
  fen: string | null;
  moves: string[];
  players: Record<Side, Player>;
  control: Control | null;
}

/** A time control: minutes for the game, and seconds that each move adds. */
export interface Control {
  minutes: number;
  seconds: number;
}
