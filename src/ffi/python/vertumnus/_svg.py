"""Pictures as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ctypes import byref, c_void_p
from typing import Literal

from . import _library
from ._library import VertumnusError
from ._types import Move, Side, game_named

Mark = Literal["target", "capture", "zone", "danger"]
"""A mark on a square: a dot, a ring round a piece, a tinted square, a red square."""

Theme = Literal["light", "dark"]
"""The colors: for light pages, or for dark ones."""

_MARKS: dict[str, int] = {"target": 0, "capture": 1, "zone": 2, "danger": 3}


def board_svg(
    handle: c_void_p,
    squares: Mapping[str, int],
    marks: Iterable[tuple[str, Mark]],
    arrows: Iterable[str | tuple[str, str] | Move],
    *,
    orientation: Side,
    last_move: bool,
    theme: Theme,
    coordinates: bool,
    size: int,
) -> str:
    """A picture of the board of a position, whose squares have these numbers."""
    c_marks = [
        _library.CMark(_known(squares, name, "square"), _known(_MARKS, mark, "mark")) for name, mark in marks
    ]
    c_arrows = [
        _library.CArrow(*(_known(squares, name, "square") for name in _ends(arrow))) for arrow in arrows
    ]
    for name, value, known in (
        ("orientation", orientation, ("white", "black")),
        ("theme", theme, ("light", "dark")),
    ):
        if value not in known:
            raise VertumnusError(f"the {name} is {' or '.join(known)}, not {value!r}")
    size = _pixels(size, "a square")
    picture = _library.CPicture(
        is_flipped=orientation == "black",
        is_dark=theme == "dark",
        has_coordinates=coordinates,
        has_last_move=last_move,
        pixels=size,
        marks=(_library.CMark * len(c_marks))(*c_marks),
        mark_count=len(c_marks),
        arrows=(_library.CArrow * len(c_arrows))(*c_arrows),
        arrow_count=len(c_arrows),
    )
    return _library.call_for_text("svg", handle, byref(picture))


def piece_svg(variant: str, piece: str, *, size: int = 45) -> str:
    """A picture of a piece as the FEN writes it, `N` or `{rn}`: an SVG document, `size` pixels wide.

    It is as it stands on a board with White at the bottom.
    """
    game = game_named(variant)
    tokens = [token for kind in game.kinds for token in (kind.white, kind.black)]
    if piece not in tokens:
        raise VertumnusError(f"{game.name} has no piece {piece!r}")
    size = _pixels(size, "a piece")
    name = _library.argument(game.name)
    text = _library.call_for_text("piece_svg", name, tokens.index(piece))
    return text.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)


def pieces_svg(variant: str, *, theme: Theme = "light") -> str:
    """A picture of all pieces of a game, an SVG document."""
    return _library.call_for_text("chart_svg", _library.argument(variant), theme == "dark")


def _pixels(size: int, what: str) -> int:
    return _library.whole(size, 1, (1 << 32) - 1, f"{what} cannot have {size!r} pixels")


def _ends(arrow: str | tuple[str, str] | Move) -> tuple[str, str]:
    """Where an arrow begins and ends."""
    if isinstance(arrow, Move):
        return arrow.from_square, arrow.to_square
    if isinstance(arrow, str):
        # The second square begins where a letter stands again.
        second = next((index for index, sign in enumerate(arrow) if index and sign.isalpha()), 0)
        return arrow[:second], arrow[second:]
    start, end = arrow
    return start, end


def _known(known: Mapping[str, int], name: str, what: str) -> int:
    number = known.get(name)
    if number is None:
        raise VertumnusError(f"there is no {what} {name!r}")
    return number
