/* Uses every function of vertumnus.h, in every game, rightly and wrongly; silent unless something is
 * wrong. */

#include "../vertumnus.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition) check((condition), #condition, __LINE__)
#define DONE(call) check((call) == VERTUMNUS_STATUS_OK, #call, __LINE__)
#define REFUSED(status, call) refused((call), VERTUMNUS_STATUS_##status, #call, __LINE__)

enum { MOST_MOVES = 512, FEN_SIZE = 1024 };

static void check(bool holds, const char *what, int line) {
    if (!holds) {
        fprintf(stderr, "line %d: %s; %s\n", line, what, vertumnus_last_error());
        exit(EXIT_FAILURE);
    }
}

/* A refusal has the status, and one line as its message. */
static void refused(VertumnusStatus status, VertumnusStatus expected, const char *what, int line) {
    if (status != expected) {
        fprintf(stderr, "line %d: %s answers %d\n", line, what, (int)status);
        exit(EXIT_FAILURE);
    }
    check(vertumnus_last_error()[0] != '\0', what, line);
    check(strchr(vertumnus_last_error(), '\n') == NULL, what, line);
}

static VertumnusPosition *new_position(const char *game, const char *fen) {
    VertumnusPosition *position = NULL;
    DONE(vertumnus_new(game, fen, &position));
    CHECK(position != NULL);
    return position;
}

static bool has_fen(const VertumnusPosition *position, const char *expected) {
    char fen[FEN_SIZE];
    DONE(vertumnus_fen(position, fen, sizeof fen, NULL));
    return strcmp(fen, expected) == 0;
}

static bool is_known(const char *game) {
    return vertumnus_game_named(game) != NULL;
}

/* Random numbers, the same in every run. */
static unsigned next_random(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static uint64_t count_by_moves(VertumnusPosition *position, unsigned depth) {
    if (depth == 0) {
        return 1;
    }
    VertumnusMove *moves = calloc(MOST_MOVES, sizeof *moves);
    CHECK(moves != NULL);
    size_t count = 0;
    DONE(vertumnus_legal_moves(position, moves, MOST_MOVES, &count));
    uint64_t leaves = 0;
    for (size_t i = 0; i < count; i++) {
        DONE(vertumnus_make(position, moves[i].text));
        leaves += count_by_moves(position, depth - 1);
        DONE(vertumnus_undo(position));
    }
    free(moves);
    return leaves;
}

static void know_the_library(void) {
    CHECK(vertumnus_interface() == VERTUMNUS_INTERFACE);
    CHECK(strchr(vertumnus_version(), '.') != NULL);
    CHECK(strcmp(vertumnus_last_error(), "") == 0);
    CHECK(vertumnus_game_count() > 0);
    CHECK(vertumnus_game_at(vertumnus_game_count()) == NULL);
    CHECK(vertumnus_game_at((size_t)-1) == NULL);
    CHECK(vertumnus_game_named("nonesuch") == NULL);
    CHECK(strcmp(vertumnus_last_error(), "unknown game 'nonesuch'") == 0);
    CHECK(vertumnus_game_named(NULL) == NULL);
    CHECK(vertumnus_game_named("\xff\xfe") == NULL);
}

static void know_the_game(const VertumnusGame *game) {
    CHECK(vertumnus_game_named(game->name) == game);
    CHECK(strlen(game->title) > 0);
    CHECK(game->files * game->ranks <= VERTUMNUS_MOST_SQUARES);
    CHECK(game->kind_count > 0 && game->kind_count < VERTUMNUS_EMPTY / 2);
    bool has_king = false;
    for (size_t i = 0; i < game->kind_count; i++) {
        const VertumnusKind *kind = &game->kinds[i];
        bool is_compound = strlen(kind->token) > 1;
        CHECK(strlen(kind->name) > 0);
        CHECK(kind->shown < game->kind_count && game->kinds[kind->shown].shown == kind->shown);
        if (kind->shown == i) {
            CHECK(strlen(kind->white) == strlen(kind->token) + (is_compound ? 2 : 0));
            CHECK(strstr(kind->white, kind->token) != NULL);
        }
        CHECK(strlen(kind->black) == strlen(kind->white));
        CHECK(strcmp(kind->black, kind->white) != 0);
        has_king = has_king || kind->is_royal;
    }
    CHECK(has_king);
}

/* The board, written as the first field of a FEN. */
static void write_board(const VertumnusGame *game, const uint8_t *board, char *text) {
    for (int rank = game->ranks - 1; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < game->files; file++) {
            uint8_t code = board[rank * game->files + file];
            CHECK((code == VERTUMNUS_HOLE) == game->holes[rank * game->files + file]);
            if (code == VERTUMNUS_EMPTY) {
                empty++;
                continue;
            }
            if (empty > 0) {
                text += sprintf(text, "%d", empty);
                empty = 0;
            }
            if (code == VERTUMNUS_HOLE) {
                text += sprintf(text, "*");
            } else {
                CHECK((size_t)(code / 2) < game->kind_count);
                const VertumnusKind *kind = &game->kinds[code / 2];
                text += sprintf(text, "%s", code % 2 == 0 ? kind->white : kind->black);
            }
        }
        if (empty > 0) {
            text += sprintf(text, "%d", empty);
        }
        text += sprintf(text, "%s", rank > 0 ? "/" : "");
    }
}

static void know_the_board(const VertumnusGame *game, const VertumnusPosition *position) {
    uint8_t board[VERTUMNUS_MOST_SQUARES];
    size_t count = 0;
    char fen[FEN_SIZE], drawn[FEN_SIZE];
    DONE(vertumnus_board(position, board, sizeof board, &count));
    CHECK(count == (size_t)game->files * game->ranks);
    write_board(game, board, drawn);
    DONE(vertumnus_fen(position, fen, sizeof fen, NULL));
    CHECK(strncmp(fen, drawn, strlen(drawn)) == 0);
    CHECK(fen[strlen(drawn)] == ' ' || (fen[strlen(drawn)] == '[' && game->held_count > 0));
    for (int is_black = 0; is_black < 2; is_black++) {
        uint8_t held[VERTUMNUS_MOST_SQUARES];
        DONE(vertumnus_hand(position, is_black, held, sizeof held, &count));
        CHECK(count == game->held_count);
    }
}

/* What a move takes stands where it says; what it captures is the enemy's. */
static void know_the_victims(const VertumnusMove *move, const uint8_t *before, VertumnusSide side) {
    int elsewhere = 0;
    bool is_taken = false;
    for (int i = 0; i < move->victim_count; i++) {
        const VertumnusVictim *victim = &move->victims[i];
        CHECK(victim->piece == before[victim->square]);
        CHECK(!victim->is_captured || victim->piece % 2 != (side == VERTUMNUS_SIDE_BLACK));
        if (victim->square == move->to) {
            CHECK(victim->is_captured);
            is_taken = true;
        } else {
            elsewhere++;
        }
    }
    CHECK(is_taken == move->is_capture);
    for (int i = 0; i < move->emptied_count; i++) {
        elsewhere -= move->emptied[i] != move->to;
    }
    CHECK(elsewhere == 0);
}

/* A move changes the board as it says. */
static void make_and_compare(VertumnusPosition *position, const VertumnusMove *move, int squares) {
    uint8_t before[VERTUMNUS_MOST_SQUARES], after[VERTUMNUS_MOST_SQUARES];
    VertumnusSide side;
    DONE(vertumnus_board(position, before, sizeof before, NULL));
    DONE(vertumnus_side_to_move(position, &side));
    CHECK(move->is_drop ? before[move->to] == VERTUMNUS_EMPTY && move->from == move->to
                        : before[move->from] == 2 * move->mover + (side == VERTUMNUS_SIDE_BLACK));
    CHECK(move->is_capture == (before[move->to] != VERTUMNUS_EMPTY));
    know_the_victims(move, before, side);
    DONE(vertumnus_make(position, move->text));
    DONE(vertumnus_board(position, after, sizeof after, NULL));
    CHECK(after[move->from] == VERTUMNUS_EMPTY || move->is_castling || move->is_drop);
    bool is_removed = false;
    for (int i = 0; i < move->emptied_count; i++) {
        CHECK(after[move->emptied[i]] == VERTUMNUS_EMPTY);
        is_removed = is_removed || move->emptied[i] == move->to;
    }
    if (!is_removed) {
        CHECK(after[move->to] == 2 * move->becomes + (side == VERTUMNUS_SIDE_BLACK));
    }
    /* Nothing else has changed, unless a rook has followed. */
    for (int i = 0; i < squares && !move->is_castling; i++) {
        bool is_told = i == move->from || i == move->to;
        for (int j = 0; j < move->emptied_count; j++) {
            is_told = is_told || move->emptied[j] == i;
        }
        CHECK(is_told || after[i] == before[i]);
    }
}

/* The data of each legal move are right, and both its texts are read back as it. */
static void know_the_moves(const VertumnusPosition *position, const VertumnusMove *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        VertumnusMove read;
        char san[VERTUMNUS_MOVE_SIZE];
        size_t length = 0;
        CHECK(i == 0 || strcmp(moves[i - 1].text, moves[i].text) < 0);
        DONE(vertumnus_read_move(position, moves[i].text, &read));
        CHECK(memcmp(&read, &moves[i], sizeof read) == 0);
        DONE(vertumnus_san(position, moves[i].text, san, sizeof san, &length));
        CHECK(length == strlen(san) && length > 0);
        DONE(vertumnus_read_san(position, san, &read));
        CHECK(strcmp(read.text, moves[i].text) == 0);
    }
}

static void know_the_checks(const VertumnusPosition *position) {
    bool in_check = false;
    size_t count = 0;
    uint8_t checkers[VERTUMNUS_MOST_SQUARES];
    DONE(vertumnus_in_check(position, &in_check));
    DONE(vertumnus_checkers(position, checkers, sizeof checkers, &count));
    CHECK(in_check == (count > 0));
}

/* A text that a person types fits at least the move whose text it is. */
static void find_moves(const VertumnusPosition *position, const VertumnusMove *moves, size_t count) {
    for (size_t i = 0; i < count; i++) {
        VertumnusMove fitting[MOST_MOVES];
        size_t number = 0;
        bool is_found = false;
        DONE(vertumnus_find_moves(position, moves[i].text, fitting, MOST_MOVES, &number));
        for (size_t j = 0; j < number; j++) {
            is_found = is_found || memcmp(&fitting[j], &moves[i], sizeof moves[i]) == 0;
        }
        CHECK(is_found);
    }
}

/* A game of random moves, with a maximum of plies. */
static void play_a_game(const VertumnusGame *game, unsigned seed, int plies) {
    VertumnusPosition *position = new_position(game->name, NULL);
    VertumnusMove *moves = calloc(MOST_MOVES, sizeof *moves);
    CHECK(moves != NULL);
    char start[FEN_SIZE];
    DONE(vertumnus_fen(position, start, sizeof start, NULL));
    int made = 0;
    for (; made < plies; made++) {
        VertumnusOutcome outcome;
        size_t count = 0;
        uint64_t key = 0, same = 0;
        DONE(vertumnus_outcome(position, &outcome));
        DONE(vertumnus_legal_moves(position, moves, MOST_MOVES, &count));
        CHECK((outcome.result == VERTUMNUS_RESULT_ONGOING) == (outcome.reason == VERTUMNUS_REASON_NONE));
        CHECK((outcome.result == VERTUMNUS_RESULT_ONGOING) == (outcome.text[0] == '\0'));
        if (outcome.result != VERTUMNUS_RESULT_ONGOING) {
            break;
        }
        CHECK(count > 0);
        if (made % 8 == 0) {
            know_the_board(game, position);
            know_the_checks(position);
            know_the_moves(position, moves, count);
            find_moves(position, moves, count);
        }
        VertumnusPosition *copy = NULL;
        const VertumnusMove *move = &moves[next_random(&seed) % count];
        DONE(vertumnus_clone(position, &copy));
        make_and_compare(position, move, game->files * game->ranks);
        DONE(vertumnus_make(copy, move->text));
        DONE(vertumnus_key(position, &key));
        DONE(vertumnus_key(copy, &same));
        CHECK(key == same);
        DONE(vertumnus_free(copy));
    }
    size_t length = 0;
    DONE(vertumnus_moves_made(position, NULL, 0, &length));
    char *texts = malloc(length + 1);
    CHECK(texts != NULL);
    DONE(vertumnus_moves_made(position, texts, length + 1, NULL));
    CHECK(strlen(texts) == length);
    free(texts);
    while (made-- > 0) {
        DONE(vertumnus_undo(position));
    }
    CHECK(has_fen(position, start));
    REFUSED(NOTHING_TO_UNDO, vertumnus_undo(position));
    free(moves);
    DONE(vertumnus_free(position));
}

static void play(const VertumnusGame *game) {
    VertumnusPosition *position = new_position(game->name, NULL);
    const VertumnusGame *same = NULL;
    VertumnusSide side = VERTUMNUS_SIDE_BLACK;
    uint64_t leaves = 0;
    know_the_game(game);
    know_the_board(game, position);
    CHECK(has_fen(position, game->start_fen));
    DONE(vertumnus_game_of(position, &same));
    CHECK(same == game);
    DONE(vertumnus_side_to_move(position, &side));
    CHECK(side == VERTUMNUS_SIDE_WHITE);
    DONE(vertumnus_perft(position, 0, &leaves));
    CHECK(leaves == 1);
    DONE(vertumnus_perft(position, 2, &leaves));
    CHECK(leaves == count_by_moves(position, 2));
    DONE(vertumnus_free(position));
    play_a_game(game, 1, 120);
    play_a_game(game, 2, 120);
}

/* Pictures are documents, and whatever is not of the board is refused. */
static void know_the_pictures(const VertumnusGame *game) {
    VertumnusPosition *position = new_position(game->name, NULL);
    VertumnusMark marks[] = {{0, VERTUMNUS_MARK_DANGER}, {0, VERTUMNUS_MARK_TARGET}};
    VertumnusArrow arrows[] = {{0, 0}};
    VertumnusPicture picture = {.is_dark = true, .marks = marks, .arrows = arrows};
    size_t length = 0, plain = 0;
    uint8_t hole = game->files * game->ranks;
    while (game->holes[marks[0].square]) {
        marks[0].square++;
    }
    marks[1].square = arrows[0].from = arrows[0].to = marks[0].square;
    for (int i = 0; i < game->files * game->ranks; i++) {
        hole = game->holes[i] ? i : hole;
    }
    DONE(vertumnus_svg(position, NULL, NULL, 0, &plain));
    char *svg = malloc(plain + 1);
    CHECK(svg != NULL);
    DONE(vertumnus_svg(position, NULL, svg, plain + 1, NULL));
    CHECK(strncmp(svg, "<svg ", 5) == 0 && strcmp(svg + plain - 7, "</svg>\n") == 0);
    REFUSED(BUFFER_TOO_SMALL, vertumnus_svg(position, NULL, svg, plain, NULL));
    free(svg);
    DONE(vertumnus_svg(position, &picture, NULL, 0, &plain));
    picture.mark_count = 2;
    picture.arrow_count = 1;
    DONE(vertumnus_svg(position, &picture, NULL, 0, &length));
    CHECK(length > plain);
    picture.pixels = VERTUMNUS_MOST_PIXELS + 1;
    REFUSED(BAD_PICTURE, vertumnus_svg(position, &picture, NULL, 0, &length));
    picture.pixels = VERTUMNUS_MOST_PIXELS;
    marks[1].mark = 4;
    REFUSED(BAD_PICTURE, vertumnus_svg(position, &picture, NULL, 0, &length));
    marks[1].mark = VERTUMNUS_MARK_ZONE;
    marks[1].square = hole;
    REFUSED(BAD_PICTURE, vertumnus_svg(position, &picture, NULL, 0, &length));
    marks[1].square = arrows[0].from;
    arrows[0].to = 255;
    REFUSED(BAD_PICTURE, vertumnus_svg(position, &picture, NULL, 0, &length));
    picture.arrows = NULL;
    REFUSED(NULL_POINTER, vertumnus_svg(position, &picture, NULL, 0, &length));
    REFUSED(NULL_POINTER, vertumnus_svg(NULL, NULL, NULL, 0, &length));
    REFUSED(NULL_POINTER, vertumnus_svg(position, NULL, NULL, 0, NULL));
    for (size_t piece = 0; piece < 2 * game->kind_count; piece++) {
        DONE(vertumnus_piece_svg(game->name, piece, NULL, 0, &length));
        CHECK(length > 100);
    }
    REFUSED(BAD_PICTURE, vertumnus_piece_svg(game->name, 2 * game->kind_count, NULL, 0, &length));
    REFUSED(BAD_PICTURE, vertumnus_piece_svg(game->name, 255, NULL, 0, &length));
    REFUSED(UNKNOWN_GAME, vertumnus_piece_svg("nonesuch", 0, NULL, 0, &length));
    REFUSED(NULL_POINTER, vertumnus_piece_svg(NULL, 0, NULL, 0, &length));
    DONE(vertumnus_chart_svg(game->name, false, NULL, 0, &plain));
    CHECK(plain > length);
    REFUSED(NULL_POINTER, vertumnus_chart_svg(NULL, false, NULL, 0, &length));
    REFUSED(NULL_POINTER, vertumnus_piece_svg(game->name, 0, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_chart_svg(game->name, false, NULL, 0, NULL));
    DONE(vertumnus_free(position));
}

/* Null is refused in every place of every call, or does no harm where it is allowed. */
static void refuse_null(VertumnusPosition *position) {
    VertumnusPosition *copy = position;
    VertumnusMove move;
    VertumnusOutcome outcome;
    VertumnusSide side;
    const VertumnusGame *game;
    char text[8];
    uint8_t squares[8];
    size_t size;
    uint64_t number;
    bool truth;
    const char *name;
    DONE(vertumnus_game_of(position, &game));
    name = game->name;
    REFUSED(NULL_POINTER, vertumnus_new(NULL, NULL, &copy));
    CHECK(copy == NULL);
    REFUSED(NULL_POINTER, vertumnus_new(name, NULL, NULL));
    copy = position;
    REFUSED(NULL_POINTER, vertumnus_clone(NULL, &copy));
    CHECK(copy == NULL);
    REFUSED(NULL_POINTER, vertumnus_clone(position, NULL));
    DONE(vertumnus_free(NULL));
    REFUSED(NULL_POINTER, vertumnus_game_of(NULL, &game));
    REFUSED(NULL_POINTER, vertumnus_game_of(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_set_fen(NULL, NULL));
    REFUSED(NULL_POINTER, vertumnus_fen(NULL, text, sizeof text, &size));
    REFUSED(NULL_POINTER, vertumnus_fen(position, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_board(NULL, squares, sizeof squares, &size));
    REFUSED(NULL_POINTER, vertumnus_board(position, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_side_to_move(NULL, &side));
    REFUSED(NULL_POINTER, vertumnus_side_to_move(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_key(NULL, &number));
    REFUSED(NULL_POINTER, vertumnus_key(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_repetitions(NULL, &size));
    REFUSED(NULL_POINTER, vertumnus_repetitions(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_perft(NULL, 1, &number));
    /* Before the count, which would take for ever. */
    REFUSED(NULL_POINTER, vertumnus_perft(position, VERTUMNUS_MOST_DEPTH, NULL));
    REFUSED(NULL_POINTER, vertumnus_legal_moves(NULL, &move, 1, &size));
    REFUSED(NULL_POINTER, vertumnus_legal_moves(position, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_read_move(NULL, "a1a2", &move));
    REFUSED(NULL_POINTER, vertumnus_read_move(position, NULL, &move));
    REFUSED(NULL_POINTER, vertumnus_read_san(NULL, "a2", &move));
    REFUSED(NULL_POINTER, vertumnus_read_san(position, NULL, &move));
    REFUSED(NULL_POINTER, vertumnus_find_moves(NULL, "a2", &move, 1, &size));
    REFUSED(NULL_POINTER, vertumnus_find_moves(position, NULL, &move, 1, &size));
    REFUSED(NULL_POINTER, vertumnus_san(NULL, "a1a2", text, sizeof text, &size));
    REFUSED(NULL_POINTER, vertumnus_san(position, NULL, text, sizeof text, &size));
    REFUSED(NULL_POINTER, vertumnus_make(NULL, "a1a2"));
    REFUSED(NULL_POINTER, vertumnus_make(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_undo(NULL));
    REFUSED(NULL_POINTER, vertumnus_moves_made(NULL, text, sizeof text, &size));
    REFUSED(NULL_POINTER, vertumnus_moves_made(position, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_in_check(NULL, &truth));
    REFUSED(NULL_POINTER, vertumnus_in_check(position, NULL));
    REFUSED(NULL_POINTER, vertumnus_checkers(NULL, squares, sizeof squares, &size));
    REFUSED(NULL_POINTER, vertumnus_checkers(position, NULL, 0, NULL));
    REFUSED(NULL_POINTER, vertumnus_outcome(NULL, &outcome));
    REFUSED(NULL_POINTER, vertumnus_outcome(position, NULL));
}

/* Meaningless texts are refused, and the position does not change. */
static void refuse_garbage(const VertumnusGame *game) {
    static const char *const garbage[] = {
        "", " ", "/", "w", "e2", "e2e4e6", "0000", "(none)", "9999999999999999999999",
        "\xff", "\xc3\xa9", "e2\xff", "{", "{}", "{{{{{{{{", "%s%n", "K", "O-O-O-O", "////////// w - - 0 1",
        "k/k/k/k/k/k/k/k/k w KQkq e9 -1 -1",
    };
    VertumnusPosition *position = new_position(game->name, NULL);
    VertumnusMove move;
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++) {
        VertumnusPosition *none = position;
        const char *text = garbage[i];
        CHECK(vertumnus_new(text, NULL, &none) != VERTUMNUS_STATUS_OK && none == NULL);
        CHECK(vertumnus_new(game->name, text, &none) != VERTUMNUS_STATUS_OK && none == NULL);
        CHECK(vertumnus_set_fen(position, text) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_read_move(position, text, &move) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_read_san(position, text, &move) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_find_moves(position, text, NULL, 0, &(size_t){0}) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_san(position, text, NULL, 0, &(size_t){0}) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_make(position, text) != VERTUMNUS_STATUS_OK);
        CHECK(has_fen(position, game->start_fen));
    }
    REFUSED(UNKNOWN_GAME, vertumnus_new("nonesuch", NULL, &(VertumnusPosition *){NULL}));
    REFUSED(BAD_TEXT, vertumnus_set_fen(position, "\xff"));
    REFUSED(BAD_FEN, vertumnus_set_fen(position, "nonsense"));
    REFUSED(BAD_MOVE, vertumnus_make(position, "a1a1"));
    REFUSED(TOO_DEEP, vertumnus_perft(position, VERTUMNUS_MOST_DEPTH + 1, &(uint64_t){0}));
    refuse_null(position);
    DONE(vertumnus_free(position));
}

/* Values that are not handles are refused, freed handles among them. */
static void refuse_handles(const VertumnusGame *game) {
    VertumnusPosition *position = new_position(game->name, NULL);
    VertumnusPosition *bad[] = {(VertumnusPosition *)1, (VertumnusPosition *)(uintptr_t)-1,
                                (VertumnusPosition *)&bad, position};
    DONE(vertumnus_free(position));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        VertumnusPosition *copy = NULL;
        size_t count = 0;
        REFUSED(BAD_HANDLE, vertumnus_fen(bad[i], NULL, 0, &count));
        REFUSED(BAD_HANDLE, vertumnus_make(bad[i], "a1a2"));
        REFUSED(BAD_HANDLE, vertumnus_clone(bad[i], &copy));
        REFUSED(BAD_HANDLE, vertumnus_free(bad[i]));
    }
}

/* A result that does not fit is not written, but its length is. */
static void keep_within_buffers(const VertumnusGame *game) {
    VertumnusPosition *position = new_position(game->name, NULL);
    size_t length = 0, count = 0, needed = strlen(game->start_fen);
    char *fen = malloc(needed + 1);
    VertumnusMove move;
    uint8_t square = 77;
    CHECK(fen != NULL);
    fen[0] = 'x';
    REFUSED(BUFFER_TOO_SMALL, vertumnus_fen(position, fen, needed, &length));
    CHECK(length == needed && fen[0] == 'x');
    REFUSED(BUFFER_TOO_SMALL, vertumnus_fen(position, fen, 0, NULL));
    DONE(vertumnus_fen(position, fen, needed + 1, &length));
    CHECK(length == needed && strcmp(fen, game->start_fen) == 0);
    DONE(vertumnus_legal_moves(position, NULL, 0, &count));
    REFUSED(BUFFER_TOO_SMALL, vertumnus_legal_moves(position, &move, 1, &length));
    CHECK(length == count && count > 1);
    REFUSED(BUFFER_TOO_SMALL, vertumnus_board(position, &square, 1, &count));
    CHECK(square == 77 && count == (size_t)game->files * game->ranks);
    DONE(vertumnus_moves_made(position, fen, 1, &length));
    CHECK(length == 0 && fen[0] == '\0');
    DONE(vertumnus_checkers(position, &square, 0, &count));
    CHECK(count == 0 && square == 77);
    free(fen);
    DONE(vertumnus_free(position));
}

/* For chess, the content of the answers is checked as well as their form. */
static void know_chess(void) {
    VertumnusPosition *position = new_position("chess", NULL);
    VertumnusOutcome outcome;
    uint64_t leaves = 0;
    size_t times = 0;
    char made[64];
    CHECK(vertumnus_game_named("standard") == vertumnus_game_named("chess"));
    DONE(vertumnus_perft(position, 4, &leaves));
    CHECK(leaves == 197281);
    static const char *const mate[] = {"f2f3", "e7e5", "g2g4", "d8h4"};
    for (int i = 0; i < 4; i++) {
        DONE(vertumnus_make(position, mate[i]));
    }
    DONE(vertumnus_outcome(position, &outcome));
    CHECK(outcome.result == VERTUMNUS_RESULT_BLACK_WINS);
    CHECK(outcome.reason == VERTUMNUS_REASON_CHECKMATE);
    CHECK(strcmp(outcome.text, "Black mates") == 0);
    DONE(vertumnus_moves_made(position, made, sizeof made, NULL));
    CHECK(strcmp(made, "f2f3 e7e5 g2g4 d8h4") == 0);
    uint8_t checkers[2];
    size_t count = 0;
    DONE(vertumnus_checkers(position, checkers, 2, &count));
    CHECK(count == 1 && checkers[0] == 3 * 8 + 7);

    DONE(vertumnus_set_fen(position, NULL));
    static const char *const dance[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int i = 0; i < 8; i++) {
        DONE(vertumnus_make(position, dance[i % 4]));
    }
    DONE(vertumnus_repetitions(position, &times));
    CHECK(times == 2);
    /* A copy keeps the past, and a position that is set up has none. */
    VertumnusPosition *copy = NULL;
    DONE(vertumnus_clone(position, &copy));
    DONE(vertumnus_outcome(copy, &outcome));
    CHECK(outcome.result == VERTUMNUS_RESULT_DRAW && outcome.reason == VERTUMNUS_REASON_REPETITION);
    CHECK(strcmp(outcome.text, "Draw by threefold repetition") == 0);
    DONE(vertumnus_set_fen(copy, NULL));
    DONE(vertumnus_repetitions(copy, &times));
    CHECK(times == 0);
    DONE(vertumnus_free(copy));

    VertumnusMove move;
    char san[VERTUMNUS_MOVE_SIZE];
    DONE(vertumnus_set_fen(position, "3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1"));
    DONE(vertumnus_san(position, "e7d8q", san, sizeof san, NULL));
    CHECK(strcmp(san, "exd8=Q#") == 0);
    DONE(vertumnus_read_san(position, "exd8=N", &move));
    CHECK(strcmp(move.text, "e7d8n") == 0 && move.is_capture && move.becomes != move.mover);
    REFUSED(BAD_MOVE, vertumnus_make(position, "e7d8"));
    DONE(vertumnus_set_fen(position, "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 2"));
    DONE(vertumnus_read_move(position, "e5d6", &move));
    CHECK(move.is_en_passant && move.emptied_count == 1 && move.emptied[0] == 4 * 8 + 3);
    CHECK(move.victim_count == 1 && move.victims[0].square == 4 * 8 + 3 && move.victims[0].is_captured);
    DONE(vertumnus_read_move(position, "e1c1", &move));
    CHECK(move.is_castling && move.emptied_count == 0);
    DONE(vertumnus_free(position));
}

/* Flights capture on their way, and capturers choose what they become. */
static void know_flights(void) {
    VertumnusPosition *position = new_position("stealthbomber", "4k3/8/n7/8/b7/8/8/F3K3 w - - 0 1");
    VertumnusMove move;
    const VertumnusGame *game = vertumnus_game_named("stealthbomber");
    DONE(vertumnus_read_san(position, "Fxa4-a8={FB}+", &move));
    CHECK(strcmp(move.text, "a1a4,a4a8{fb}") == 0);
    CHECK(!move.is_capture && move.emptied_count == 1 && move.emptied[0] == 3 * 8);
    CHECK(strcmp(game->kinds[move.becomes].white, "{FB}") == 0);
    CHECK(move.victim_count == 1 && strcmp(game->kinds[move.victims[0].piece / 2].token, "B") == 0);
    DONE(vertumnus_free(position));
}

/* Threads use handles of their own, share one, and free it while others use it. */
enum { THREADS = 4 };

static VertumnusPosition *shared;
static const VertumnusGame *shared_game;

static void *use(void *number) {
    unsigned seed = (unsigned)(uintptr_t)number;
    char message[64];
    play_a_game(shared_game, seed, 16);
    snprintf(message, sizeof message, "unknown game 'thread-%u'", seed);
    for (int i = 0; i < 100; i++) {
        VertumnusMove moves[MOST_MOVES];
        VertumnusPosition *none = NULL;
        char name[32];
        size_t count = 0;
        if (vertumnus_legal_moves(shared, moves, MOST_MOVES, &count) == VERTUMNUS_STATUS_OK && count > 0) {
            /* Another thread may have moved since. */
            vertumnus_make(shared, moves[next_random(&seed) % count].text);
            vertumnus_undo(shared);
        }
        snprintf(name, sizeof name, "thread-%u", (unsigned)(uintptr_t)number);
        REFUSED(UNKNOWN_GAME, vertumnus_new(name, NULL, &none));
        CHECK(strcmp(vertumnus_last_error(), message) == 0);
    }
    if (seed % 2 == 0) {
        vertumnus_free(shared);
    }
    return NULL;
}

static void share(const VertumnusGame *game) {
    pthread_t threads[THREADS];
    shared_game = game;
    shared = new_position(game->name, NULL);
    for (uintptr_t i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, use, (void *)(i + 1)) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
    }
    vertumnus_free(shared);
}

/* An annihilation removes pieces of both sides, which nobody captures. */
static void know_annihilations(void) {
    const char *fen = "***1***/*5*/*1k3*/*2i2*/7/*1Ar2*/*5*/*5*/***K*** w - - 9 9";
    VertumnusPosition *position = new_position("combination", fen);
    VertumnusMove move;
    DONE(vertumnus_read_move(position, "c4c6", &move));
    CHECK(move.emptied_count == 3 && move.victim_count == 2 && !move.is_capture);
    CHECK(move.victims[0].square == 5 * 7 + 3 && !move.victims[0].is_captured);
    CHECK(move.victims[1].square == 6 * 7 + 2 && !move.victims[1].is_captured);
    DONE(vertumnus_free(position));
}

/* A child process can use the library, whatever the threads of its parent were doing. */
enum { WORKERS = 3, CHILDREN = 100, PATIENCE = 20 };

static atomic_bool is_enough;

static void *work(void *number) {
    (void)number;
    while (!is_enough) {
        VertumnusPosition *position = new_position(vertumnus_game_at(0)->name, NULL);
        size_t count = 0;
        VertumnusMove move;
        CHECK(vertumnus_legal_moves(position, NULL, 0, &count) == VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_legal_moves(shared, NULL, 0, &count) == VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_read_move(position, "", &move) != VERTUMNUS_STATUS_OK);
        CHECK(vertumnus_set_fen(shared, NULL) == VERTUMNUS_STATUS_OK);
        DONE(vertumnus_free(position));
    }
    return NULL;
}

static void fork_while_others_work(void) {
    pthread_t workers[WORKERS];
    const char *game = vertumnus_game_at(0)->name;
    shared = new_position(game, NULL);
    for (int i = 0; i < WORKERS; i++) {
        CHECK(pthread_create(&workers[i], NULL, work, NULL) == 0);
    }
    for (int i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            /* A child that hangs is ended by the alarm. */
            alarm(PATIENCE);
            VertumnusPosition *position = NULL;
            bool is_good = vertumnus_new(game, NULL, &position) == VERTUMNUS_STATUS_OK
                && vertumnus_set_fen(shared, NULL) == VERTUMNUS_STATUS_OK
                && vertumnus_free(position) == VERTUMNUS_STATUS_OK;
            /* What the other threads held is lost in the child. So that valgrind does not complain of that when
             * the child exits, it becomes another program, which succeeds. */
            if (is_good) {
                execlp("true", "true", (char *)NULL);
            }
            _exit(EXIT_FAILURE);
        }
        int status = 0;
        CHECK(waitpid(child, &status, 0) == child);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
    }
    is_enough = true;
    for (int i = 0; i < WORKERS; i++) {
        CHECK(pthread_join(workers[i], NULL) == 0);
    }
    DONE(vertumnus_free(shared));
}

/* Games of a text, rightly and wrongly. */
static void know_rules(void) {
    static const char text[] = "[c-camels:chess]\nknight = -\ncustomPiece1 = c:C\n"
        "startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1\n"
        "promotionPieceTypes = qrbc\n"
        "[c-wrong:chess]\nking = k:KM\n"
        "[c-edited:chess]\nstalemateValue = draw\n";
    const size_t before = vertumnus_game_count();
    const VertumnusGame *games[2];
    size_t count = 0;
    DONE(vertumnus_load_rules(text, sizeof text - 1, NULL, 0, &count));
    CHECK(count == 2);
    REFUSED(BUFFER_TOO_SMALL, vertumnus_load_rules(text, sizeof text - 1, games, 1, &count));
    DONE(vertumnus_load_rules(text, sizeof text - 1, games, 2, &count));
    CHECK(count == 2 && strcmp(games[0]->name, "c-camels") == 0);
    CHECK(vertumnus_game_count() == before + 2 && vertumnus_game_at(before) == games[0]);
    CHECK(vertumnus_game_named("c-edited") == games[1]);
    const VertumnusFinding *finding = vertumnus_finding_at(0);
    CHECK(finding != NULL && finding->severity == VERTUMNUS_SEVERITY_ERROR);
    CHECK(finding->line == 7 && finding->column == 11 && finding->length == 1);
    CHECK(strstr(finding->message, "'M'") == finding->message && finding->help != NULL);
    CHECK(vertumnus_finding_at(1) == NULL);

    play(games[0]);
    refuse_garbage(games[0]);
    know_the_pictures(games[0]);

    /* An edited game takes the name over; the old one can still be played. */
    static const char edited[] = "[c-edited:chess]\nstalemateValue = loss\n";
    const VertumnusGame *old = games[1], *latest;
    DONE(vertumnus_load_rules(edited, sizeof edited - 1, &latest, 1, NULL));
    CHECK(latest != old && vertumnus_game_named("c-edited") == latest);
    static const char *stalemate = "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1";
    const VertumnusGame *both[] = {old, latest};
    for (int i = 0; i < 2; i++) {
        VertumnusPosition *position = NULL;
        VertumnusOutcome outcome;
        const VertumnusGame *played = NULL;
        DONE(vertumnus_new_of(both[i], stalemate, &position));
        DONE(vertumnus_game_of(position, &played));
        CHECK(played == both[i]);
        DONE(vertumnus_outcome(position, &outcome));
        CHECK(outcome.result == (i == 0 ? VERTUMNUS_RESULT_DRAW : VERTUMNUS_RESULT_WHITE_WINS));
        DONE(vertumnus_free(position));
    }

    VertumnusPosition *position = NULL;
    REFUSED(NULL_POINTER, vertumnus_new_of(NULL, NULL, &position));
    REFUSED(UNKNOWN_GAME, vertumnus_new_of((const VertumnusGame *)text, NULL, &position));
    REFUSED(BAD_FEN, vertumnus_new_of(old, "no FEN", &position));
    CHECK(position == NULL);
    REFUSED(NULL_POINTER, vertumnus_load_rules(NULL, 1, &latest, 1, NULL));
    REFUSED(NULL_POINTER, vertumnus_load_rules(text, sizeof text - 1, NULL, 1, NULL));
    REFUSED(BAD_RULES, vertumnus_load_rules(NULL, 0, &latest, 1, NULL));
    REFUSED(BAD_RULES, vertumnus_load_rules("\xff\xfe", 2, &latest, 1, NULL));
    CHECK(vertumnus_finding_at(0) == NULL);
    static const char wrong[] = "[c-wrong:chess]\nking = k:KM\n";
    REFUSED(BAD_RULES, vertumnus_load_rules(wrong, sizeof wrong - 1, &latest, 1, NULL));
    CHECK(strstr(vertumnus_last_error(), "line 2, column 11: 'M'") == vertumnus_last_error());
    CHECK(vertumnus_finding_at(0) != NULL);
}

/* Pieces in hand, and the pieces that a move puts there. */
static void know_hands(void) {
    static const char text[] = "[c-house:crazyhouse]\n";
    const VertumnusGame *game;
    DONE(vertumnus_load_rules(text, sizeof text - 1, &game, 1, NULL));
    CHECK(game->held_count == 5);
    play(game);
    know_the_pictures(game);

    VertumnusPosition *position = NULL;
    VertumnusMove move;
    uint8_t held[5], sum = 0;
    DONE(vertumnus_new_of(game, "4k3/8/8/8/8/8/4q~3/4K3[NNp] w - - 0 1", &position));
    DONE(vertumnus_hand(position, false, held, sizeof held, NULL));
    for (int i = 0; i < 5; i++) {
        const char *token = game->kinds[game->held[i]].token;
        CHECK(held[i] == (strcmp(token, "N") == 0 ? 2 : 0));
    }
    REFUSED(BUFFER_TOO_SMALL, vertumnus_hand(position, false, held, 4, NULL));
    /* The queen was a pawn. */
    DONE(vertumnus_read_move(position, "e1e2", &move));
    CHECK(!move.is_drop && move.gained_count == 1 && move.gained[0] % 2 == 0);
    CHECK(strcmp(game->kinds[move.gained[0] / 2].token, "P") == 0);
    const VertumnusKind *queen = &game->kinds[move.victims[0].piece / 2];
    CHECK(strcmp(queen->black, "q~") == 0 && strcmp(game->kinds[queen->shown].black, "q") == 0);
    DONE(vertumnus_make(position, "e1e2"));
    DONE(vertumnus_make(position, "P@d6"));
    DONE(vertumnus_read_move(position, "N@d5", &move));
    CHECK(move.is_drop && move.from == 4 * 8 + 3 && move.from == move.to);
    DONE(vertumnus_make(position, "N@d5"));
    DONE(vertumnus_hand(position, false, held, sizeof held, NULL));
    for (int i = 0; i < 5; i++) {
        sum += held[i];
    }
    CHECK(sum == 2);
    DONE(vertumnus_hand(position, true, held, sizeof held, NULL));
    CHECK(held[0] + held[1] + held[2] + held[3] + held[4] == 0);
    DONE(vertumnus_free(position));
}

/* With any argument, nothing forks: valgrind runs one thread at a time, and a fork may wait for ever. */
int main(int argc, char **argv) {
    (void)argv;
    know_the_library();
    for (size_t i = 0; i < vertumnus_game_count(); i++) {
        const VertumnusGame *game = vertumnus_game_at(i);
        play(game);
        refuse_garbage(game);
        refuse_handles(game);
        keep_within_buffers(game);
        know_the_pictures(game);
        share(game);
    }
    if (argc == 1) {
        fork_while_others_work();
    }
    if (is_known("combination")) {
        know_annihilations();
    }
    if (is_known("chess")) {
        know_chess();
        know_rules();
    know_hands();
    }
    if (is_known("stealthbomber")) {
        know_flights();
    }
    return EXIT_SUCCESS;
}
