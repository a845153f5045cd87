/**
 * The rules as calls: the types of all requests and replies.
 *
 * A request is JSON that says which game and which position it is about; the reply depends on nothing else.
 * Squares have names (`e4`), moves are coordinate texts (`e2e4`, `d1d5{rn}`, `a1a4,a4a8`), and what is typed
 * or wrong is answered by a reason in one line. Text from a reply belongs into `textContent`.
 */

/** `e4`. Holes of a board have no names that matter. */
export type Square = string;

/** Where a move begins: a square, or the mover in hand, by its token: `P@`, of Black `p@`. */
export type Place = Square | `${Token}@`;

/** A move in coordinates, as the engine writes it: no other legal move of the position has this text. */
export type MoveText = string;

/**
 * A piece as the FEN writes it: `N`, `{RN}`, in lower case for Black. What is captured as another piece than it seems
 * to be has a mark: `Q~`, `+P`.
 */
export type Token = string;

/** The name of a picture of a piece. It is the same in all games, and fit for `id` in XML. */
export type FigureId = string;

export type Side = 'white' | 'black';

export type GameResult = '1-0' | '0-1' | '1/2-1/2' | '*';

export type ErrorKind =
  'UnknownVariant' | 'BadFen' | 'BadMove' | 'AmbiguousMove' | 'BadPgn' | 'BadRules' | 'BadRequest';

/** Why a request was refused. */
export interface CallErrorData {
  kind: ErrorKind;
  /** One line for people. */
  message: string;
  /** If one of `moves` is bad: its place in the list, from 0. */
  index?: number;
}

export type Reply<T> = { ok: T } | { error: CallErrorData };

/** What a request about a position says besides the call and the game. */
export interface About {
  /** The position before the moves; the start position if it is missing or null. At most 1000 bytes. */
  fen?: string | null;
  /** The moves that were played from there, at most 2000: in coordinates or SAN, each of which means one legal move. */
  moves?: string[];
}

/**
 * All calls: what each takes besides `call` and `game`, and what it answers.
 * A request has at most 1 MiB.
 */
export interface Calls {
  /** The games of this build. Needs no `game`. */
  games: { takes: {}; gives: GameName[] };
  /**
   * Reads games from a text in the format of Fairy-Stockfish's `variants.ini`, at most 128 KiB. From then on
   * this module knows those that can be played by their names. Only the module `written` has this call.
   */
  loadRules: { takes: { text: string }; gives: RulesRead };
  /** The same, and the rules of one of its games in words: of `game`, or of the first that can be played. */
  checkRules: { takes: { text: string; game?: string | null }; gives: RulesChecked };
  /**
   * The rules of a game of such a text in words, or without a text those of a game that has been read from one.
   * Each line is a paragraph, a heading, or part of a drawing.
   */
  explainRules: { takes: { text?: string }; gives: string };
  /** What such a text can be made of. Needs no `game`. */
  ruleWords: { takes: {}; gives: RuleWords };
  /** Levels of play in words, the weakest first. Needs no `game`. */
  levels: { takes: {}; gives: Level[] };
  /** The board and the kinds of pieces of a game. */
  variant: { takes: {}; gives: Variant };
  /**
   * All that a board shows of a position. Of the moves that led to it, `sans` has those from the one with this
   * index on: all if `sansFrom` is missing.
   */
  position: { takes: About & { sansFrom?: number }; gives: View };
  /** What each of the moves that led to a position has changed, in their order. */
  effects: { takes: About; gives: Effect[] };
  /** The FEN of a position. */
  fen: { takes: About; gives: string };
  /** The same: a FEN is checked by being read, and comes back as it is written here. */
  validateFen: { takes: About; gives: string };
  /**
   * Drawings by their ids, as the content of a `<symbol viewBox="0 0 45 45">`, on a board with White at the bottom or,
   * flipped, with Black there. At most 1000 ids.
   */
  figures: { takes: { ids: FigureId[]; flip?: boolean }; gives: Record<FigureId, string> };
  /** The picture of a position as an SVG document, as `vertumnus diagram` draws it. */
  diagram: { takes: About & Diagram; gives: string };
  /** Pieces side by side as an SVG document: those of these tokens, or all of the game. */
  legend: { takes: { tokens?: string[]; dark?: boolean }; gives: string };
  /** What the piece on a square does, whichever side is to move; null if the square is empty. */
  attacks: { takes: About & { square: Square }; gives: Doing | null };
  /** Why a move is refused, in words; null if it is legal. */
  objection: { takes: About & ({ text: string } | { from: Place; to: Square }); gives: string | null };
  /**
   * The legal moves that fit what a person typed (`e4`, `Nxd5`, `e2e4`), at least one: those that change and
   * take the least come first. `BadMove` with the reason if none fits.
   */
  find: { takes: About & { text: string }; gives: MoveText[] };
  /** The texts of the legal moves, sorted. */
  legalMoves: { takes: About; gives: MoveText[] };
  /** The SAN of a move. */
  san: { takes: About & { move: MoveText }; gives: string };
  /** A line, such as an engine's principal variation, up to the first move that is not legal. */
  line: { takes: About & { line: MoveText[] }; gives: { texts: MoveText[]; sans: string[] } };
  /** The leaves of the tree of legal moves. Refused if there are more than about 50 million. */
  perft: { takes: About & { depth?: number }; gives: number };
  /**
   * The game as PGN. The result is that of the rules if they have ended the game. Tags that follow from the
   * game (`FEN`, `Variant` and so on) need not be given. `plies` has what is noted on the moves, in their order;
   * the SANs of variations are written as they are. `comment` stands before the first move.
   */
  pgn: {
    takes: About & { tags?: Record<string, string>; result?: GameResult; comment?: string; plies?: Partial<PlyRead>[] };
    gives: string;
  };
  /**
   * The games of a text, at least one. `game` is that of records without a tag `Variant`. The last game may
   * lack its result. At most 200 games with 20000 moves.
   */
  readPgn: { takes: { text: string }; gives: GameRead[] };
  /** The FEN of a position that a person has put together, or why it is none. */
  setup: { takes: Setup; gives: { fen: string; castling: string } };
}

export type CallName = keyof Calls;

/** A request: `Request<"find">`. */
export type Request<C extends CallName> = { call: C; game: string } & Calls[C]['takes'];

/** What a good request is answered: `Answer<"find">`. */
export type Answer<C extends CallName> = Calls[C]['gives'];

export interface GameName {
  name: string;
  title: string;
}

export interface Level {
  /** `beginner`, … `full`. */
  name: string;
  /** The value of the engine's option `Skill Level`. */
  skillLevel: number;
  /** Whom it suits. */
  suits: string;
}

/** What a text of rules has. */
export interface RulesRead {
  /** The games that can be played, in the order of the text. */
  games: GameName[];
  /** What is wrong with the text or worth knowing, in its order. */
  findings: Finding[];
}

/** What a text of rules has, and one of its games in words. */
export interface RulesChecked extends RulesRead {
  /** Which game the words are about; `null` if there is none to play. */
  game: string | null;
  words: string;
}

/** What a text of rules can be made of. */
export interface RuleWords {
  /** What stands before an `=`: what it takes, with values in backticks, and what it means. */
  keys: { name: string; takes: string; meaning: string }[];
  /** The games to build on: what stands behind the colon of `[name:parent]`, and what is special in them. */
  parents: (GameName & { about: string | null })[];
}

/** Something about a place in a text. A game with an error cannot be played. */
export interface Finding {
  severity: 'error' | 'warning' | 'note';
  /** The line, counted from 1. */
  line: number;
  /** The first character, counted from 1. */
  column: number;
  /** How many characters. */
  length: number;
  /** What is wrong, in one line for people. */
  message: string;
  /** What is allowed there, or what to do; may be empty. */
  help: string;
}

export interface Variant {
  name: string;
  title: string;
  startFen: string;
  files: number;
  ranks: number;
  /** The cells of the rectangle that are no squares. */
  holes: Square[];
  /** The squares by index: from the first rank up, each rank from the first file on; holes are null. */
  squares: (Square | null)[];
  colors: Record<Square, 'light' | 'dark'>;
  kinds: Kind[];
  /** What can be in hand; null in games without. */
  hands: Hands | null;
  /** Whether its rules have been read from a text. */
  isWritten: boolean;
  /** If they have: the game that has a network for these rules, `games/GAME.vnn`; null if there is none. */
  network: string | null;
  /** The tokens of the kinds in the start position. */
  startKinds: string[];
}

export interface Hands {
  /** The indices of the kinds, in the order of a FEN. */
  kinds: number[];
  /** Whether a hand always has one of each. Then no FEN lists it, and no `Setup`. */
  areEndless: boolean;
}

export interface Kind {
  index: number;
  name: string;
  /** Its letters, in upper case and without braces. */
  token: string;
  /** A white and a black piece as the FEN writes them. */
  white: Token;
  black: Token;
  isRoyal: boolean;
  promotes: boolean;
  powers: string[];
  /** What it does, in words: `slides like a rook, leaps like a knight`. */
  words: string;
  figures: { white: FigureId; black: FigureId };
}

export interface View {
  game: string;
  /** The position before the moves. */
  startFen: string;
  fen: string;
  /** The moves that were played, as the engine writes them. */
  moves: MoveText[];
  /** Those from `sansFrom` on in SAN. */
  sans: string[];
  turn: Side;
  moveNumber: number;
  /** Plies since the last capture, pawn move or promotion. */
  clock: number;
  /** 16 hexadecimal digits. */
  key: string;
  /** How many times the position occurred before. */
  repetitions: number;
  isCheck: boolean;
  /** The king of the side to move; null if it has none. */
  king: Square | null;
  checkers: Square[];
  outcome: Outcome | null;
  pieces: PieceView[];
  /** In the order of a FEN; empty in games without pieces in hand. */
  inHand: Record<Side, Held[]>;
  /** In the order of their texts. After a draw by rule there still are some: look at `outcome`. */
  legal: MoveView[];
  lastMove: LastMove | null;
}

export interface Outcome {
  result: GameResult;
  /** `checkmate`, `stalemate`, `threefold repetition`, … */
  reason: string;
  /** `White mates`, `Draw by stalemate`. */
  text: string;
}

export interface PieceView {
  square: Square;
  side: Side;
  /** The index of its kind. */
  kind: number;
  token: Token;
  name: string;
  /** All that it can do where it stands. */
  powers: string[];
  /** What neighbors lend it, and which. */
  lent: { power: string; from: Square[] }[];
  /** Whether it neither moves nor attacks because of enemies. */
  isFrozen: boolean;
  figure: FigureId;
}

/** The pieces of a kind that a side has in hand. */
export interface Held {
  place: Place;
  side: Side;
  kind: number;
  token: Token;
  name: string;
  count: number;
  figure: FigureId;
}

export interface MoveView {
  text: MoveText;
  san: string;
  from: Place;
  to: Square;
  /** The squares on its way from which it takes enemies, in order, and `to` at the end. */
  stops: Square[];
  /** The index of the mover's kind, before and after the move. */
  mover: number;
  becomes: number;
  /** What the mover becomes, as the FEN writes it. */
  becomesToken: Token;
  /** Whether it takes what stands on `to`. */
  isCapture: boolean;
  isEnPassant: boolean;
  isCastling: boolean;
  /** Whether the mover comes from the hand. */
  isDrop: boolean;
  /** Whether the mover becomes what it is because of what it takes. */
  absorbs: boolean;
  /** Squares other than `from` that are empty afterwards though a piece stood or arrived there. */
  emptied: Square[];
  /** The pieces that leave the board, the mover apart. Those not captured vanish as a side effect. */
  victims: { square: Square; side: Side; kind: number; name: string; isCaptured: boolean }[];
  /** The pieces that come into hands. */
  intoHand: { side: Side; kind: number; name: string }[];
  /** Whether the mover is still on the board afterwards. */
  survives: boolean;
  changesMover: boolean;
  /** The picture of what the mover becomes. */
  figure: FigureId;
  /** What it does besides going there, in sentences; empty if there is nothing to tell. */
  words: string;
  /** What tells it from moves with the same squares: `takes nothing, stays a Rook`. */
  choice: string;
}

/** What a move has changed. */
export interface Effect {
  /** The side that made it. */
  turn: Side;
  /** The pieces that left the board and came into no hand, by the indices of their kinds; the mover too, if it vanished. */
  lost: { side: Side; kind: number }[];
  /** The powers that the mover has gained by what it took. */
  gained: string[];
}

export interface LastMove {
  text: MoveText;
  san: string;
  from: Place;
  to: Square;
  stops: Square[];
  emptied: Square[];
  /** The squares of the pieces that have gone over to the other side, of either. */
  converted: Square[];
  /** As in `MoveView`, and the same without what the mover can do afterwards. */
  words: string;
  brief: string;
}

export interface Doing {
  square: Square;
  side: Side;
  kind: number;
  name: string;
  token: Token;
  /** All that it can do, in words. */
  words: string;
  /** `from` is `"own"`, or the squares of the neighbors that lend the power. */
  powers: { power: string; words: string; from: 'own' | Square[] }[];
  /** The empty squares to which it could go if its side were to move, whatever becomes of its king. */
  quiet: Square[];
  /** Where it could capture. */
  captures: Square[];
  /** What it attacks, empty squares and friends too: no enemy king may go there. */
  attacks: Square[];
  /** What it is to its neighbors, and whether it can castle, in sentences. */
  notes: string[];
}

export interface Diagram {
  flip?: boolean;
  dark?: boolean;
  /** No letters and digits at the edge. */
  bare?: boolean;
  /** The width of a square in pixels, from 8 to 512. */
  size?: number;
  /** Squares whose pieces' moves are marked. */
  from?: Square[];
  /** `e4` a dot, `xe4` a ring, `#e4` a tint, `!e4` a red tint. */
  marks?: string[];
  /** `e2e4`. */
  arrows?: string[];
}

export interface GameRead {
  /** The line of the text on which the game starts, from 1. */
  line: number;
  tags: Record<string, string>;
  /** Null, like `startFen`, if this build does not have the game or its start is bad. */
  game: string | null;
  startFen: string | null;
  /** Before the first move; may be empty. */
  comment: string;
  plies: PlyRead[];
  result: GameResult;
  /** Why the game cannot be read to its end; the moves are those before the fault. */
  error: string | null;
}

/** A move of a record, with what is noted on it. */
export interface PlyRead {
  move: MoveText;
  san: string;
  /** May be empty. */
  comment: string;
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`. */
  glyphs: number[];
  /** The lines that might have been played in its place, up to the first move that is not legal. */
  variations: PlyRead[][];
}

export interface Setup {
  pieces: Record<Square, Token>;
  /** How many of each there are in hand, at most 255. */
  inHand?: Record<Token, number>;
  /** White if it is missing. */
  turn?: Side;
  /** Letters of the FEN, or `-`; all that kings and rooks at home allow if it is missing. */
  castling?: string;
  enPassant?: Square | '-';
  clock?: number;
  moveNumber?: number;
  /** The seventh field of the FEN, in games that have one. */
  state?: string;
}
