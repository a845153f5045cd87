/*
 * Vertumnus: the rules of its games for C.
 *
 * Made of the sources in src/ffi; docs/library.md tells how to use it, and how this file is made anew.
 *
 * A function that can fail answers a status. Whatever a caller hands in stays the caller's, and nothing
 * that the library hands out is to be freed but handles, with vertumnus_free. Any function may be called
 * from any thread at any time.
 */

#ifndef VERTUMNUS_H
#define VERTUMNUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The version of this interface. It is raised when a program that was compiled with an older header
 * would no longer work; compare it with `vertumnus_interface()`.
 */
#define VERTUMNUS_INTERFACE 1

/**
 * On `vertumnus_board`, a square where nothing stands.
 */
#define VERTUMNUS_EMPTY 254

/**
 * On `vertumnus_board`, a hole of the board.
 */
#define VERTUMNUS_HOLE 255

/**
 * The most squares that a board has, holes included.
 */
#define VERTUMNUS_MOST_SQUARES 81

/**
 * The deepest tree that `vertumnus_perft` counts.
 */
#define VERTUMNUS_MOST_DEPTH 64

/**
 * Room for the text of a move.
 */
#define VERTUMNUS_MOVE_SIZE 64

/**
 * Room for the text of an outcome.
 */
#define VERTUMNUS_OUTCOME_SIZE 64

/**
 * What a call answers: `VERTUMNUS_STATUS_OK`, or why it has failed. A call that fails changes
 * nothing, and `vertumnus_last_error` has a message that says more.
 */
enum VertumnusStatus
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It is done.
     */
    VERTUMNUS_STATUS_OK = 0,
    /**
     * A pointer is null that must not be.
     */
    VERTUMNUS_STATUS_NULL_POINTER = 1,
    /**
     * A text is not UTF-8.
     */
    VERTUMNUS_STATUS_BAD_TEXT = 2,
    /**
     * A handle is none, or was freed.
     */
    VERTUMNUS_STATUS_BAD_HANDLE = 3,
    /**
     * There is no game of this name.
     */
    VERTUMNUS_STATUS_UNKNOWN_GAME = 4,
    /**
     * A FEN is wrong.
     */
    VERTUMNUS_STATUS_BAD_FEN = 5,
    /**
     * A text is no move, not a legal one, or could be several.
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
     * A fault of the library itself.
     */
    VERTUMNUS_STATUS_INTERNAL = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusStatus VertumnusStatus;
#else
typedef int32_t VertumnusStatus;
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
 * How a game stands.
 */
enum VertumnusResult
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /**
     * It goes on.
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
     * Nobody has won.
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
     * It is not over.
     */
    VERTUMNUS_REASON_NONE = 0,
    /**
     * The king is attacked and there is no legal move.
     */
    VERTUMNUS_REASON_CHECKMATE = 1,
    /**
     * There is no legal move.
     */
    VERTUMNUS_REASON_STALEMATE = 2,
    /**
     * A side has nothing left but its king.
     */
    VERTUMNUS_REASON_BARE_KING = 3,
    /**
     * A king has been removed from the board together with others.
     */
    VERTUMNUS_REASON_ANNIHILATION = 4,
    /**
     * The position has stood three times.
     */
    VERTUMNUS_REASON_REPETITION = 5,
    /**
     * A hundred plies went without a capture, pawn move or promotion.
     */
    VERTUMNUS_REASON_FIFTY_MOVES = 6,
    /**
     * No sequence of moves gives a mate.
     */
    VERTUMNUS_REASON_DEAD_DRAW = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum VertumnusReason VertumnusReason;
#else
typedef int32_t VertumnusReason;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A position with the moves that led to it, known by its handle. Whatever takes a handle may be
 * called from any thread at any time, also with a handle that another thread uses.
 */
typedef struct VertumnusPosition VertumnusPosition;

/**
 * A kind of piece. Its number is its place in the `kinds` of its game.
 */
typedef struct {
    /**
     * The name that people use: `Knight`.
     */
    const char *name;
    /**
     * The letters that stand for it, in upper case: `N`, or `RN` for a compound.
     */
    const char *token;
    /**
     * A white piece as the FEN writes it, a compound in braces: `N`, `{RN}`.
     */
    const char *white;
    /**
     * A black piece as the FEN writes it: `n`, `{rn}`. Move texts name what a mover becomes so.
     */
    const char *black;
    /**
     * Whether it is a king, with or without further powers.
     */
    bool is_royal;
} VertumnusKind;

/**
 * A game. Squares are numbered from 0, a1, along the first rank, then along the second, and so on;
 * holes are counted too.
 */
typedef struct {
    /**
     * The name that selects it: `morphing`.
     */
    const char *name;
    /**
     * The name that people use: `Morphing Chess IV`.
     */
    const char *title;
    /**
     * The start position.
     */
    const char *start_fen;
    /**
     * How many files the board has, holes included.
     */
    uint8_t files;
    /**
     * How many ranks the board has, holes included.
     */
    uint8_t ranks;
    /**
     * For each of the `files * ranks` squares whether it is a hole, no square of the board.
     */
    const bool *holes;
    /**
     * How many kinds of pieces there are.
     */
    size_t kind_count;
    /**
     * The kinds of pieces.
     */
    const VertumnusKind *kinds;
} VertumnusGame;

/**
 * A legal move of a position. What a move does besides, such as a rook's part in castling, is seen by
 * comparing the boards before and after.
 */
typedef struct {
    /**
     * The move in coordinates, as engines write it, with a zero byte at the end: `e2e4`, `e7e8q`,
     * `d1d5{rn}`, `a1a4,a4a8{fb}`. No other legal move of the position has this text.
     */
    char text[VERTUMNUS_MOVE_SIZE];
    /**
     * The square that the mover leaves.
     */
    uint8_t from;
    /**
     * The square to which it goes.
     */
    uint8_t to;
    /**
     * The number of the kind of the mover.
     */
    uint8_t mover;
    /**
     * The number of the kind that the mover is afterwards. Moves that are otherwise alike may differ
     * in this: the player chooses.
     */
    uint8_t becomes;
    /**
     * Whether it takes what stands on `to`.
     */
    bool is_capture;
    /**
     * Whether it takes a pawn that has just passed `to`.
     */
    bool is_en_passant;
    /**
     * Whether it is a king's move that a rook follows.
     */
    bool is_castling;
    /**
     * How many of `emptied` there are.
     */
    uint8_t emptied_count;
    /**
     * The squares besides `from` that are empty afterwards though something stood or arrived there:
     * of pieces that are taken on the way or in passing, in the order of the way, and of all that
     * the move removes besides, which may be the mover itself.
     */
    uint8_t emptied[VERTUMNUS_MOST_SQUARES];
} VertumnusMove;

/**
 * The outcome of a game.
 */
typedef struct {
    /**
     * How the game stands.
     */
    VertumnusResult result;
    /**
     * Why it is over.
     */
    VertumnusReason reason;
    /**
     * Both in words, `White mates` or `Draw by stalemate`, with a zero byte at the end; empty while
     * the game goes on.
     */
    char text[VERTUMNUS_OUTCOME_SIZE];
} VertumnusOutcome;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The interface that the library has. A program works with it if this is `VERTUMNUS_INTERFACE`.
 */
uint32_t vertumnus_interface(void);

/**
 * The version of the library, such as `0.1.0`. The text is the library's and lasts as long as the
 * program.
 */
const char *vertumnus_version(void);

/**
 * The message of the last call on this thread that failed, one line; empty if none has. The text is
 * the library's and lasts until another call on this thread fails, or the thread ends.
 */
const char *vertumnus_last_error(void);

/**
 * How many games the library knows.
 */
size_t vertumnus_game_count(void);

/**
 * A game by its number, from 0; null if there is none. The game is the library's and lasts as long
 * as the program.
 */
const VertumnusGame *vertumnus_game_at(size_t index);

/**
 * A game by its name, or by another name that is known for it; null, with a message, if there is
 * none. The game is the library's and lasts as long as the program.
 *
 * Pointers:
 * `name` is null or a text that ends with a zero byte.
 */
const VertumnusGame *vertumnus_game_named(const char *name);

/**
 * Sets up a game and gives the handle of it: in the position of `fen`, or at the start if that is
 * null. If it fails the handle is null.
 *
 * The handle is the caller's, who ends it with `vertumnus_free`.
 *
 * Pointers:
 * `game` and `fen` are null or texts that end with a zero byte; `position` is null or a place for a
 * handle.
 */
VertumnusStatus vertumnus_new(const char *game, const char *fen, VertumnusPosition **position);

/**
 * Makes a copy of a position, its past included. From then on each goes its own way. If it fails the
 * handle is null.
 *
 * The handle is the caller's, who ends it with `vertumnus_free`.
 *
 * Pointers:
 * `copy` is null or a place for a handle.
 */
VertumnusStatus vertumnus_clone(const VertumnusPosition *position,
                                VertumnusPosition **copy);

/**
 * Ends a handle. Nothing happens if it is null. A call of another thread that still uses it is done
 * to its end; later ones are refused, as is ending the handle again.
 */
VertumnusStatus vertumnus_free(VertumnusPosition *position);

/**
 * Which game is played. The game is the library's and lasts as long as the program.
 *
 * Pointers:
 * `game` is null or a place for a pointer.
 */
VertumnusStatus vertumnus_game_of(const VertumnusPosition *position, const VertumnusGame **game);

/**
 * Sets up another position, that of `fen`, or the start if it is null. What was played before is
 * forgotten.
 *
 * Pointers:
 * `fen` is null or a text that ends with a zero byte.
 */
VertumnusStatus vertumnus_set_fen(VertumnusPosition *position, const char *fen);

/**
 * Writes the FEN into `buffer`, which has `size` bytes and stays the caller's, and its length without
 * the zero byte at its end to `length`. Either may be null; without a buffer the length alone is
 * told. If the text does not fit nothing is written but the length.
 *
 * Pointers:
 * `buffer` is null or has `size` bytes; `length` is null or a place for a number.
 */
VertumnusStatus vertumnus_fen(const VertumnusPosition *position,
                              char *buffer,
                              size_t size,
                              size_t *length);

/**
 * Writes what stands on each square into `squares`, which has room for `size` of them and stays the
 * caller's, and their number to `count`. Either may be null; without `squares` the number alone is
 * told. No board has more than `VERTUMNUS_MOST_SQUARES`.
 *
 * A square has twice the number of the kind of its piece, plus 1 if that is black, or
 * `VERTUMNUS_EMPTY`, or `VERTUMNUS_HOLE`.
 *
 * Pointers:
 * `squares` is null or has room for `size` squares; `count` is null or a place for a number.
 */
VertumnusStatus vertumnus_board(const VertumnusPosition *position,
                                uint8_t *squares,
                                size_t size,
                                size_t *count);

/**
 * Tells whose turn it is.
 *
 * Pointers:
 * `side` is null or a place for a side.
 */
VertumnusStatus vertumnus_side_to_move(const VertumnusPosition *position, VertumnusSide *side);

/**
 * Tells the key of the position: a number that is the same, in this version of the library, for all
 * positions that count as repetitions of one another, and hardly ever for others.
 *
 * Pointers:
 * `key` is null or a place for a number.
 */
VertumnusStatus vertumnus_key(const VertumnusPosition *position, uint64_t *key);

/**
 * Tells how many times the position stood before.
 *
 * Pointers:
 * `times` is null or a place for a number.
 */
VertumnusStatus vertumnus_repetitions(const VertumnusPosition *position, size_t *times);

/**
 * Counts the leaves of the tree of legal moves of this depth, at most `VERTUMNUS_MOST_DEPTH`. It
 * returns when they are counted; other threads may use the handle meanwhile.
 *
 * Pointers:
 * `leaves` is null or a place for a number.
 */
VertumnusStatus vertumnus_perft(const VertumnusPosition *position,
                                uint32_t depth,
                                uint64_t *leaves);

/**
 * Writes the legal moves, in the order of their texts, into `moves`, which has room for `size` of them
 * and stays the caller's, and their number to `count`. Either may be null; without `moves` the number
 * alone is told. A game that is over by repetition, by the clock or by its material still has moves.
 *
 * Pointers:
 * `moves` is null or has room for `size` moves; `count` is null or a place for a number.
 */
VertumnusStatus vertumnus_legal_moves(const VertumnusPosition *position,
                                      VertumnusMove *moves,
                                      size_t size,
                                      size_t *count);

/**
 * Reads a move in coordinates. What the mover becomes may be left out, or be named by another of its
 * names, if one legal move alone is meant then. Moves as this engine writes them in XBoard's
 * protocol, which has a letter for each kind of piece and another form for flights, are read as well.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte; `mv` is null or a place for a move.
 */
VertumnusStatus vertumnus_read_move(const VertumnusPosition *position,
                                    const char *text,
                                    VertumnusMove *mv);

/**
 * Reads a move in SAN.
 *
 * Pointers:
 * `san` is null or a text that ends with a zero byte; `mv` is null or a place for a move.
 */
VertumnusStatus vertumnus_read_san(const VertumnusPosition *position,
                                   const char *san,
                                   VertumnusMove *mv);

/**
 * Writes the SAN of a move that is given in coordinates into `buffer`, which has `size` bytes and stays
 * the caller's, and its length without the zero byte at its end to `length`. Either may be null;
 * without a buffer the length alone is told. `VERTUMNUS_MOVE_SIZE` bytes are enough.
 *
 * Pointers:
 * `text` is null or a text that ends with a zero byte; `buffer` is null or has `size` bytes; `length`
 * is null or a place for a number.
 */
VertumnusStatus vertumnus_san(const VertumnusPosition *position,
                              const char *text,
                              char *buffer,
                              size_t size,
                              size_t *length);

/**
 * Makes a move that is given in coordinates, read as `vertumnus_read_move` does.
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
 * Writes the moves that were made since the position was set up, in coordinates with a blank between
 * two, into `buffer`, which has `size` bytes and stays the caller's, and the length of the text
 * without the zero byte at its end to `length`. Either may be null; without a buffer the length alone
 * is told.
 *
 * Pointers:
 * `buffer` is null or has `size` bytes; `length` is null or a place for a number.
 */
VertumnusStatus vertumnus_moves_made(const VertumnusPosition *position,
                                     char *buffer,
                                     size_t size,
                                     size_t *length);

/**
 * Tells whether the side to move is in check.
 *
 * Pointers:
 * `in_check` is null or a place for a truth value.
 */
VertumnusStatus vertumnus_in_check(const VertumnusPosition *position, bool *in_check);

/**
 * Writes the squares of the pieces that give check into `squares`, which has room for `size` of them
 * and stays the caller's, and their number to `count`. Either may be null; without `squares` the
 * number alone is told.
 *
 * Pointers:
 * `squares` is null or has room for `size` squares; `count` is null or a place for a number.
 */
VertumnusStatus vertumnus_checkers(const VertumnusPosition *position,
                                   uint8_t *squares,
                                   size_t size,
                                   size_t *count);

/**
 * Tells how the game has ended, if it has.
 *
 * Pointers:
 * `outcome` is null or a place for an outcome.
 */
VertumnusStatus vertumnus_outcome(const VertumnusPosition *position, VertumnusOutcome *outcome);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VERTUMNUS_H */
