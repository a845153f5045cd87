"""The rules of the games of the chess engine Vertumnus.

A `Position` is a game in play. The module's functions work without one: they take the name of a game, a
FEN (`None` for the start position) and moves from there::

    >>> import vertumnus
    >>> vertumnus.legal_moves("morphing", moves=["b1c3a"])[:3]
    ['a8a6', 'a8a7', 'b8b6']

Moves are texts in coordinates, as engines write them: `e2e4`, `e7e8q`, `d1d5{rn}`. Squares have the same
names as in moves. Several threads may use one position.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from ctypes import c_bool, c_int32, c_size_t, c_uint8, c_uint64, c_void_p
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from . import _library
from ._library import BadFen, BadMove, UnknownVariant, VertumnusError

__all__ = [
    "BadFen",
    "BadMove",
    "Kind",
    "Move",
    "Outcome",
    "Position",
    "Reason",
    "Result",
    "UnknownVariant",
    "Variant",
    "VertumnusError",
    "get_fen",
    "get_san",
    "get_san_moves",
    "is_check",
    "legal_moves",
    "make",
    "outcome",
    "perft",
    "start_fen",
    "validate_fen",
    "variant",
    "variants",
    "version",
]


class Result(enum.IntEnum):
    """The result of a game."""

    ONGOING = 0
    WHITE_WINS = 1
    BLACK_WINS = 2
    DRAW = 3

    def __str__(self) -> str:
        """The result as PGN writes it."""
        return ("*", "1-0", "0-1", "1/2-1/2")[self]


class Reason(enum.IntEnum):
    """Why a game is over."""

    NONE = 0
    CHECKMATE = 1
    STALEMATE = 2
    BARE_KING = 3
    ANNIHILATION = 4
    REPETITION = 5
    FIFTY_MOVES = 6
    DEAD_DRAW = 7


@dataclass(frozen=True)
class Outcome:
    """The outcome of a game; false while it goes on."""

    result: Result
    reason: Reason
    text: str
    """Both in words: `White mates`; empty while the game goes on."""

    def __bool__(self) -> bool:
        return self.result is not Result.ONGOING

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Kind:
    """A kind of piece."""

    name: str
    """The name that people use: `Knight`."""
    token: str
    """The letters of its token, in upper case: `N`, or `RN` for a compound."""
    white: str
    """A white piece as the FEN writes it: `N`, `{RN}`."""
    black: str
    """A black piece as the FEN writes it: `n`, `{rn}`."""
    is_royal: bool
    """Whether it is a king, with or without additional powers."""


@dataclass(frozen=True)
class Variant:
    """A game."""

    name: str
    """The name that selects the game: `morphing`."""
    title: str
    """The name that people use: `Morphing Chess IV`."""
    start_fen: str
    """The FEN of the start position."""
    files: int
    """The number of files."""
    ranks: int
    """The number of ranks."""
    holes: tuple[str, ...]
    """The squares within files and ranks that are not part of the board."""
    kinds: tuple[Kind, ...]
    """The kinds of pieces."""


@dataclass(frozen=True)
class Move:
    """A legal move of a position. `str(move)` is its text."""

    text: str
    """The move in coordinates. No other legal move of the position has this text."""
    from_square: str
    """The square that the mover leaves."""
    to_square: str
    """The square that the mover goes to."""
    mover: Kind
    """What moves."""
    becomes: Kind
    """What the mover is after the move."""
    is_capture: bool
    """Whether the move captures a piece on `to_square`."""
    is_en_passant: bool
    """Whether the move captures en passant."""
    is_castling: bool
    """Whether the move is castling."""
    emptied: tuple[str, ...]
    """Further squares that are empty after the move: those of pieces that are captured on the way or en
    passant, then those of pieces that the move removes as a side effect, the mover possibly among them."""

    def __str__(self) -> str:
        return self.text


@lru_cache(maxsize=None)
def _games() -> dict[str, Variant]:
    count = _library.LIBRARY.vertumnus_game_count()
    games = (_game(_library.LIBRARY.vertumnus_game_at(index).contents) for index in range(count))
    return {game.name: game for game in games}


def _game(game: _library.CGame) -> Variant:
    text = _library.string
    squares = range(game.files * game.ranks)
    kinds = (game.kinds[index] for index in range(game.kind_count))
    return Variant(
        name=text(game.name),
        title=text(game.title),
        start_fen=text(game.start_fen),
        files=game.files,
        ranks=game.ranks,
        holes=tuple(_name(index, game.files) for index in squares if game.holes[index]),
        kinds=tuple(
            Kind(text(kind.name), text(kind.token), text(kind.white), text(kind.black), kind.is_royal)
            for kind in kinds
        ),
    )


def _name(index: int, files: int) -> str:
    """The name of a square."""
    return f"{chr(ord('a') + index % files)}{index // files + 1}"


def version() -> str:
    """The version of the library."""
    return _library.string(_library.LIBRARY.vertumnus_version())


def variants() -> list[str]:
    """The names of all games."""
    return list(_games())


def variant(name: str) -> Variant:
    """The data of a game."""
    return Position(name).variant


class Position:
    """A game in play: a position with the moves that led to it."""

    def __init__(
        self, variant: str = "chess", fen: str | None = None, moves: Sequence[str] = ()
    ) -> None:
        """Starts a game in the position of a FEN, or at the start, and makes moves from there."""
        self._handle = c_void_p()
        name, setup = _library.argument(variant), _optional(fen)
        self._handle = _library.call_for("new", c_void_p, name, setup)
        self._variant = self._find_variant()
        for move in moves:
            self.make(move)

    def _find_variant(self) -> Variant:
        game = _library.call_for("game_of", _library.GamePointer, self._handle)
        return _games()[_library.string(game.contents.name)]

    def __del__(self) -> None:
        # There may be no handle, if the constructor failed. Errors here could not be reported.
        handle = getattr(self, "_handle", None)
        if handle and _library is not None:
            _library.LIBRARY.vertumnus_free(handle)

    def copy(self) -> Position:
        """A copy with the same past. The two are independent afterwards."""
        copy = object.__new__(Position)
        copy._handle = _library.call_for("clone", c_void_p, self._handle)
        copy._variant = self._variant
        return copy

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        return self.copy()

    def __repr__(self) -> str:
        return f"Position({self._variant.name!r}, {self.fen!r})"

    @property
    def variant(self) -> Variant:
        """Which game is played."""
        return self._variant

    @property
    def fen(self) -> str:
        """The position as FEN."""
        return _library.call_for_text("fen", self._handle)

    def set_fen(self, fen: str | None = None) -> None:
        """Sets up the position of a FEN, or the start position. Earlier moves are forgotten."""
        _library.call("set_fen", self._handle, _optional(fen))

    def board(self) -> dict[str, str]:
        """The pieces by their squares, each as the FEN writes it."""
        cells = _library.call_for_list("board", c_uint8, self._handle)
        return {
            self._square(index): self._piece(cell)
            for index, cell in enumerate(cells)
            if cell not in (_library.EMPTY, _library.HOLE)
        }

    def _square(self, index: int) -> str:
        return _name(index, self._variant.files)

    def _piece(self, cell: int) -> str:
        kind = self._variant.kinds[cell // 2]
        return kind.black if cell % 2 else kind.white

    @property
    def side_to_move(self) -> Literal["white", "black"]:
        """The side to move."""
        side = _library.call_for("side_to_move", c_int32, self._handle)
        return "black" if side.value else "white"

    @property
    def key(self) -> int:
        """The Zobrist key: repetitions of the position have the same, others hardly ever do."""
        return int(_library.call_for("key", c_uint64, self._handle).value)

    @property
    def repetitions(self) -> int:
        """How many times the position occurred before."""
        return int(_library.call_for("repetitions", c_size_t, self._handle).value)

    @property
    def moves_made(self) -> list[str]:
        """The moves that were made since the position was set up."""
        return _library.call_for_text("moves_made", self._handle).split()

    def legal_moves(self) -> list[str]:
        """The legal moves, in alphabetical order.

        A game that is over by repetition, by the clock or by its material still has moves.
        """
        return [move.text.decode() for move in self._moves()]

    def moves(self) -> list[Move]:
        """The legal moves in detail, in the same order."""
        return [self._move(move) for move in self._moves()]

    def _moves(self) -> list[_library.CMove]:
        return _library.call_for_list("legal_moves", _library.CMove, self._handle)

    def _move(self, move: _library.CMove) -> Move:
        return Move(
            text=move.text.decode(),
            from_square=self._square(move.from_square),
            to_square=self._square(move.to_square),
            mover=self._variant.kinds[move.mover],
            becomes=self._variant.kinds[move.becomes],
            is_capture=move.is_capture,
            is_en_passant=move.is_en_passant,
            is_castling=move.is_castling,
            emptied=tuple(self._square(index) for index in move.emptied[: move.emptied_count]),
        )

    def read_move(self, text: str) -> Move:
        """The legal move that a text in coordinates means. Raises `BadMove` if there is none, or several."""
        argument = _library.argument(text)
        return self._move(_library.call_for("read_move", _library.CMove, self._handle, argument))

    def read_san(self, san: str) -> Move:
        """The legal move that a SAN means. Raises `BadMove` if there is none, or several."""
        argument = _library.argument(san)
        return self._move(_library.call_for("read_san", _library.CMove, self._handle, argument))

    def san(self, move: str | Move) -> str:
        """A legal move in SAN."""
        return _library.call_for_text("san", self._handle, _library.argument(str(move)))

    def make(self, move: str | Move) -> None:
        """Makes a move. Raises `BadMove` if it is not legal; nothing changes then."""
        _library.call("make", self._handle, _library.argument(str(move)))

    def make_san(self, san: str) -> None:
        """Makes a move that is written in SAN."""
        self.make(self.read_san(san))

    def undo(self) -> None:
        """Takes the last move back. Raises `VertumnusError` if there is none."""
        _library.call("undo", self._handle)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(_library.call_for("in_check", c_bool, self._handle).value)

    def checkers(self) -> list[str]:
        """The squares of the pieces that give check."""
        squares = _library.call_for_list("checkers", c_uint8, self._handle)
        return [self._square(index) for index in squares]

    def outcome(self) -> Outcome:
        """How the game has ended, if it has."""
        outcome = _library.call_for("outcome", _library.COutcome, self._handle)
        return Outcome(Result(outcome.result), Reason(outcome.reason), outcome.text.decode())

    def perft(self, depth: int) -> int:
        """The number of leaves of the tree of legal moves of this depth, at most 64.

        Other Python threads run meanwhile.
        """
        if depth not in range(1 << 32):
            raise VertumnusError(f"{depth} is not a depth")
        return int(_library.call_for("perft", c_uint64, self._handle, depth).value)


def _optional(fen: str | None) -> bytes | None:
    return None if fen is None else _library.argument(fen)


def start_fen(variant: str) -> str:
    """The start position of a game."""
    return Position(variant).fen


def validate_fen(variant: str, fen: str) -> bool:
    """Whether a FEN is valid in this game."""
    try:
        Position(variant, fen)
    except BadFen:
        return False
    return True


def legal_moves(variant: str, fen: str | None = None, moves: Sequence[str] = ()) -> list[str]:
    """The legal moves, in alphabetical order."""
    return Position(variant, fen, moves).legal_moves()


def get_fen(variant: str, fen: str | None = None, moves: Sequence[str] = ()) -> str:
    """The position after some moves as FEN."""
    return Position(variant, fen, moves).fen


def make(variant: str, fen: str | None, move: str) -> str:
    """The position after a move as FEN."""
    return get_fen(variant, fen, [move])


def get_san(variant: str, fen: str | None, move: str) -> str:
    """A move in SAN."""
    return Position(variant, fen).san(move)


def get_san_moves(variant: str, fen: str | None, moves: Sequence[str]) -> list[str]:
    """Moves that are made one after the other, in SAN."""
    position = Position(variant, fen)
    sans = []
    for move in moves:
        sans.append(position.san(move))
        position.make(move)
    return sans


def is_check(variant: str, fen: str | None = None, moves: Sequence[str] = ()) -> bool:
    """Whether the side to move is in check."""
    return Position(variant, fen, moves).is_check()


def outcome(variant: str, fen: str | None = None, moves: Sequence[str] = ()) -> Outcome:
    """How the game has ended, if it has. Only the given moves count for repetition."""
    return Position(variant, fen, moves).outcome()


def perft(variant: str, fen: str | None, depth: int) -> int:
    """The number of leaves of the tree of legal moves of this depth."""
    return Position(variant, fen).perft(depth)
