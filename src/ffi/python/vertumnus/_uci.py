"""What is said to an engine and what it says, in the texts of UCI."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NoReturn, Union

from ._library import VertumnusError
from ._position import Position
from ._process import EngineError
from ._types import Move, Side

OptionValue = Union[str, int, bool, None]
"""The value of an option; `None` presses a button."""


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first of these that is reached."""

    time: float | None = None
    """Seconds for the move."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """Nodes."""
    mate: int | None = None
    """A mate in so many moves is found."""
    white_clock: float | None = None
    """Seconds on White's clock."""
    black_clock: float | None = None
    """Seconds on Black's clock."""
    white_inc: float | None = None
    """Seconds that White gains with each move."""
    black_inc: float | None = None
    """Seconds that Black gains with each move."""
    remaining_moves: int | None = None
    """Moves to the next time control."""

    def words(self) -> list[str]:
        """The limit as `go` has it."""
        numbers = {
            "movetime": _milliseconds(self.time),
            "depth": self.depth,
            "nodes": self.nodes,
            "mate": self.mate,
            "wtime": _milliseconds(self.white_clock),
            "btime": _milliseconds(self.black_clock),
            "winc": _milliseconds(self.white_inc),
            "binc": _milliseconds(self.black_inc),
            "movestogo": self.remaining_moves,
        }
        return [f"{name} {number}" for name, number in numbers.items() if number is not None]

    def longest(self, side: Side) -> float | None:
        """How long a search of this side can take, in seconds; `None` if the limit does not say."""
        if self.time is not None:
            return self.time
        return self.white_clock if side == "white" else self.black_clock


@dataclass(frozen=True)
class Score:
    """What a position is worth to a side: centipawns, or moves to mate."""

    side: Side
    """The side whose view it is."""
    centipawns: int | None = None
    """Hundredths of a pawn; `None` if mate is seen."""
    mate: int | None = None
    """Moves to mate, negative if it is this side that is mated; `None` if no mate is seen."""
    bound: Literal["exact", "lower", "upper"] = "exact"
    """Whether the value is exact, or the true value is at least or at most this."""

    def of(self, side: Side) -> Score:
        """The score in the view of a side."""
        if side == self.side:
            return self
        bounds: dict[str, Literal["exact", "lower", "upper"]] = {"lower": "upper", "upper": "lower"}
        return Score(
            side,
            None if self.centipawns is None else -self.centipawns,
            None if self.mate is None else -self.mate,
            bounds.get(self.bound, "exact"),
        )

    def white(self) -> Score:
        """The score in White's view."""
        return self.of("white")

    def black(self) -> Score:
        """The score in Black's view."""
        return self.of("black")

    def value(self, mate: int = 100_000) -> int:
        """One number to compare scores of one side by: a mate is worth `mate`, less 1 for each move to it."""
        if self.centipawns is not None:
            return self.centipawns
        moves = self.mate or 0
        return mate - moves if moves > 0 else -mate - moves

    def __str__(self) -> str:
        """Pawns with their sign, or moves to mate after `#`: `+0.35`, `#-3`."""
        return f"#{self.mate}" if self.centipawns is None else f"{self.centipawns / 100:+.2f}"


@dataclass(frozen=True)
class Wdl:
    """The chances of a side, in thousandths."""

    wins: int
    draws: int
    losses: int

    def expectation(self) -> float:
        """The points to expect, from 0 to 1."""
        total = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / total if total else 0.5


@dataclass(frozen=True)
class Info:
    """What a search says of one line of play. What the engine did not say is `None` or empty."""

    multipv: int = 1
    """The rank of the line, from 1."""
    depth: int | None = None
    """Plies searched."""
    seldepth: int | None = None
    """Plies of the longest line."""
    score: Score | None = None
    """What the line is worth to the side to move."""
    wdl: Wdl | None = None
    """The chances of the side to move."""
    nodes: int | None = None
    """Nodes searched."""
    nps: int | None = None
    """Nodes a second."""
    time: float | None = None
    """Seconds searched."""
    hashfull: int | None = None
    """How full the transposition table is, in thousandths."""
    pv: tuple[Move, ...] = ()
    """The line of play."""

    def __str__(self) -> str:
        """In short: `depth 12, +0.35: e2e4 e7e5`. `Position.sans` has the moves in SAN."""
        depth = None if self.depth is None else f"depth {self.depth}"
        score = None if self.score is None else str(self.score)
        said = ", ".join(part for part in (depth, score) if part is not None)
        moves = " ".join(map(str, self.pv))
        return ": ".join(part for part in (said, moves) if part)


@dataclass(frozen=True)
class Option:
    """An option of the engine."""

    name: str
    """Its name."""
    type: str
    """`check`, `spin`, `combo`, `button` or `string`."""
    default: OptionValue = None
    """The value that it has at first."""
    min: int | None = None
    """The least value of a spin."""
    max: int | None = None
    """The greatest value of a spin."""
    choices: tuple[str, ...] = ()
    """The values of a combo."""

    def text_of(self, value: OptionValue) -> str | None:
        """A value as the protocol writes it. Raises `EngineError` if the option cannot have it."""
        if self.type == "button":
            if value is not None:
                self._refuse(value, "it is a button: its value is None")
            return None
        if self.type == "check":
            if not isinstance(value, bool):
                self._refuse(value, "it is True or False")
            return "true" if value else "false"
        if self.type == "spin":
            if isinstance(value, bool) or not isinstance(value, int):
                self._refuse(value, "it is a whole number")
            if value < (value if self.min is None else self.min) or value > (
                value if self.max is None else self.max
            ):
                self._refuse(value, f"it is from {self.min} to {self.max}")
        elif self.type == "combo":
            if str(value).lower() not in [choice.lower() for choice in self.choices]:
                self._refuse(value, f"it is one of {', '.join(self.choices)}")
        text = str(value)
        if value is None or "\n" in text or "\r" in text:
            self._refuse(value, "it is a text of one line")
        return text

    def _refuse(self, value: OptionValue, reason: str) -> NoReturn:
        raise EngineError(f"option {self.name} cannot be {value!r}: {reason}")


def read_option(words: list[str]) -> Option:
    """Reads a line `option` without its first word."""
    parts: dict[str, list[str]] = {}
    choices: list[list[str]] = []
    part: list[str] = []
    for word in words:
        if word in ("name", "type", "default", "min", "max") and word not in parts:
            part = parts[word] = []
        elif word == "var":
            part = []
            choices.append(part)
        else:
            part.append(word)
    texts = {name: " ".join(part) for name, part in parts.items()}
    kind = texts.get("type", "string")
    default: OptionValue = texts.get("default")
    if default == "<empty>":
        default = ""
    if kind == "spin":
        default = _number(texts.get("default"))
    elif kind == "check":
        default = default == "true"
    return Option(
        texts.get("name", ""),
        kind,
        default,
        _number(texts.get("min")),
        _number(texts.get("max")),
        tuple(" ".join(choice) for choice in choices),
    )


def _number(text: str | None) -> int | None:
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def read_info(words: list[str], position: Position) -> Info:
    """Reads a line `info` without its first word."""
    numbers: dict[str, int] = {}
    wdl: Wdl | None = None
    bound: Literal["exact", "lower", "upper"] = "exact"
    pv: tuple[Move, ...] = ()
    for index, word in enumerate(words):
        if word == "string":
            break
        if word == "pv":
            pv = _line(position, words[index + 1 :])
            break
        if word in ("lowerbound", "upperbound"):
            bound = "lower" if word == "lowerbound" else "upper"
        elif word == "wdl":
            chances = [_number(text) for text in words[index + 1 : index + 4]]
            if len(chances) == 3 and None not in chances:
                wdl = Wdl(*(chance or 0 for chance in chances))
        else:
            number = _number(words[index + 1]) if index + 1 < len(words) else None
            if number is not None:
                numbers[word] = number
    milliseconds = numbers.get("time")
    return Info(
        multipv=numbers.get("multipv", 1),
        depth=numbers.get("depth"),
        seldepth=numbers.get("seldepth"),
        score=Score(position.side_to_move, numbers.get("cp"), numbers.get("mate"), bound),
        wdl=wdl,
        nodes=numbers.get("nodes"),
        nps=numbers.get("nps"),
        time=None if milliseconds is None else milliseconds / 1000,
        hashfull=numbers.get("hashfull"),
        pv=pv,
    )


def _line(position: Position, texts: list[str]) -> tuple[Move, ...]:
    """The moves of a line of play, up to the first that is not legal."""
    position = position.copy()
    moves = []
    for text in texts:
        try:
            move = position.read_move(text)
        except VertumnusError:
            break
        moves.append(move)
        position.make(move)
    return tuple(moves)


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, round(1000 * seconds))
