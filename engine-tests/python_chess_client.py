"""Uses the engine through python-chess, a client that others wrote.

    python_chess_client.py ENGINE TASK

Each task prints nothing and exits with 0 if all is well; otherwise it raises.
"""

import asyncio
import io
import random
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn

# Clients of a busy machine must be patient; only a hang should reach this.
PATIENCE = 60.0

# What the machine may add to a move's time.
TIME_MARGIN = 0.1

# Positions that soon lead to en passant, castling, promotion, and to all ends of a game.
OPENINGS = [
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "rn2k3/P1P5/8/8/8/8/p1p5/RN2K3 w Qq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/8/8/5k2/6q1/7K w - - 0 1",
    "7k/8/8/8/8/8/8/KQ6 w - - 96 100",
    "7k/8/8/3n4/8/3B4/8/K7 w - - 0 1",
    "6bk/8/8/8/8/8/P7/K7 w - - 90 70",
    "k7/p7/8/8/8/8/7P/7K w - - 0 1",
]


def open_engine(path):
    return chess.engine.SimpleEngine.popen_uci(path, timeout=PATIENCE, cwd=tempfile.gettempdir())


def expected_outcome(board):
    """The result and the reason by the rules of the game, or None while it goes on."""
    if board.is_checkmate():
        return ("0-1" if board.turn else "1-0"), "mate"
    if board.is_stalemate():
        return "1/2-1/2", "stalemate"
    if board.is_repetition(3):
        return "1/2-1/2", "repet"
    if board.is_fifty_moves():
        return "1/2-1/2", "fift"
    pieces = len(board.piece_map())
    if pieces == 2 or (pieces == 3 and (board.knights or board.bishops)):
        return "1/2-1/2", ""
    return None


class Pipe:
    """The engine's commands that python-chess has no methods for."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def describe(self, board):
        """What the engine says of a board: the fields of `d`, and the legal moves."""
        moves = "".join(f" {move.uci()}" for move in board.move_stack)
        moves = f" moves{moves}" if moves else ""
        orders = f"position fen {board.root().fen()}{moves}\nd\ngo perft 1\n"
        self.process.stdin.write(orders)
        self.process.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith("Nodes searched"):
            line = self.process.stdout.readline()
            assert line, "the engine ended by itself"
            lines.append(line)
        return self.read_description(lines)

    @staticmethod
    def read_description(lines):
        fields, moves = {}, set()
        for line in lines:
            name, _, value = line.partition(":")
            if name in ("Fen", "Key", "Checkers", "Outcome"):
                fields[name] = value.strip()
            elif value.strip() == "1" and 4 <= len(name) <= 5:
                moves.add(name)
        assert set(fields) == {"Fen", "Key", "Checkers", "Outcome"}, lines
        return fields, moves


def check_outcome(board, outcome):
    expected = expected_outcome(board)
    if expected is None:
        assert outcome == "ongoing", (outcome, board.fen())
        return
    result, reason = expected
    shown, _, words = outcome.partition(" ")
    words = words.lower().replace("50", "fifty")
    assert shown == result and words and reason in words, (outcome, expected, board.fen())


def compare(path):
    """Random games: FENs, checks, legal moves, outcomes and keys agree at every ply."""
    games = 50
    plies = 80
    dice = random.Random(20)
    keys, positions = {}, {}
    ends = set()
    with Pipe(path) as pipe:
        for number in range(games):
            opening = chess.STARTING_FEN if number % 2 else OPENINGS[number // 2 % len(OPENINGS)]
            board = chess.Board(opening)
            for _ in range(plies):
                fields, moves = pipe.describe(board)
                assert fields["Fen"] == board.fen(en_passant="legal"), (fields, board.fen())
                assert moves == {move.uci() for move in board.legal_moves}, board.fen()
                checkers = {chess.square_name(square) for square in board.checkers()}
                assert set(fields["Checkers"].split()) - {"-"} == checkers, (fields, checkers)
                check_outcome(board, fields["Outcome"])
                # Without the counters: what a key stands for.
                position = board.fen(en_passant="legal").rsplit(" ", 2)[0]
                key = fields["Key"]
                assert keys.setdefault(position, key) == key, f"two keys for {position}"
                assert positions.setdefault(key, position) == position, f"one key for {position}"
                if expected_outcome(board) is not None:
                    break
                board.push(dice.choice(list(board.legal_moves)))
            ends.add(expected_outcome(board))
    # Otherwise the games would be a poor sample.
    assert len(ends) >= 4, ends


def play(path, threads, ponder):
    """Whole games of the engine against itself: legal moves, clocks kept, results agreed."""
    start, increment = 0.4, 0.01
    with open_engine(path) as white, open_engine(path) as black, Pipe(path) as pipe:
        for engine in (white, black):
            engine.configure({"Threads": threads, "Hash": 8})
        for opening in (["e2e4", "c7c5"], ["d2d4", "g8f6"]):
            board = chess.Board()
            for text in opening:
                board.push_uci(text)
            clocks = {chess.WHITE: start, chess.BLACK: start}
            game = object()
            while expected_outcome(board) is None and board.ply() < 300:
                engine = white if board.turn else black
                limit = chess.engine.Limit(
                    white_clock=clocks[chess.WHITE],
                    black_clock=clocks[chess.BLACK],
                    white_inc=increment,
                    black_inc=increment,
                )
                began = time.monotonic()
                # python-chess itself refuses an illegal best move.
                result = engine.play(
                    board, limit, game=game, ponder=ponder, info=chess.engine.INFO_ALL
                )
                used = time.monotonic() - began
                left = clocks[board.turn]
                assert used <= left + TIME_MARGIN, f"a loss on time: {used} s used of {left} s"
                clocks[board.turn] = max(left - used, 0.0) + increment
                assert result.move in board.legal_moves
                # After a hit, what was said while pondering is not in the report.
                if not ponder:
                    assert result.info["depth"] >= 1 and result.info["pv"], result.info
                    assert "score" in result.info, result.info
                board.push(result.move)
            fields, _ = pipe.describe(board)
            check_outcome(board, fields["Outcome"])


def analyse(path):
    """Analysis with several variations, of limited length and until it is stopped."""
    boards = [chess.Board(), chess.Board(OPENINGS[0]), chess.Board(OPENINGS[4])]
    with open_engine(path) as engine:
        for board in boards:
            infos = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
            assert [info["multipv"] for info in infos] == [1, 2, 3], infos
            assert len({info["pv"][0] for info in infos}) == 3, infos
            scores = [info["score"].relative for info in infos]
            assert scores == sorted(scores, reverse=True), scores
            for info in infos:
                line = board.copy()
                for move in info["pv"]:
                    assert move in line.legal_moves, (line.fen(), move)
                    line.push(move)
            with engine.analysis(board) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 3:
                        break
            move = engine.play(board, chess.engine.Limit(time=0.05)).move
            assert move in board.legal_moves
        only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        found = engine.analyse(chess.Board(), chess.engine.Limit(depth=3), root_moves=only)
        assert found["pv"][0] in only, found
        mate = chess.Board("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
        found = engine.analyse(mate, chess.engine.Limit(mate=3))
        assert found["score"].relative == chess.engine.Mate(3), found


def leave(path):
    """The engine ends soon after its client has."""

    async def start_and_close():
        transport, engine = await chess.engine.popen_uci(path)
        await engine.analysis(chess.Board())
        await asyncio.sleep(0.3)
        transport.get_pipe_transport(0).close()
        return await asyncio.wait_for(engine.returncode, PATIENCE)

    asyncio.run(start_and_close())


def long_san(board, move):
    """A move with both its squares, as several programs write it."""
    if board.is_castling(move):
        return board.san(move).replace("O", "0")
    piece = board.piece_at(move.from_square).symbol().upper()
    sign = "x" if board.is_capture(move) else "-"
    end = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    squares = chess.square_name(move.from_square) + sign + chess.square_name(move.to_square)
    return ("" if piece == "P" else piece) + squares + end


def written(board, move):
    """A move in one of the ways in which it is written."""
    text = random.choice([board.san, board.san, lambda mv: long_san(board, mv), board.uci])(move)
    if board.is_castling(move) and text == board.uci(move):
        text = board.san(move)
    if board.is_en_passant(move):
        text += random.choice(["", " e.p.", "e.p."])
    return text + random.choice(["", "", "", "!", "?!", " $6", " {a comment}", " {two } {comments}"])


def line(board, plies, depth):
    """Random moves with their numbers, and with variations up to this depth."""
    board, words = board.copy(stack=False), []
    for ply in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = random.choice(moves)
        if board.turn == chess.WHITE or ply == 0:
            words.append(f"{board.fullmove_number}{'.' if board.turn == chess.WHITE else '...'}")
        words.append(written(board, move))
        if depth > 0 and random.random() < 0.1:
            words.append(f"({line(board, random.randrange(1, 5), depth - 1)})")
        board.push(move)
    return " ".join(words)


def random_game(number):
    """A game as people and programs write it."""
    fen = random.choice([chess.STARTING_FEN, *OPENINGS])
    tags = [f'[Event "game {number}"]', f'[Result "{random.choice(["*", "1-0", "1/2-1/2"])}"]']
    if fen != chess.STARTING_FEN:
        tags += [f'[FEN "{fen}"]', '[SetUp "1"]']
    remark = random.choice(["", "", "% escaped\n", "; a remark\n"])
    end = random.choice(["*", "*", "", " {the end} *"])
    words = f"{line(chess.Board(fen), random.randrange(1, 40), 2)} {end}".split(" ")
    width = random.choice([7, 100])
    moves = "\n".join(" ".join(words[at : at + width]) for at in range(0, len(words), width))
    return remark + "\n".join(tags) + "\n\n" + moves + "\n\n"


def games_of(text):
    """The tags that count and the moves, with all variations, of each game that python-chess reads."""
    games, file = [], io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors, (game.errors, text)
        plain = chess.pgn.StringExporter(headers=False, comments=False, columns=None)
        moves = game.accept(plain).rsplit(" ", 1)[0]
        games.append((game.headers["Event"], game.headers["Result"], moves.replace("$6 ", "")))
    return games


def records(path):
    """What python-chess reads is read with the same moves, results and variations."""
    random.seed(5)
    for _ in range(60):
        text = "".join(random_game(number) for number in range(random.randrange(1, 6)))
        bom, end = random.choice(["", "\ufeff"]), random.choice(["\n", "\r\n"])
        with tempfile.TemporaryDirectory() as folder:
            file = f"{folder}/games.pgn"
            with open(file, "w", encoding="utf-8", newline=end) as games:
                games.write(bom + text)
            converted = subprocess.run(
                [path, "pgn", "--for", "standard", file], stdout=subprocess.PIPE, check=True, timeout=PATIENCE
            )
        standard = converted.stdout.decode()
        assert games_of(standard) == games_of(text), f"{text}\n{standard}"


TASKS = {
    "compare": compare,
    "play": lambda path: play(path, threads=1, ponder=False),
    "play-threads": lambda path: play(path, threads=2, ponder=False),
    "play-ponder": lambda path: play(path, threads=1, ponder=True),
    "analyse": analyse,
    "leave": leave,
    "records": records,
}

if __name__ == "__main__":
    if sys.argv[1:] == ["tasks"]:
        print("\n".join(TASKS))
    else:
        engine_path, task = sys.argv[1:]
        TASKS[task](engine_path)
