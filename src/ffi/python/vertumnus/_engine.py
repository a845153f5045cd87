"""An engine that is asked over a pipe."""

from __future__ import annotations

import logging
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Literal, NoReturn, Union

from ._library import VertumnusError
from ._position import Position
from ._types import Move, Side

OptionValue = Union[str, int, bool, None]
"""The value of an option; `None` presses a button."""

_LOG = logging.getLogger("vertumnus.engine")


LEVELS: Mapping[str, int] = MappingProxyType(
    {"beginner": 0, "casual": 4, "club": 8, "strong": 12, "expert": 16, "full": 20}
)
"""The levels in words, with their values of the option `Skill Level`."""


class EngineError(VertumnusError):
    """The engine cannot do what it is asked, or does not follow its protocol."""


class EngineTerminated(EngineError):
    """The engine's process has ended."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time."""


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

    def _words(self) -> list[str]:
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

    def _longest(self, side: Side) -> float | None:
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


@dataclass(frozen=True)
class Played:
    """The move that an engine plays."""

    move: Move
    """The move."""
    ponder: Move | None
    """The reply that the engine expects, if it says one."""
    info: Info
    """What the search said last of the best line."""


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


def find_engine() -> str:
    """The path of the engine `vertumnus`.

    It is that of the environment variable VERTUMNUS_ENGINE, or otherwise the first that exists: beside the
    package, beside the Python interpreter, as the release build of the clone that the package lies in, or on
    PATH. Raises `EngineError` if there is none.
    """
    chosen = os.environ.get("VERTUMNUS_ENGINE")
    if chosen:
        return chosen
    package = Path(__file__).resolve().parent
    places = [package, Path(sys.executable).parent]
    if (package.parents[3] / "src" / "ffi").is_dir():
        places.append(package.parents[3] / "target" / "release")
    path = os.pathsep.join([*map(str, places), os.environ.get("PATH", os.defpath)])
    found = shutil.which("vertumnus", path=path)
    if found is None:
        raise EngineError(
            "there is no engine 'vertumnus' beside the package or on PATH; "
            "build one with `cargo build --release --locked`, or give its path"
        )
    return found


@dataclass
class _Search:
    """A search that runs."""

    position: Position
    info: dict[int, Info] = field(default_factory=dict)
    """What was said last of the line of each rank."""

    def best(self) -> Info:
        return self.info.get(1, Info())


class Engine:
    """An engine that plays and analyses, over UCI.

    >>> with vertumnus.Engine() as engine:  # doctest: +SKIP
    ...     engine.play(position, vertumnus.Limit(time=0.1)).move

    The game is that of the position. Leave the engine by `with`, `quit` or `close`. Several threads may use
    one engine; their questions are answered one after the other.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        options: Mapping[str, OptionValue] = MappingProxyType({}),
        level: int | str | None = None,
        timeout: float = 10.0,
    ) -> None:
        """Starts the engine of a path, or of a command with its arguments, or the one of `find_engine`.

        `level`, a word of `LEVELS` or a number from 0 to 20, makes `play` weaker; `analyse` is never weak.
        `timeout` is how many seconds the engine has for each answer, beyond the time of a search.
        """
        if command is None:
            command = find_engine()
        words = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else list(command)
        self._name = words[0] if words else ""
        self._timeout = timeout
        self._lock = threading.RLock()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=5)
        self._options: dict[str, Option] = {}
        self._sent: dict[str, str | None] = {}
        self._id: dict[str, str] = {}
        self._game: object = None
        self._is_lost = False
        self._is_searching = False
        self.level = level
        """The level at which `play` plays, in words or from 0 to 20; `None` is that of `Skill Level`."""
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"the engine {self._name!r} does not start: {error}") from error
        self._readers = [
            threading.Thread(target=self._read_lines, daemon=True),
            threading.Thread(target=self._read_complaints, daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        try:
            self._introduce()
            self.configure(options)
        except BaseException:
            self.close()
            raise

    # What the engine is.

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._id.get("name", self._name)

    @property
    def author(self) -> str:
        """The engine's author."""
        return self._id.get("author", "")

    @property
    def options(self) -> Mapping[str, Option]:
        """The engine's options by their names."""
        return MappingProxyType({option.name: option for option in self._options.values()})

    @property
    def variants(self) -> list[str]:
        """The names of the games that the engine says it plays."""
        option = self._options.get("uci_variant")
        return list(option.choices) if option else ["chess"]

    def __repr__(self) -> str:
        return f"<Engine {self.name!r}{'' if self._process.poll() is None else ', ended'}>"

    # What it is asked.

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Raises `EngineError` if the engine does not have one, or not with this value."""
        with self._lock:
            for option, text in self._texts(options).items():
                self._set(option, text)
            self.ping()

    def ping(self) -> None:
        """Waits until the engine has done all that it was asked."""
        with self._lock:
            self._send("isready")
            self._wait_for("readyok")

    def new_game(self) -> None:
        """Has the engine forget everything of earlier games."""
        with self._lock:
            self._send("ucinewgame")
            self.ping()

    def play(
        self,
        position: Position,
        limit: Limit,
        *,
        game: object = None,
        root_moves: Sequence[str | Move] | None = None,
        options: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> Played:
        """The move that the engine plays.

        When `game` is another object than at the last call, the engine forgets the last game first.
        `root_moves` are the only moves to choose from. `options` hold for this search. Raises `EngineError` if the position has no legal
        move, `EngineTimeout` if the engine takes much longer than the limit, and `EngineTerminated` if it
        ends.
        """
        with self._lock, self._for_a_search(self.level, game, options):
            search = self._start(position, limit, 1, root_moves)
            words = self._finish(search, limit)
            best = words[0] if words else "(none)"
            ponder = words[2] if words[1:2] == ["ponder"] and len(words) > 2 else None
            move = self._legal(search.position, best)
            after = search.position.copy()
            after.make(move)
            reply = None
            if ponder is not None and ponder in after.legal_moves():
                reply = after.read_move(ponder)
            return Played(move, reply, search.best())

    def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        multipv: int = 1,
        game: object = None,
        root_moves: Sequence[str | Move] | None = None,
        options: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> list[Info]:
        """What the engine thinks of a position: its best lines, the best first, at most `multipv` of them.

        The other parameters are those of `play`.
        """
        with self._lock, self._for_a_search(None, game, options):
            search = self._start(position, limit, multipv, root_moves)
            self._finish(search, limit)
            return [info for rank, info in sorted(search.info.items()) if rank <= multipv]

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        game: object = None,
        root_moves: Sequence[str | Move] | None = None,
        options: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> Iterator[Info]:
        """What the engine thinks of a position, as it thinks; without a limit, until the loop is left.

        Leaving the loop stops the search; a generator that is kept is stopped by its `close`. The other
        parameters are those of `play`.
        """
        with self._lock, self._for_a_search(None, game, options):
            limit = limit or Limit()
            search = self._start(position, limit, multipv, root_moves, is_infinite=not limit._words())
            try:
                deadline = self._deadline(search, limit)
                while True:
                    words = self._next_words(deadline)
                    if words[:1] == ["bestmove"]:
                        self._is_searching = False
                        return
                    info = self._note(search, words)
                    if info is not None:
                        yield info
            except EngineTerminated:
                raise
            except BaseException:
                self._stop()
                raise

    # How it ends.

    def quit(self) -> None:
        """Has the engine quit, and waits for its end."""
        with self._lock:
            if self._process.poll() is None:
                try:
                    self._send("quit")
                    self._process.wait(self._timeout)
                except (EngineError, subprocess.TimeoutExpired):
                    pass
            self.close()

    def close(self) -> None:
        """Ends the engine's process at once, if it still runs."""
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for reader in self._readers:
            reader.join(self._timeout)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.quit()
        else:
            self.close()

    # The protocol.

    def _introduce(self) -> None:
        self._send("uci")
        deadline = time.monotonic() + self._timeout
        while True:
            line = self._next_line(deadline)
            words = line.split()
            if words[:1] == ["uciok"]:
                break
            if words[:1] == ["id"] and len(words) > 2:
                self._id[words[1]] = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = _option(words[1:])
                self._options[option.name.lower()] = option
        wdl = self._options.get("uci_showwdl")
        if wdl is not None:
            self._set(wdl, "true")

    def _option(self, name: str) -> Option:
        option = self._options.get(name.lower())
        if option is None:
            known = ", ".join(option.name for option in self._options.values()) or "none"
            raise EngineError(f"the engine has no option {name!r}; its options: {known}")
        return option

    def _set(self, option: Option, text: str | None) -> None:
        """Sets an option, unless it has this value."""
        if option.type != "button" and text == self._value(option):
            return
        self._sent[option.name] = text
        value = "" if text is None else f" value {text or '<empty>'}"
        self._send(f"setoption name {option.name}{value}")

    def _texts(self, options: Mapping[str, OptionValue]) -> dict[Option, str | None]:
        """Values of options as the protocol writes them, before any of them is set."""
        texts = {}
        for name, value in options.items():
            option = self._option(name)
            if option.name.lower() in ("uci_variant", "multipv", "ponder"):
                raise EngineError(f"option {option.name} is set by what the engine is asked")
            texts[option] = option.text_of(value)
        return texts

    @contextmanager
    def _for_a_search(
        self, level: int | str | None, game: object, options: Mapping[str, OptionValue]
    ) -> Iterator[None]:
        """Prepares a search, and gives options back the values that they had before."""
        if self._is_searching:
            raise EngineError("the engine is searching: leave the loop over its analysis first")
        texts = self._texts(options)
        if self.level is not None:
            skill = self._option("Skill Level")
            self._set(skill, skill.text_of(skill.default if level is None else _skill_of(level)))
        before = {option: self._value(option) for option in texts if option.type != "button"}
        for option, text in texts.items():
            self._set(option, text)
        if game is not self._game:
            self._game = game
            self._send("ucinewgame")
        try:
            yield
        finally:
            if not self._is_lost:
                for option, known in before.items():
                    self._set(option, known)

    def _value(self, option: Option) -> str | None:
        """The value that an option has, as the protocol writes it."""
        default = option.default
        if isinstance(default, bool):
            default = str(default).lower()
        return self._sent.get(option.name, None if default is None else str(default))

    def _start(
        self,
        position: Position,
        limit: Limit,
        multipv: int,
        root_moves: Sequence[str | Move] | None,
        is_infinite: bool = False,
    ) -> _Search:
        """Starts a search."""
        # Other threads may move on in the position meanwhile.
        position = position.copy()
        words = limit._words()
        if is_infinite:
            words.append("infinite")
        if not words:
            raise EngineError("the search has no limit")
        if not position.legal_moves():
            raise EngineError("the position has no legal move")
        if root_moves is not None:
            if not root_moves:
                raise EngineError("there is no move to choose from")
            texts = (position.read_move(str(move)).text for move in root_moves)
            words.append("searchmoves " + " ".join(texts))
        self._set_variant(position.variant.name)
        lines = self._options.get("multipv")
        if lines is not None:
            self._set(lines, lines.text_of(multipv))
        elif multipv != 1:
            raise EngineError("the engine reports one line only")
        moves = position.moves_made
        start = position.copy()
        for _ in moves:
            start.undo()
        self._send(f"position fen {start.fen}" + (" moves " + " ".join(moves) if moves else ""))
        self._send("go " + " ".join(words))
        self._is_searching = True
        return _Search(position)

    def _set_variant(self, name: str) -> None:
        option = self._options.get("uci_variant")
        if option is None:
            if name != "chess":
                raise EngineError(f"the engine does not play {name}, only chess")
        elif name not in option.choices:
            raise EngineError(f"the engine does not play {name}, only {', '.join(option.choices)}")
        else:
            self._set(option, name)

    def _deadline(self, search: _Search, limit: Limit) -> float | None:
        longest = limit._longest(search.position.side_to_move)
        return None if longest is None else time.monotonic() + longest + self._timeout

    def _finish(self, search: _Search, limit: Limit) -> list[str]:
        """Waits for the end of a search, and returns the words after `bestmove`."""
        deadline = self._deadline(search, limit)
        try:
            while True:
                words = self._next_words(deadline)
                if words[:1] == ["bestmove"]:
                    self._is_searching = False
                    return words[1:]
                self._note(search, words)
        except EngineTerminated:
            raise
        except BaseException:
            # Out of patience, or interrupted: the next question must find an idle engine.
            self._stop()
            raise

    def _stop(self) -> None:
        """Stops a search. An engine that does not stop is ended."""
        self._is_searching = False
        try:
            self._send("stop")
            self._wait_for("bestmove")
        except EngineError:
            self._is_lost = True
            self._process.kill()

    def _note(self, search: _Search, words: list[str]) -> Info | None:
        """Reads a line `info`, if it is about a line of play."""
        if words[:1] != ["info"] or "score" not in words:
            return None
        info = _info(words[1:], search.position)
        known = search.info.get(info.multipv)
        # A line that fails low or high may have no moves; those of before are the better answer.
        if known is not None and not info.pv:
            info = replace(info, pv=known.pv)
        search.info[info.multipv] = info
        return info

    def _legal(self, position: Position, text: str) -> Move:
        if text not in position.legal_moves():
            raise EngineError(f"the engine plays {text!r}, which is not legal in {position.fen}")
        return position.read_move(text)

    # The pipe.

    def _send(self, command: str) -> None:
        if self._is_lost:
            self._fail_as_ended()
        _LOG.debug("%s << %s", self._name, command)
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(command + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail_as_ended()

    def _read_lines(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line.rstrip("\r\n"))
        except (OSError, ValueError):
            pass
        self._lines.put(None)

    def _read_complaints(self) -> None:
        assert self._process.stderr is not None
        try:
            for line in self._process.stderr:
                self._complaints.append(line.strip())
        except (OSError, ValueError):
            pass

    def _next_line(self, deadline: float | None) -> str:
        """The engine's next line."""
        try:
            if deadline is None:
                line = self._lines.get()
            else:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineTimeout(f"the engine {self._name!r} does not answer in time") from None
        if line is None:
            self._fail_as_ended()
        _LOG.debug("%s >> %s", self._name, line)
        return line

    def _next_words(self, deadline: float | None) -> list[str]:
        return self._next_line(deadline).split()

    def _wait_for(self, word: str) -> None:
        deadline = time.monotonic() + self._timeout
        while self._next_words(deadline)[:1] != [word]:
            pass

    def _fail_as_ended(self) -> NoReturn:
        self._is_lost = True
        self._is_searching = False
        try:
            status: object = self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._readers[1].join(1)
        said = "; ".join(line for line in self._complaints if line)
        raise EngineTerminated(
            f"the engine {self._name!r} has ended with status {status}" + (f": {said}" if said else "")
        )


def _skill_of(level: int | str) -> int:
    """The number of a level."""
    if isinstance(level, int):
        return level
    if level.lower() not in LEVELS:
        raise EngineError(f"there is no level {level!r}: it is one of {', '.join(LEVELS)}")
    return LEVELS[level.lower()]


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, round(1000 * seconds))


def _option(words: list[str]) -> Option:
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


def _info(words: list[str], position: Position) -> Info:
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
