"""Boards as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._types import Kind, Side, square_name

if TYPE_CHECKING:
    from ._position import Position

# White's and Black's symbols of the pieces that Unicode has, by the names of their kinds.
_SYMBOLS = {
    "King": "\u2654\u265a",
    "Queen": "\u2655\u265b",
    "Rook": "\u2656\u265c",
    "Bishop": "\u2657\u265d",
    "Knight": "\u2658\u265e",
    "Pawn": "\u2659\u265f",
}


def text_board(position: Position) -> str:
    """The board with the letters of the pieces."""
    texts = {square: piece.strip("{}") for square, piece in position.board().items()}
    rows = _rows(position, texts, ".", "white")
    return "\n".join(" ".join(cells).rstrip() for _, cells in rows)


def unicode_board(
    position: Position, invert_color: bool, borders: bool, empty_square: str, orientation: Side
) -> str:
    """The board with the symbols of Unicode where it has them."""
    kinds = {kind.white: kind for kind in position.variant.kinds}
    texts = {}
    for square, piece in position.board().items():
        is_white = piece in kinds
        kind = kinds[piece if is_white else piece.upper()]
        texts[square] = _symbols(kind, is_white != invert_color) or piece.strip("{}")
    rows = _rows(position, texts, empty_square, orientation)
    if not borders:
        return "\n".join(" ".join(cells).rstrip() for _, cells in rows)
    width = max(len(cell) for _, cells in rows for cell in cells)
    files = [square_name(file, position.variant.files)[0] for file in range(position.variant.files)]
    if orientation == "black":
        files.reverse()
    margin = len(str(position.variant.ranks)) + 1
    line = " " * margin + "-" * (len(files) * (width + 1) + 1)
    lines = [line]
    for rank, cells in rows:
        lines += [f"{rank:<{margin}}|{'|'.join(cells)}|", line]
    lines.append((" " * (margin + 1) + " ".join(file.rjust(width) for file in files)).rstrip())
    return "\n".join(lines)


def _symbols(kind: Kind, white: bool) -> str:
    """A symbol for each piece that a kind is named after; nothing if Unicode lacks one of them."""
    parts = kind.name.split("-")
    if not all(part in _SYMBOLS for part in parts):
        return ""
    return "".join(_SYMBOLS[part][0 if white else 1] for part in parts)


def _rows(
    position: Position, texts: dict[str, str], empty_square: str, orientation: Side
) -> list[tuple[int, list[str]]]:
    """The ranks from top to bottom, each with its number and its cells, which are equally wide."""
    variant = position.variant
    width = max([len(empty_square), *map(len, texts.values())])
    step = -1 if orientation == "white" else 1
    rows = []
    for rank in range(variant.ranks)[::step]:
        cells = []
        for file in range(variant.files)[::-step]:
            square = square_name(rank * variant.files + file, variant.files)
            text = " " if square in variant.holes else texts.get(square, empty_square)
            cells.append(text.rjust(width))
        rows.append((rank + 1, cells))
    return rows
