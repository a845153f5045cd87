"""A game in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from ctypes import c_bool, c_int32, c_size_t, c_uint8, c_uint64, c_void_p
from types import MappingProxyType

from . import _library
from ._board import text_board, unicode_board
from ._record import RESULTS, PlayedMove, record
from ._svg import Mark, Theme, board_svg
from ._types import (
    AmbiguousMove,
    Move,
    Outcome,
    Reason,
    Result,
    Side,
    Variant,
    Victim,
    game_of,
    square_name,
)


class Position:
    """A game in play: a position with the moves that led to it."""

    def __init__(
        self, variant: str | Variant = "chess", fen: str | None = None, moves: Sequence[str] = ()
    ) -> None:
        """Starts a game in the position of a FEN, or at the start, and makes moves from there.

        A name is that of the game that was loaded last under it.
        """
        self._handle = c_void_p()
        setup = _optional(fen)
        if isinstance(variant, Variant) and variant._address:
            self._handle = _library.call_for("new_of", c_void_p, c_void_p(variant._address), setup)
        else:
            name = variant.name if isinstance(variant, Variant) else variant
            self._handle = _library.call_for("new", c_void_p, _library.argument(name), setup)
        self._variant = game_of(self._handle)
        for move in moves:
            self.make(move)

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

    def hand(self, side: Side) -> dict[str, int]:
        """What a side has in hand: pieces as the FEN writes them, each with its number, which is not 0.

        Where hands never become empty, each number is 1.
        """
        counts = _library.call_for_list("hand", c_uint8, self._handle, side == "black")
        kinds = self._variant.hand_kinds
        return {kind.token_of(side): n for kind, n in zip(kinds, counts) if n > 0}

    def _square(self, index: int) -> str:
        return square_name(index, self._variant.files)

    def _piece(self, cell: int) -> str:
        return self._variant.kinds[cell // 2].token_of("black" if cell % 2 else "white")

    def __str__(self) -> str:
        """The board, one line for each rank: tokens as in the FEN without braces, `.` for an empty square."""
        return text_board(self._variant, self.board())

    def _repr_svg_(self) -> str:
        """What a notebook shows: a picture of the board."""
        return svg(self)

    def _squares(self) -> list[str]:
        """The names of all squares, holes included, in the order of their numbers."""
        variant = self._variant
        return [square_name(index, variant.files) for index in range(variant.files * variant.ranks)]

    def _king(self) -> str:
        """The square of the king of the side to move."""
        side = self.side_to_move
        kings = [kind.token_of(side) for kind in self._variant.kinds if kind.is_royal]
        return next(square for square, piece in self.board().items() if piece in kings)

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "\u2b58",
        orientation: Side = "white",
    ) -> str:
        """The board with the chess symbols of Unicode.

        A compound of orthodox pieces has a symbol for each of them. Other pieces are their tokens, upper case
        for White. `invert_color` exchanges the symbols of White and Black, which suits dark screens.
        `orientation` is the side at the bottom.
        """
        return unicode_board(
            self._variant, self.board(), invert_color, borders, empty_square, orientation
        )

    @property
    def side_to_move(self) -> Side:
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
            is_drop=move.is_drop,
            emptied=tuple(self._square(index) for index in move.emptied[: move.emptied_count]),
            victims=tuple(self._victim(victim) for victim in move.victims[: move.victim_count]),
            gained=tuple(self._piece(piece) for piece in move.gained[: move.gained_count]),
        )

    def _victim(self, victim: _library.CVictim) -> Victim:
        return Victim(
            square=self._square(victim.square),
            kind=self._variant.kinds[victim.piece // 2],
            side="black" if victim.piece % 2 else "white",
            is_captured=victim.is_captured,
        )

    def find(self, text: str) -> list[Move]:
        """The legal moves that fit what a person types, those that capture and change the least first.

        The text is coordinates or SAN, as loosely as people write them: `e4`, `nf3`, `b1 c3`, `d1-d5`. One
        that leaves out what the mover becomes, or what a flight captures on its way, fits every choice. A kind
        that is named decides: `d1d5r` says that a rook stays a rook, `d1d5rn` that it becomes a Rook-Knight.
        Raises `BadMove`, with the reason in words, if nothing fits.
        """
        argument = _library.argument(text)
        moves = _library.call_for_list("find_moves", _library.CMove, self._handle, argument)
        return [self._move(move) for move in moves]

    def parse(self, text: str) -> Move:
        """The legal move that a person types; as `find`, but raises `AmbiguousMove` if several fit.

        So nothing is decided that the person left open: where a rook can absorb what it captures, `d1d5` is
        ambiguous, although programs mean by this text the move that declines (`read_move`).
        """
        moves = self.find(text)
        if len(moves) > 1:
            raise AmbiguousMove(text, moves)
        return moves[0]

    def read_move(self, text: str) -> Move:
        """The legal move that a text in coordinates means, as programs write it: an exact text means its move,
        whatever else it could be short for. Raises `BadMove` if there is none, or several."""
        argument = _library.argument(text)
        return self._move(_library.call_for("read_move", _library.CMove, self._handle, argument))

    def read_san(self, san: str) -> Move:
        """The legal move that a SAN means. Raises `BadMove` if there is none, or several."""
        argument = _library.argument(san)
        return self._move(_library.call_for("read_san", _library.CMove, self._handle, argument))

    def san(self, move: str | Move) -> str:
        """A legal move in SAN."""
        return _library.call_for_text("san", self._handle, _library.argument(str(move)))

    def sans(self, line: Iterable[str | Move]) -> list[str]:
        """The moves of a line of play from here in SAN. The position stays as it is."""
        position = self.copy()
        sans = []
        for move in line:
            sans.append(position.san(move))
            position.make(move)
        return sans

    def make(self, move: str | Move) -> None:
        """Makes a move. Raises `BadMove` if it is not legal; nothing changes then.

        A text is read as by `read_move`. For what a person types, `make(parse(text))`.
        """
        _library.call("make", self._handle, _library.argument(str(move)))

    def make_san(self, san: str) -> None:
        """Makes a move that is written in SAN."""
        self.make(self.read_san(san))

    def pgn(self, tags: Mapping[str, str] = MappingProxyType({})) -> str:
        """The moves made since the position was set up as a game in PGN, with these tags.

        The result is that of the rules, or that of the tag `Result`, as after a resignation.
        """
        position = self.copy()
        result = RESULTS.get(tags.get("Result", ""), position.outcome().result)
        texts = position.moves_made
        for _ in texts:
            position.undo()
        start_fen = position.fen
        moves = []
        for text in texts:
            move = position.read_move(text)
            moves.append(PlayedMove(move, position.san(move)))
            position.make(move)
        return record(self._variant, start_fen, moves, tags, result)

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
        depth = _library.whole(depth, 0, (1 << 32) - 1, f"{depth!r} is not a depth")
        return int(_library.call_for("perft", c_uint64, self._handle, depth).value)


def svg(
    position: Position,
    *,
    orientation: Side = "white",
    last_move: bool = True,
    check: bool = True,
    moves: Iterable[Move] = (),
    marks: Mapping[str, Mark] = MappingProxyType({}),
    arrows: Iterable[str | tuple[str, str] | Move] = (),
    theme: Theme = "light",
    coordinates: bool = True,
    size: int = 45,
) -> str:
    """A picture of the board, an SVG document.

    `orientation` is the side at the bottom. `last_move` tints the squares of the last move, `check` the king
    that is in check. `moves` marks the squares where moves go, `marks` squares by their names. An arrow is a
    move, two squares, or a text such as `e2e4`. `size` is the width of a square in pixels.
    """
    position = position.copy()
    wanted: dict[tuple[str, Mark], None] = {}
    if check and position.is_check():
        wanted[position._king(), "danger"] = None
    for move in moves:
        wanted[move.to_square, "capture" if move.is_capture else "target"] = None
    wanted.update(dict.fromkeys(marks.items()))
    return board_svg(
        position._handle,
        {name: index for index, name in enumerate(position._squares())},
        wanted,
        arrows,
        orientation=orientation,
        last_move=last_move,
        theme=theme,
        coordinates=coordinates,
        size=size,
    )


def _optional(fen: str | None) -> bytes | None:
    return None if fen is None else _library.argument(fen)
