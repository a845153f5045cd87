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

from collections.abc import Sequence

from . import _library
from ._engine import LEVELS, Engine, Played, find_engine
from ._library import BadFen, BadMove, UnknownVariant, VertumnusError
from ._pgn import BadPgn, Game, PgnSource, read_pgn
from ._position import Position, svg
from ._process import EngineError, EngineTerminated, EngineTimeout
from ._record import PlayedMove
from ._rules import BadRules, Finding, RulesWarning, check, load
from ._svg import Mark, Theme, piece_svg, pieces_svg
from ._types import (
    AmbiguousMove,
    Kind,
    Move,
    Outcome,
    Reason,
    Result,
    Side,
    Variant,
    Victim,
    game_named,
    games,
)
from ._uci import Info, Limit, Option, OptionValue, Score, Wdl

__all__ = [
    "LEVELS",
    "AmbiguousMove",
    "BadFen",
    "BadMove",
    "BadPgn",
    "BadRules",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "EngineTimeout",
    "Finding",
    "Game",
    "Info",
    "Kind",
    "Limit",
    "Mark",
    "Move",
    "Option",
    "OptionValue",
    "Outcome",
    "PgnSource",
    "Played",
    "PlayedMove",
    "Position",
    "Reason",
    "Result",
    "RulesWarning",
    "Score",
    "Side",
    "Theme",
    "UnknownVariant",
    "Variant",
    "VertumnusError",
    "Victim",
    "Wdl",
    "check",
    "find_engine",
    "get_fen",
    "get_san",
    "get_san_moves",
    "is_check",
    "legal_moves",
    "load",
    "make",
    "outcome",
    "perft",
    "piece_svg",
    "pieces_svg",
    "read_pgn",
    "start_fen",
    "svg",
    "validate_fen",
    "variant",
    "variants",
    "version",
]


# What people see is where things are imported from, not the files that they are written in.
for _public in [globals().get(name) for name in __all__]:
    if isinstance(_public, type):
        _public.__module__ = __name__


def version() -> str:
    """The version of the library."""
    return _library.string(_library.LIBRARY.vertumnus_version())


__version__ = version()


def variants() -> list[str]:
    """The names of all games, those that were loaded among them."""
    return list(games())


def variant(name: str) -> Variant:
    """The data of a game."""
    return game_named(name)


def start_fen(variant: str | Variant) -> str:
    """The start position of a game."""
    return Position(variant).fen


def validate_fen(variant: str | Variant, fen: str) -> bool:
    """Whether a FEN is valid in this game."""
    try:
        Position(variant, fen)
    except BadFen:
        return False
    return True


def legal_moves(variant: str | Variant, fen: str | None = None, moves: Sequence[str] = ()) -> list[str]:
    """The legal moves, in alphabetical order."""
    return Position(variant, fen, moves).legal_moves()


def get_fen(variant: str | Variant, fen: str | None = None, moves: Sequence[str] = ()) -> str:
    """The position after some moves as FEN."""
    return Position(variant, fen, moves).fen


def make(variant: str | Variant, fen: str | None, move: str) -> str:
    """The position after a move as FEN."""
    return get_fen(variant, fen, [move])


def get_san(variant: str | Variant, fen: str | None, move: str) -> str:
    """A move in SAN."""
    return Position(variant, fen).san(move)


def get_san_moves(variant: str | Variant, fen: str | None, moves: Sequence[str]) -> list[str]:
    """Moves that are made one after the other, in SAN."""
    position = Position(variant, fen)
    sans = []
    for move in moves:
        sans.append(position.san(move))
        position.make(move)
    return sans


def is_check(variant: str | Variant, fen: str | None = None, moves: Sequence[str] = ()) -> bool:
    """Whether the side to move is in check."""
    return Position(variant, fen, moves).is_check()


def outcome(variant: str | Variant, fen: str | None = None, moves: Sequence[str] = ()) -> Outcome:
    """How the game has ended, if it has. Only the given moves count for repetition."""
    return Position(variant, fen, moves).outcome()


def perft(variant: str | Variant, fen: str | None, depth: int) -> int:
    """The number of leaves of the tree of legal moves of this depth."""
    return Position(variant, fen).perft(depth)
