/*
 * Vertumnus: the rules of its games for C.
 *
 * Generated from the sources in src/ffi. docs/library.md explains how to use it, and how to generate it
 * again.
 *
 * A function that can fail returns a status. Buffers and texts that the caller passes stay the caller's.
 * Of what the library returns, only handles have to be freed, with vertumnus_free. Any function may be
 * called from any thread at any time.
 */

#ifndef VERTUMNUS_H
#define VERTUMNUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of this interface. It is raised when programs that were compiled with an older
 * header would no longer work. Compare it with `vertumnus_interface()`.
 */
#define VERTUMNUS_INTERFACE 4

/**
 * An empty square, as `vertumnus_board` writes it.
 */
#define VERTUMNUS_EMPTY 254

/**
 * A hole of the board, as `vertumnus_board` writes it.
 */
#define VERTUMNUS_HOLE 255

/**
 * The largest number of squares of a board, holes included.
 */
#define VERTUMNUS_MOST_SQUARES 128

/**
 * The largest depth of `vertumnus_perft`.
 */
#define VERTUMNUS_MOST_DEPTH 64

/**
 * The size of the text of a move, the zero byte at its end included.
 */
#define VERTUMNUS_MOVE_SIZE 64

/**
 * Room for the text of an outcome.
 */
#define VERTUMNUS_OUTCOME_SIZE 64

/**
 * A mark: a dot, as where a piece can go.
 */
#define VERTUMNUS_MARK_TARGET 0

/**
 * A mark: a ring round a piece, as where it can be captured.
 */
#define VERTUMNUS_MARK_CAPTURE 1

/**
 * A mark: a tinted square, as of a zone.
 */
#define VERTUMNUS_MARK_ZONE 2

/**
 * A mark: a red square, as of a king in check.
 */
#define VERTUMNUS_MARK_DANGER 3

/**
 * The largest width of a square of a picture, in pixels.
 */
#define VERTUMNUS_MOST_PIXELS 1024

/**
 * What a call returns: `VERTUMNUS_STATUS_OK`, or why it failed. A call that fails changes nothing,
 * and `vertumnus_last_error` then has a message that says more.
 */
enum VertumnusStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The call succeeded.
     */
    VERTUMNUS_STATUS_OK = 0,
    /**
     * A pointer is null and must not be.
     */
    VERTUMNUS_STATUS_NULL_POINTER = 1,
    /**
     * A text is not UTF-8.
     */
    VERTUMNUS_STATUS_BAD_TEXT = 2,
    /**
     * A handle is not one, or was freed.
     */
    VERTUMNUS_STATUS_BAD_HANDLE = 3,
    /**
     * There is no game of this name.
     */
    VERTUMNUS_STATUS_UNKNOWN_GAME = 4,
    /**
     * A FEN is not valid.
     */
    VERTUMNUS_STATUS_BAD_FEN = 5,
    /**
     * A text is not a move, or not a legal one, or could be several.
     */
    VERTUMNUS_STATUS_BAD_MOVE = 6,
    /**
     * There is no move to take back.
     */
    VERTUMNUS_STATUS_NOTHING_TO_UNDO = 7,
    /**
     * The result does not fit into the buffer.
     */
    VERTUMNUS_STATUS_BUFFER_TOO_SMALL = 8,
    /**
     * The depth is beyond `VERTUMNUS_MOST_DEPTH`.
     */
    VERTUMNUS_STATUS_TOO_DEEP = 9,
    /**
     * A bug in the library.
     */
    VERTUMNUS_STATUS_INTERNAL = 10,
    /**
     * A picture has a square, a mark or a size that cannot be.
     */
    VERTUMNUS_STATUS_BAD_PICTURE = 11,
    /**
     * A text of rules has no game that can be played.
     */
    VERTUMNUS_STATUS_BAD_RULES = 12,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusStatus VertumnusStatus;
#else
typedef int32_t VertumnusStatus;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How grave a finding is.
 */
enum VertumnusSeverity
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The game cannot be played.
     */
    VERTUMNUS_SEVERITY_ERROR = 0,
    /**
     * The game can be played, but is probably not what was meant.
     */
    VERTUMNUS_SEVERITY_WARNING = 1,
    /**
     * Worth knowing.
     */
    VERTUMNUS_SEVERITY_NOTE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusSeverity VertumnusSeverity;
#else
typedef int32_t VertumnusSeverity;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A side of the game.
 */
enum VertumnusSide
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The side that moves first.
     */
    VERTUMNUS_SIDE_WHITE = 0,
    /**
     * The side that moves second.
     */
    VERTUMNUS_SIDE_BLACK = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusSide VertumnusSide;
#else
typedef int32_t VertumnusSide;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * The result of a game.
 */
enum VertumnusResult
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The game goes on.
     */
    VERTUMNUS_RESULT_ONGOING = 0,
    /**
     * White has won.
     */
    VERTUMNUS_RESULT_WHITE_WINS = 1,
    /**
     * Black has won.
     */
    VERTUMNUS_RESULT_BLACK_WINS = 2,
    /**
     * The game is drawn.
     */
    VERTUMNUS_RESULT_DRAW = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusResult VertumnusResult;
#else
typedef int32_t VertumnusResult;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Why a game is over.
 */
enum VertumnusReason
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * The game is not over.
     */
    VERTUMNUS_REASON_NONE = 0,
    /**
     * The king is attacked and the side has no legal move.
     */
    VERTUMNUS_REASON_CHECKMATE = 1,
    /**
     * The side to move has no legal move and is not in check.
     */
    VERTUMNUS_REASON_STALEMATE = 2,
    /**
     * A side has nothing left but its king.
     */
    VERTUMNUS_REASON_BARE_KING = 3,
    /**
     * A king was removed from the board together with other pieces.
     */
    VERTUMNUS_REASON_ANNIHILATION = 4,
    /**
     * The position occurred as often as ends the game: for the third time in most games.
     */
    VERTUMNUS_REASON_REPETITION = 5,
    /**
     * As many moves as end the game, fifty of each side in most games, were played without a capture, pawn
     * move or promotion.
     */
    VERTUMNUS_REASON_FIFTY_MOVES = 6,
    /**
     * No sequence of legal moves leads to mate.
     */
    VERTUMNUS_REASON_DEAD_DRAW = 7,
    /**
     * Pieces have reached the squares on which their side wins, or those of both sides have.
     */
    VERTUMNUS_REASON_FLAG = 8,
    /**
     * A side has too few of some of its pieces left.
     */
    VERTUMNUS_REASON_EXTINCTION = 9,
    /**
     * The winner's own king is attacked and he has no legal move.
     */
    VERTUMNUS_REASON_CHECKMATED = 10,
    /**
     * A side has given as many checks as it takes.
     */
    VERTUMNUS_REASON_CHECKS = 11,
    /**
     * The position occurred as often as ends the game, and a side has checked with each of its moves since.
     */
    VERTUMNUS_REASON_PERPETUAL_CHECK = 12,
    /**
     * A side with few pieces has counted moves up to its limit.
     */
    VERTUMNUS_REASON_COUNTED = 13,
    /**
     * The board is full.
     */
    VERTUMNUS_REASON_FULL_BOARD = 14,
    /**
     * The position occurred as often as ends the game, and a side has chased one piece with each of its moves since.
     */
    VERTUMNUS_REASON_PERPETUAL_CHASE = 15,
    /**
     * Both sides have passed, one after the other.
     */
    VERTUMNUS_REASON_PASSES = 16,
    /**
     * The kings have faced each other for two moves.
     */
    VERTUMNUS_REASON_FACING_KINGS = 17,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusReason VertumnusReason;
#else
typedef int32_t VertumnusReason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A position with the moves that led to it, known by its handle. Any function may be called with a
 * handle from any thread at any time, even while another thread uses the same handle.
 */
typedef struct VertumnusPosition VertumnusPosition;

/**
 * A kind of piece. Its number is its index in the `kinds` of its game.
 */
typedef struct {
    /**
     * The name that people use: `Knight`.
     */
    const char *name;
    /**
     * The letters of its token, in upper case: `N`, or `RN` for a compound.
     */
    const char *token;
    /**
     * A white piece as the FEN writes it, a compound in braces: `N`, `{RN}`, `Q~`.
     */
    const char *white;
    /**
     * A black piece as the FEN writes it: `n`, `{rn}`. Move texts name what the mover becomes like
     * this, without `~`.
     */
    const char *black;
    /**
     * Whether it is a king, with or without additional powers.
     */
    bool is_royal;
    /**
     * The number of the kind that people take it for, which moves alike: its own, unless it was promoted to
     * that and goes into a hand as what it was. Lists of kinds for people leave such a kind out.
     */
    uint8_t shown;
} VertumnusKind;

/**
 * A game. Squares are numbered from 0, which is a1, along the first rank, then along the second,
 * and so on. Holes have numbers too.
 */
typedef struct {
    /**
     * The name that selects the game: `morphing`.
     */
    const char *name;
    /**
     * The name that people use: `Morphing Chess IV`.
     */
    const char *title;
    /**
     * The FEN of the start position.
     */
    const char *start_fen;
    /**
     * The number of files, holes included.
     */
    uint8_t files;
    /**
     * The number of ranks, holes included.
     */
    uint8_t ranks;
    /**
     * For each of the `files * ranks` squares whether it is a hole, which is not part of the
     * board.
     */
    const bool *holes;
    /**
     * The number of kinds of pieces.
     */
    size_t kind_count;
    /**
     * The kinds of pieces.
     */
    const VertumnusKind *kinds;
    /**
     * The number of kinds that can be in hand; 0 if the game has no pieces in hand.
     */
    size_t held_count;
    /**
     * The numbers of these kinds, in the order of the FEN.
     */
    const uint8_t *held;
} VertumnusGame;

/**
 * What was found in a text of rules, and where. The texts are one line each.
 */
typedef struct {
    /**
     * How grave it is.
     */
    VertumnusSeverity severity;
    /**
     * The line, counted from 1.
     */
    uint32_t line;
    /**
     * The first character, counted from 1.
     */
    uint32_t column;
    /**
     * How many characters, at least 1.
     */
    uint32_t length;
    /**
     * What is wrong.
     */
    const char *message;
    /**
     * What is allowed there, or what to do; may be empty.
     */
    const char *help;
} VertumnusFinding;

/**
 * A piece that a move takes off the board.
 */
typedef struct {
    /**
     * The square on which it stands.
     */
    uint8_t square;
    /**
     * What stands there: twice the number of the piece's kind, plus 1 if the piece is black.
     */
    uint8_t piece;
    /**
     * Whether the mover captures it. Otherwise the move removes it as a side effect, as in an
     * annihilation, and it may be a piece of either side.
     */
    bool is_captured;
} VertumnusVictim;

/**
 * A legal move of a position. For everything that a move changes, such as the rook's move in
 * castling, compare the boards before and after it.
 */
typedef struct {
    /**
     * The move in coordinates, as engines write it, with a zero byte at the end: `e2e4`, `e7e8q`,
     * `d1d5{rn}`, `a1a4,a4a8{fb}`, `P@e5`. No other legal move of the position has this text.
     */
    char text[VERTUMNUS_MOVE_SIZE];
    /**
     * The square that the mover leaves; of a drop, the one that it goes to.
     */
    uint8_t from;
    /**
     * The square that the mover goes to.
     */
    uint8_t to;
    /**
     * The number of the kind of the mover.
     */
    uint8_t mover;
    /**
     * The number of the kind of the mover after the move. Moves that are otherwise the same may
     * differ in this: the player chooses.
     */
    uint8_t becomes;
    /**
     * Whether the move captures a piece on `to`.
     */
    bool is_capture;
    /**
     * Whether the move captures en passant.
     */
    bool is_en_passant;
    /**
     * Whether the move is castling.
     */
    bool is_castling;
    /**
     * Whether the mover comes from the hand.
     */
    bool is_drop;
    /**
     * The number of squares in `emptied`.
     */
    uint8_t emptied_count;
    /**
     * The squares other than `from` that are empty after the move though a piece stood or arrived
     * there: first the squares of pieces that are captured on the way or en passant, in the order
     * of the way, then those of pieces that the move removes as a side effect. The mover itself
     * can be one of these.
     */
    uint8_t emptied[VERTUMNUS_MOST_SQUARES];
    /**
     * The number of pieces in `victims`.
     */
    uint8_t victim_count;
    /**
     * The pieces that the move takes off the board, the mover apart: first those that it captures
     * on the way or en passant, in the order of the way, then the one that it captures on `to`,
     * then those that it removes as a side effect.
     */
    VertumnusVictim victims[VERTUMNUS_MOST_SQUARES];
    /**
     * The number of pieces in `gained`.
     */
    uint8_t gained_count;
    /**
     * What the move puts into hands: twice the number of the kind in hand, plus 1 if it comes into Black's hand.
     */
    uint8_t gained[VERTUMNUS_MOST_SQUARES];
} VertumnusMove;

/**
 * The outcome of a game.
 */
typedef struct {
    /**
     * The result.
     */
    VertumnusResult result;
    /**
     * Why the game is over.
     */
    VertumnusReason reason;
    /**
     * Both in words, such as `White mates` or `Draw by stalemate`, with a zero byte at the end;
     * empty while the game goes on.
     */
    char text[VERTUMNUS_OUTCOME_SIZE];
} VertumnusOutcome;

/**
 * A mark on a square of a picture.
 */
typedef struct {
    /**
     * The square. It may have several marks.
     */
    uint8_t square;
    /**
     * One of the numbers `VERTUMNUS_MARK_...`.
     */
    uint8_t mark;
} VertumnusMark;

/**
 * An arrow in a picture.
 */
typedef struct {
    /**
     * The square where it begins.
     */
    uint8_t from;
    /**
     * The square where it ends.
     */
    uint8_t to;
} VertumnusArrow;

/**
 * How a board is drawn.
 */
typedef struct {
    /**
     * Whether Black is at the bottom.
     */
    bool is_flipped;
    /**
     * Whether the colors are for dark pages.
     */
    bool is_dark;
    /**
     * Whether files and ranks have their letters and digits.
     */
    bool has_coordinates;
    /**
     * Whether the squares of the last move are tinted, if a move was made since the position was
     * set up.
     */
    bool has_last_move;
    /**
     * The width of a square in pixels, at most `VERTUMNUS_MOST_PIXELS`; 45 if it is 0.
     */
    uint32_t pixels;
    /**
     * The marks.
     */
    const VertumnusMark *marks;
    /**
     * The number of marks.
     */
    size_t mark_count;
    /**
     * The arrows.
     */
    const VertumnusArrow *arrows;
    /**
     * The number of arrows.
     */
    size_t arrow_count;
} VertumnusPicture;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library's interface. A program works with the library if this equals
 * `VERTUMNUS_INTERFACE`.
 */
uint32_t vertumnus_interface(void);

/**
 * The version of the library, such as `0.2.0`. The text belongs to the library and is never freed.
 */
const char *vertumnus_version(void);

/**
 * The message of the last call on this thread that failed, one line; empty if no call has failed.
 * The text belongs to the library and lasts until another call on this thread fails, or the thread
 * ends.
 */
const char *vertumnus_last_error(void);

/**
 * The number of games: those of the library, and those that were loaded, which come last.
 */
size_t vertumnus_game_count(void);

/**
 * The game with this number, from 0; null if there is none. The game belongs to the library and is
 * never freed.
 */
const VertumnusGame *vertumnus_game_at(size_t index);

/**
 * The game with this name or alias; null, with a message, if there is none. The game belongs to
 * the library and is never freed.
 *
 * Pointers:
 * `name` is null or a text that ends with a zero byte.
 */
const VertumnusGame *vertumnus_game_named(const char *name);

/**
 * Reads games from a text in the format of Fairy-Stockfish's `variants.ini`, which
 * docs/games-as-files.md explains, and writes those that can be played to `games`, in their order,
 * and their number to `count`. One of the two may be null; if `games` is, only the number is
 * written. From now on the games are found by their names, too: of several that were loaded under
 * one name, the last. A game with mistakes keeps no other of the text from being loaded;
 * `vertumnus_finding_at` tells the mistakes. If no game can be played, the call fails with
 * `VERTUMNUS_STATUS_BAD_RULES`. The games belong to the library and are never freed: a program
 * can load 256 different ones. A text that is loaded again gives the same games.
 *
 * Pointers:
 * `text` has `length` bytes and needs no zero byte at its end; `games` is null or has room for
 * `size` pointers; `count` is null or points to a writable number.
 */
VertumnusStatus vertumnus_load_rules(const char *text,
                                     size_t length,
                                     const VertumnusGame **games,
                                     size_t size,
                                     size_t *count);

/**
 * A finding of this thread's last `vertumnus_load_rules` by its number, from 0, in the order of
 * the text; null if there is none. It belongs to the library and lasts until the thread calls
 * `vertumnus_load_rules` again, or ends.
 */
const VertumnusFinding *vertumnus_finding_at(size_t index);

/**
 * Starts a game in the position of `fen`, or at its start position if `fen` is null, and writes
 * its handle to `position`. If the call fails, the handle is null.
 *
 * The caller frees the handle with `vertumnus_free`.
 *
 * Pointers:
 * `game` and `fen` are null or texts that end with a zero byte; `position` is null or points to a
 * writable handle.
 */
VertumnusStatus vertumnus_new(const char *game, const char *fen, VertumnusPosition **position);

/**
 * The same for a game that the library has returned, whatever other game has its name since.
 *
 * Pointers:
 * `fen` is null or a text that ends with a zero byte; `position` is null or points to a writable
 * handle.
 */
VertumnusStatus vertumnus_new_of(const VertumnusGame *game,
                                 const char *fen,
                                 VertumnusPosition **position);

/**
 * Copies a position with the moves that led to it, and writes the handle of the copy to `copy`.
 * The two are independent afterwards. If the call fails, the handle is null.
 *
 * The caller frees the handle with `vertumnus_free`.
 *
 * Pointers:
 * `copy` is null or points to a writable handle.
 */
VertumnusStatus vertumnus_clone(const VertumnusPosition *position, VertumnusPosition **copy);

/**
 * Frees a handle. Nothing happens if it is null. A call on another thread that still uses the
 * handle is completed. Later calls are refused, and so is freeing the handle again.
 */
VertumnusStatus vertumnus_free(VertumnusPosition *position);

/**
 * Writes which game is played. The game belongs to the library and is never freed.
 *
 * Pointers:
 * `game` is null or points to a writable pointer.
 */
VertumnusStatus vertumnus_game_of(const VertumnusPosition *position, const VertumnusGame **game);

/**
 * Sets up the position of `fen`, or the start position if `fen` is null. The moves played before
 * are forgotten.
 *
 * Pointers:
 * `fen` is null or a text that ends with a zero byte.
 */
VertumnusStatus vertumnus_set_fen(VertumnusPosition *position, const char *fen);

/**
 * Writes the FEN to `buffer`, which has `size` bytes, and its length without the zero byte at its
 * end to `length`. One of the two may be null. If `buffer` is null or too small, only the length
 * is written.
 *
 * Pointers:
 * `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_fen(const VertumnusPosition *position,
                              char *buffer,
                              size_t size,
                              size_t *length);

/**
 * Writes the content of each square to `squares`, which has room for `size` squares, and their
 * number to `count`. One of the two may be null; if `squares` is, only the number is written. No
 * board has more squares than `VERTUMNUS_MOST_SQUARES`.
 *
 * The content is twice the number of the piece's kind, plus 1 if the piece is black; or
 * `VERTUMNUS_EMPTY`; or `VERTUMNUS_HOLE`.
 *
 * Pointers:
 * `squares` is null or has room for `size` squares; `count` is null or points to a writable
 * number.
 */
VertumnusStatus vertumnus_board(const VertumnusPosition *position,
                                uint8_t *squares,
                                size_t size,
                                size_t *count);

/**
 * Writes how many pieces of each kind that can be in hand (`held` of its game) White, or Black if
 * `is_black`, has in hand to `counts`, which has room for `size` numbers, and how many numbers these
 * are to `count`. One of the two may be null; if `counts` is, only their number is written. In a game
 * in which hands never become empty, each is 1.
 *
 * Pointers:
 * `counts` is null or has room for `size` numbers; `count` is null or points to a writable number.
 */
VertumnusStatus vertumnus_hand(const VertumnusPosition *position,
                               bool is_black,
                               uint8_t *counts,
                               size_t size,
                               size_t *count);

/**
 * Writes the side to move.
 *
 * Pointers:
 * `side` is null or points to a writable side.
 */
VertumnusStatus vertumnus_side_to_move(const VertumnusPosition *position, VertumnusSide *side);

/**
 * Writes the Zobrist key of the position. In one version of the library, positions that count as
 * repetitions of one another have the same key, and other positions hardly ever do.
 *
 * Pointers:
 * `key` is null or points to a writable number.
 */
VertumnusStatus vertumnus_key(const VertumnusPosition *position, uint64_t *key);

/**
 * Writes how many times the position occurred before.
 *
 * Pointers:
 * `times` is null or points to a writable number.
 */
VertumnusStatus vertumnus_repetitions(const VertumnusPosition *position, size_t *times);

/**
 * Counts the leaves of the tree of legal moves of this depth, which is at most
 * `VERTUMNUS_MOST_DEPTH`. The count runs on the calling thread; other threads may use the handle
 * meanwhile.
 *
 * Pointers:
 * `leaves` is null or points to a writable number.
 */
VertumnusStatus vertumnus_perft(const VertumnusPosition *position,
                                uint32_t depth,
                                uint64_t *leaves);

/**
 * Writes the legal moves, in the order of their texts, to `moves`, which has room for `size`
 * moves, and their number to `count`. One of the two may be null; if `moves` is, only the number
 * is written. A game that is over by repetition, by the clock or by its material still has legal
 * moves.
 *
 * Pointers:
 * `moves` is null or has room for `size` moves; `count` is null or points to a writable number.
 */
VertumnusStatus vertumnus_legal_moves(const VertumnusPosition *position,
                                      VertumnusMove *moves,
                                      size_t size,
                                      size_t *count);

/**
 * Reads a move in coordinates. What the mover becomes may be left out, or be named by any of its
 * names, if only one legal move is meant then. Moves as this engine writes them in XBoard's
 * protocol, which has a letter for each kind of piece and another form for flights, are read as
 * well, with ranks from 1 whatever their number.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte; `mv` is null or points to a writable move.
 */
VertumnusStatus vertumnus_read_move(const VertumnusPosition *position,
                                    const char *text,
                                    VertumnusMove *mv);

/**
 * Reads a move in SAN.
 *
 * Pointers:
 * `san` is null or a text that ends with a zero byte; `mv` is null or points to a writable move.
 */
VertumnusStatus vertumnus_read_san(const VertumnusPosition *position,
                                   const char *san,
                                   VertumnusMove *mv);

/**
 * Reads a move as a person types it, in coordinates or SAN, and writes all legal moves that fit to
 * `moves`, which has room for `size` moves, and their number, which is at least 1, to `count`. One
 * of the two may be null; if `moves` is, only the number is written.
 *
 * Those that capture on fewer squares and change the mover less come first. A text that leaves out
 * what the mover becomes, or what a flight captures on its way, fits every choice, even where it is
 * also the exact text of one of these moves. A kind that is named decides: `d1d5r` says that a rook
 * stays a rook.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte; `moves` is null or has room for `size`
 * moves; `count` is null or points to a writable number.
 */
VertumnusStatus vertumnus_find_moves(const VertumnusPosition *position,
                                     const char *text,
                                     VertumnusMove *moves,
                                     size_t size,
                                     size_t *count);

/**
 * Writes the SAN of a move that is given in coordinates to `buffer`, which has `size` bytes, and
 * its length without the zero byte at its end to `length`. One of the two may be null; if `buffer`
 * is, only the length is written. `VERTUMNUS_MOVE_SIZE` bytes are enough.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
 * `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_san(const VertumnusPosition *position,
                              const char *text,
                              char *buffer,
                              size_t size,
                              size_t *length);

/**
 * Makes a move that is given in coordinates and read as by `vertumnus_read_move`.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte.
 */
VertumnusStatus vertumnus_make(VertumnusPosition *position, const char *text);

/**
 * Takes the last move back.
 */
VertumnusStatus vertumnus_undo(VertumnusPosition *position);

/**
 * Writes the moves that were made since the position was set up, in coordinates and separated by
 * blanks, to `buffer`, which has `size` bytes, and the length of the text without the zero byte at
 * its end to `length`. One of the two may be null; if `buffer` is, only the length is written.
 *
 * Pointers:
 * `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_moves_made(const VertumnusPosition *position,
                                     char *buffer,
                                     size_t size,
                                     size_t *length);

/**
 * Writes whether the side to move is in check.
 *
 * Pointers:
 * `in_check` is null or points to a writable truth value.
 */
VertumnusStatus vertumnus_in_check(const VertumnusPosition *position, bool *in_check);

/**
 * Writes the squares of the pieces that give check to `squares`, which has room for `size`
 * squares, and their number to `count`. One of the two may be null; if `squares` is, only the
 * number is written.
 *
 * Pointers:
 * `squares` is null or has room for `size` squares; `count` is null or points to a writable
 * number.
 */
VertumnusStatus vertumnus_checkers(const VertumnusPosition *position,
                                   uint8_t *squares,
                                   size_t size,
                                   size_t *count);

/**
 * Writes how the game has ended, if it has.
 *
 * Pointers:
 * `outcome` is null or points to a writable outcome.
 */
VertumnusStatus vertumnus_outcome(const VertumnusPosition *position, VertumnusOutcome *outcome);

/**
 * Writes a picture of the board, an SVG document, to `buffer`, which has `size` bytes, and its
 * length without the zero byte at its end to `length`. One of the two may be null; if `buffer` is,
 * only the length is written.
 *
 * If `picture` is null, White is at the bottom, the colors are for light pages, there are
 * coordinates, and the last move is tinted. A picture that names a square that the board does not
 * have, or an unknown mark, is refused.
 *
 * Pointers:
 * `picture` is null or points to a picture whose lists are null or have as many items as it says;
 * `buffer` is null or has `size` bytes; `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_svg(const VertumnusPosition *position,
                              const VertumnusPicture *picture,
                              char *buffer,
                              size_t size,
                              size_t *length);

/**
 * Writes a picture of a piece on a board with White at the bottom, an SVG document without a size of
 * its own, to `buffer`, which has `size` bytes, and its length without the zero byte at its end to
 * `length`. One of the two may be null; if `buffer` is, only the length is written.
 *
 * `piece` is twice the number of the piece's kind in the game, plus 1 if the piece is black.
 *
 * Pointers:
 * `game` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
 * `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_piece_svg(const char *game,
                                    uint8_t piece,
                                    char *buffer,
                                    size_t size,
                                    size_t *length);

/**
 * Writes a picture of all pieces of a game, an SVG document, to `buffer`, which has `size` bytes,
 * and its length without the zero byte at its end to `length`. One of the two may be null; if
 * `buffer` is, only the length is written.
 *
 * Pointers:
 * `game` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes;
 * `length` is null or points to a writable number.
 */
VertumnusStatus vertumnus_chart_svg(const char *game,
                                    bool is_dark,
                                    char *buffer,
                                    size_t size,
                                    size_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VERTUMNUS_H */
