"""Boards as text."""

from __future__ import annotations

from collections.abc import Mapping

from ._types import Kind, Side, Variant, square_name

# White's and Black's symbols of the pieces that Unicode has, by the names of their kinds.
_SYMBOLS = {
    "King": "\u2654\u265a",
    "Queen": "\u2655\u265b",
    "Rook": "\u2656\u265c",
    "Bishop": "\u2657\u265d",
    "Knight": "\u2658\u265e",
    "Pawn": "\u2659\u265f",
}


def text_board(variant: Variant, pieces: Mapping[str, str]) -> str:
    """The board with the letters of the pieces, which are given by their squares as the FEN writes them."""
    texts = {square: piece.strip("{}") for square, piece in pieces.items()}
    rows = _rows(variant, texts, ".", "white")
    return "\n".join(" ".join(cells).rstrip() for _, cells in rows)


def unicode_board(
    variant: Variant,
    pieces: Mapping[str, str],
    invert_color: bool,
    borders: bool,
    empty_square: str,
    orientation: Side,
) -> str:
    """The board with the symbols of Unicode where it has them."""
    kinds = {kind.white: kind for kind in variant.kinds}
    texts = {}
    for square, piece in pieces.items():
        is_white = piece in kinds
        kind = kinds[piece if is_white else piece.upper()]
        symbols = "" if kind.is_twin else _symbols(kind, is_white != invert_color)
        texts[square] = symbols or piece.strip("{}")
    rows = _rows(variant, texts, empty_square, orientation)
    if not borders:
        return "\n".join(" ".join(cells).rstrip() for _, cells in rows)
    width = max(len(cell) for _, cells in rows for cell in cells)
    files = [square_name(file, variant.files)[0] for file in range(variant.files)]
    if orientation == "black":
        files.reverse()
    margin = len(str(variant.ranks)) + 1
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
    variant: Variant, texts: dict[str, str], empty_square: str, orientation: Side
) -> list[tuple[int, list[str]]]:
    """The ranks from top to bottom, each with its number and its cells, which are equally wide."""
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
