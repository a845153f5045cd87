"""Reads games in Portable Game Notation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn, TextIO, Union

from ._library import VertumnusError
from ._position import Position
from ._record import RESULTS, PlayedMove, record
from ._types import Result, Variant, games

PgnSource = Union[str, TextIO, "os.PathLike[str]"]
"""PGN as text, or a file that is open, or the path of one."""

# A brace opens the token of a piece, not a comment, if there are only letters in it and a square or a capture
# follows at once, or if `=` stands before it.
_TOKEN = r"\{[A-Za-z]+\}(?=[a-z0-9])"
_BLANKS = re.compile(r"(?:[\s\ufeff]+|;[^\n]*|^%[^\n]*)*", re.M)
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]')
_COMMENT = re.compile(rf"(?!{_TOKEN})\{{([^}}]*)\}}")
_GLYPH = re.compile(r"\$(\d+)")
_WORD = re.compile(rf"(?:{_TOKEN})?(?:=\{{[^}}]*\}}|[^\s{{}}()\[\];$])+")
_NUMBER = re.compile(r"(?:\d+\.+|\d+$|\.+)")
_JUDGEMENT = re.compile(r"[!?]+")
_NEXT_GAME = re.compile(r"^(?<!\]\n)\[", re.M)


class BadPgn(VertumnusError):
    """A game in PGN is not well-formed, or cannot be replayed."""

    def __init__(self, line: int, game: int, reason: str) -> None:
        super().__init__(f"line {line}, game {game}: {reason}")
        self.line = line
        """The line of the error, from 1."""
        self.game = game
        """The number of the game in the text, from 1."""
        self.reason = reason
        """What is wrong, in one line."""


@dataclass
class Game:
    """A recorded game. `str(game)` is its PGN."""

    start: Position
    """The position from which it was played."""
    moves: list[PlayedMove] = field(default_factory=list)
    """The moves. Variations are not kept."""
    tags: dict[str, str] = field(default_factory=dict)
    """The names and values of the tags, in the order of the record."""
    result: Result = Result.ONGOING
    """The result that the record ends with."""
    comment: str = ""
    """The comment before the first move."""

    @property
    def variant(self) -> Variant:
        """Which game was played."""
        return self.start.variant

    def position(self, ply: int | None = None) -> Position:
        """A new position after so many moves, or after all of them, with the moves that led to it."""
        position = self.start.copy()
        for played in self.moves[:ply]:
            position.make(played.move)
        return position

    def __str__(self) -> str:
        return record(self.variant, self.start.fen, self.moves, self.tags, self.result, self.comment)


def read_pgn(source: PgnSource, variant: str = "chess") -> Iterator[Game]:
    """The games of a PGN text, of an open file, or of the file with a path.

    A game without a tag `Variant` is one of `variant`. Variations are skipped. Moves are SAN as Vertumnus
    writes it, or wrote it, with compounds in braces. The file is read at once, the games one by one. A game
    that is not well-formed or cannot be replayed raises `BadPgn`, which names the line and the move;
    `next()` then goes on with the game after it.
    """
    if isinstance(source, os.PathLike):
        with open(source, encoding="utf-8", errors="replace") as file:
            source = file.read()
    return _Reader(source if isinstance(source, str) else source.read(), variant)


class _Reader(Iterator[Game]):
    """Reads game after game, and goes on after a bad one."""

    def __init__(self, text: str, variant: str) -> None:
        self._text = text.replace("\r\n", "\n")
        self._variant = variant
        self._at = 0
        self._line = 1
        self._game = 0

    def __next__(self) -> Game:
        self._skip_blanks()
        if self._is_at_end():
            raise StopIteration
        self._game += 1
        try:
            return self._read()
        except BadPgn:
            following = _NEXT_GAME.search(self._text, self._at)
            self._move_to(following.start() if following else len(self._text))
            raise

    def _read(self) -> Game:
        tags: dict[str, str] = {}
        while self._peek() == "[":
            tag = self._take(_TAG)
            if not tag:
                line = self._text[self._at :].split("\n", 1)[0].strip()
                # This bracket does not begin the game after it.
                self._move_to(self._at + 1)
                self._fail(f"'{line}' is not a tag")
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
            self._skip_blanks()
        game = Game(self._start(tags), tags=tags)
        self._read_moves(game)
        stated = tags.get("Result", str(game.result))
        if stated != str(game.result):
            self._fail(f"the tag says '{stated}', the moves end in '{game.result}'")
        return game

    def _start(self, tags: dict[str, str]) -> Position:
        name = tags.get("Variant", self._variant)
        names = {known.title.lower(): known.name for known in games().values()}
        try:
            return Position(names.get(name.lower(), name.lower()), tags.get("FEN"))
        except VertumnusError as error:
            self._fail(str(error))

    def _read_moves(self, game: Game) -> None:
        """Reads the moves up to the result."""
        position = game.start.copy()
        while True:
            self._skip_blanks()
            if self._is_at_end():
                self._fail("the text ends in the middle of the game")
            last = game.moves[-1] if game.moves else game
            if comment := self._take(_COMMENT):
                last.comment = " ".join([*last.comment.split(), *comment[1].split()])
            elif glyph := self._take(_GLYPH):
                if isinstance(last, PlayedMove):
                    last.glyphs += (int(glyph[1]),)
            elif self._peek() == "(":
                self._skip_variation()
            elif word := self._take(_WORD):
                if word[0] in RESULTS:
                    game.result = RESULTS[word[0]]
                    return
                san = _NUMBER.sub("", word[0], count=1) if _NUMBER.match(word[0]) else word[0]
                if san and not _JUDGEMENT.fullmatch(san):
                    game.moves.append(self._play(position, san))
            elif self._peek() == "[":
                self._fail("the game has no result")
            else:
                self._fail(f"unexpected '{self._peek()}' among the moves")

    def _play(self, position: Position, san: str) -> PlayedMove:
        try:
            move = position.read_san(san)
        except VertumnusError as error:
            fields = position.fen.split()
            self._fail(f"move {fields[5]}{'.' if fields[1] == 'w' else '...'} {error}")
        played = PlayedMove(move, position.san(move))
        position.make(move)
        return played

    def _skip_variation(self) -> None:
        """Skips a variation and the variations in it."""
        depth = 0
        while True:
            self._skip_blanks()
            if self._is_at_end():
                self._fail("the text ends in the middle of a variation")
            if self._take(_COMMENT) or self._take(_WORD):
                continue
            depth += {"(": 1, ")": -1}.get(self._peek(), 0)
            self._move_to(self._at + 1)
            if depth == 0:
                return

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _is_at_end(self) -> bool:
        return self._at == len(self._text)

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Goes past a pattern, if the text goes on with it."""
        found = pattern.match(self._text, self._at)
        if found:
            self._move_to(found.end())
        return found

    def _skip_blanks(self) -> None:
        self._take(_BLANKS)

    def _move_to(self, at: int) -> None:
        self._line += self._text.count("\n", self._at, at)
        self._at = at

    def _fail(self, reason: str) -> NoReturn:
        # The reason says all that the error has said which this may come from.
        raise BadPgn(self._line, self._game, reason) from None
