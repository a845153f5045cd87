"""What the rules speak of: games, kinds of pieces, moves, outcomes."""

from __future__ import annotations

import enum
from ctypes import addressof, c_void_p
from dataclasses import dataclass, field
from typing import Any, Literal

from . import _library

Side = Literal["white", "black"]
"""A side of the game."""


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
    FLAG = 8
    EXTINCTION = 9
    CHECKMATED = 10
    CHECKS = 11
    PERPETUAL_CHECK = 12
    COUNTED = 13
    FULL_BOARD = 14
    PERPETUAL_CHASE = 15
    PASSES = 16
    FACING_KINGS = 17


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
    """A white piece as the FEN writes it: `N`, `{RN}`, `Q~`."""
    black: str
    """A black piece as the FEN writes it: `n`, `{rn}`, `q~`."""
    is_royal: bool
    """Whether it is a king, with or without additional powers."""
    is_twin: bool = False
    """Whether people take it for another kind, which moves alike: it was promoted to that, and goes into a
    hand as what it was."""

    def token_of(self, side: Side) -> str:
        """A piece of a side as the FEN writes it."""
        return self.white if side == "white" else self.black

    def __str__(self) -> str:
        return self.name


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
    hand_kinds: tuple[Kind, ...] = ()
    """The kinds that can be in hand, in the order of the FEN; none if the game has no pieces in hand."""
    _address: int = field(default=0, repr=False)
    """Where the library has a game that was loaded; 0 for its own."""

    def _repr_svg_(self) -> str:
        """What a notebook shows: all pieces."""
        return _library.call_for_text("chart_svg", _library.argument(self.name), False)


@dataclass(frozen=True)
class Victim:
    """A piece that a move takes off the board."""

    square: str
    """Where it stands."""
    kind: Kind
    """What it is."""
    side: Side
    """Whose it is."""
    is_captured: bool
    """Whether the mover captures it. Otherwise the move removes it as a side effect, as in an
    annihilation, and it may be a piece of either side."""

    @property
    def token(self) -> str:
        """The piece as the FEN writes it: `n`, `{RN}`."""
        return self.kind.token_of(self.side)

    def __str__(self) -> str:
        return f"{self.kind} on {self.square}"


@dataclass(frozen=True)
class Move:
    """A legal move of a position. `str(move)` is its text."""

    text: str
    """The move in coordinates. No other legal move of the position has this text."""
    from_square: str
    """The square that the mover leaves; of a drop, the one that it goes to."""
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
    is_drop: bool
    """Whether the mover comes from the hand."""
    emptied: tuple[str, ...]
    """Further squares that are empty after the move: those of pieces that are captured on the way or en
    passant, then those of pieces that the move removes as a side effect, the mover possibly among them."""
    victims: tuple[Victim, ...]
    """The pieces that the move takes off the board, the mover apart: first those that it captures on the way
    or en passant, in the order of the way, then the one that it captures on `to_square`, then those that it
    removes as a side effect. A flight and an annihilation can have several."""
    gained: tuple[str, ...]
    """The pieces that the move puts into hands, as the FEN writes them there: in upper case into White's."""

    @property
    def victim(self) -> Victim | None:
        """The piece that the move captures on its target or en passant; `None` if there is none.

        Of a flight that captures only on its way it is `None`; `victims` has all pieces.
        """
        is_meant = (
            victim
            for victim in self.victims
            if victim.is_captured and (victim.square == self.to_square or self.is_en_passant)
        )
        return next(is_meant, None)

    @property
    def changes_mover(self) -> bool:
        """Whether the mover is another kind of piece afterwards: `becomes` is not `mover`."""
        return self.becomes != self.mover

    @property
    def survives(self) -> bool:
        """Whether the mover is on the board afterwards. In an annihilation it can vanish."""
        return self.to_square not in self.emptied

    def __str__(self) -> str:
        return self.text


class AmbiguousMove(_library.BadMove):
    """A move as somebody typed it fits several legal moves. `choices` has them."""

    def __init__(self, text: str, choices: list[Move]) -> None:
        options = [
            f"{move} (becomes {move.becomes})"
            if move.changes_mover
            # Named, the kind decides for the move that keeps it.
            else f"{move}{move.becomes.black} (stays {move.becomes})"
            for move in choices
        ]
        super().__init__(f"'{text}' can be {', '.join(options[:-1])} or {options[-1]}")
        self.text = text
        """The text."""
        self.choices = choices
        """The moves that fit, those that capture and change the least first."""


_OWN = _library.LIBRARY.vertumnus_game_count()
"""How many games the library has by itself; those that are loaded come behind them."""

_KNOWN: dict[int, Variant] = {}
"""The games that were described, by their addresses."""


def games() -> dict[str, Variant]:
    """All games by their names, those that were loaded among them."""
    count = _library.LIBRARY.vertumnus_game_count()
    games = (variant_at(_library.LIBRARY.vertumnus_game_at(index)) for index in range(count))
    return {game.name: game for game in games}


def variant_at(game: Any) -> Variant:
    """The game that a pointer of the library points to."""
    address = addressof(game.contents)
    if address not in _KNOWN:
        own = (_library.LIBRARY.vertumnus_game_at(index) for index in range(_OWN))
        is_own = any(addressof(pointer.contents) == address for pointer in own)
        _KNOWN[address] = _game(game.contents, 0 if is_own else address)
    return _KNOWN[address]


def game_of(handle: c_void_p) -> Variant:
    """The game that is played in a position."""
    return variant_at(_library.call_for("game_of", _library.GamePointer, handle))


def game_named(name: str) -> Variant:
    """The game with this name, or with another spelling of it that the library knows."""
    handle = _library.call_for("new", c_void_p, _library.argument(name), None)
    try:
        return game_of(handle)
    finally:
        _library.LIBRARY.vertumnus_free(handle)


def _game(game: _library.CGame, address: int) -> Variant:
    text = _library.string
    squares = range(game.files * game.ranks)
    kinds = tuple(
        Kind(
            name=text(kind.name),
            token=text(kind.token),
            white=text(kind.white),
            black=text(kind.black),
            is_royal=kind.is_royal,
            is_twin=kind.shown != index,
        )
        for index, kind in enumerate(game.kinds[: game.kind_count])
    )
    return Variant(
        name=text(game.name),
        title=text(game.title),
        start_fen=text(game.start_fen),
        files=game.files,
        ranks=game.ranks,
        holes=tuple(square_name(index, game.files) for index in squares if game.holes[index]),
        kinds=kinds,
        hand_kinds=tuple(kinds[index] for index in game.held[: game.held_count]),
        _address=address,
    )


def square_name(index: int, files: int) -> str:
    """The name of the square with this number."""
    return f"{chr(ord('a') + index % files)}{index // files + 1}"
