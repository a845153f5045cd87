"""Writes games in Portable Game Notation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ._library import VertumnusError
from ._types import Move, Result, Variant

RESULTS = {str(result): result for result in Result}
"""The results by their texts."""

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_MAX_WIDTH = 80


@dataclass
class PlayedMove:
    """A move of a recorded game. `str(played)` is its SAN."""

    move: Move
    """The move."""
    san: str
    """The move in SAN, as Vertumnus writes it."""
    comment: str = ""
    """The comment on it, its words separated by single blanks."""
    glyphs: tuple[int, ...] = ()
    """Its numeric annotation glyphs: 1 is a good move, 2 a mistake."""

    def __str__(self) -> str:
        return self.san


def record(
    variant: Variant,
    start_fen: str,
    moves: Sequence[PlayedMove],
    tags: Mapping[str, str],
    result: Result,
    comment: str = "",
) -> str:
    """A game in PGN, with these tags and a comment before the first move."""
    all_tags = _all_tags(variant, start_fen, tags, result)
    lines = [f'[{name} "{_escaped(value)}"]\n' for name, value in all_tags.items()]
    return "".join(lines) + "\n" + _wrapped(_words(start_fen, moves, result, comment)) + "\n"


def _all_tags(
    variant: Variant, start_fen: str, tags: Mapping[str, str], result: Result
) -> dict[str, str]:
    """The seven tags that each record has, the game's own, and those that say where it starts."""
    for name in tags:
        if not name or any(sign.isspace() or not sign.isprintable() or sign in '[]"' for sign in name):
            raise VertumnusError(f"{name!r} cannot be the name of a tag")
    unknown = dict.fromkeys(_ROSTER, "?") | {"Date": "????.??.??"}
    all_tags = unknown | dict(tags) | {"Result": str(result)}
    # In PGN, a record that names no variant is one of chess.
    if variant.name != "chess":
        all_tags.setdefault("Variant", variant.name)
    if start_fen != variant.start_fen:
        all_tags |= {"SetUp": "1", "FEN": start_fen}
    return all_tags


def _words(
    start_fen: str, moves: Sequence[PlayedMove], result: Result, comment: str
) -> Iterator[str]:
    fields = start_fen.split()
    number, is_black, needs_number = int(fields[5]), fields[1] == "b", True
    if comment:
        yield from _comment(comment)
    for played in moves:
        if not is_black:
            yield f"{number}."
        elif needs_number:
            yield f"{number}..."
        yield played.san
        yield from (f"${glyph}" for glyph in played.glyphs)
        if played.comment:
            yield from _comment(played.comment)
        needs_number = bool(played.comment)
        number += is_black
        is_black = not is_black
    yield str(result)


def _escaped(value: str) -> str:
    """The value of a tag, on one line."""
    return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())


def _comment(comment: str) -> list[str]:
    """The words of a comment. Braces cannot stand in it."""
    return ("{" + comment.replace("{", "(").replace("}", ")") + "}").split()


def _wrapped(words: Iterator[str]) -> str:
    """The words in lines of the width that the standard asks for."""
    lines = [""]
    for word in words:
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= _MAX_WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)
