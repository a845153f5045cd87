"""An engine that is asked over a pipe."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType, TracebackType

from ._position import Position
from ._process import EngineError, EngineTerminated, Process
from ._types import Move
from ._uci import Info, Limit, Option, OptionValue, read_info, read_option

LEVELS: Mapping[str, int] = MappingProxyType(
    {"beginner": 0, "casual": 5, "club": 10, "strong": 14, "expert": 17, "master": 19, "full": 20}
)
"""The levels in words, with their values of the option `Skill Level`."""


@dataclass(frozen=True)
class Played:
    """The move that an engine plays."""

    move: Move
    """The move."""
    ponder: Move | None
    """The reply that the engine expects, if it says one."""
    info: Info
    """What the search said last of the best line."""


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
            "there is no engine 'vertumnus' beside the package or on PATH: run "
            "`cargo install --locked --path .` in a clone of its repository, or give its path"
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
        self._timeout = timeout
        self._lock = threading.RLock()
        self._options: dict[str, Option] = {}
        self._sent: dict[str, str | None] = {}
        self._id: dict[str, str] = {}
        self._game: object = None
        self._is_searching = False
        self.level = level
        """The level at which `play` plays, in words or from 0 to 20; `None` is that of `Skill Level`."""
        self._process = Process(words, timeout)
        # An engine that is only forgotten leaves no process.
        weakref.finalize(self, self._process.kill)
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
        return self._id.get("name", self._process.name)

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
        return f"<Engine {self.name!r}{'' if self._process.is_running else ', ended'}>"

    # What it is asked.

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options. Raises `EngineError` if the engine does not have one, or not with this value."""
        with self._lock:
            self._be_idle()
            for option, text in self._texts(options).items():
                self._set(option, text)
            self.ping()

    def ping(self) -> None:
        """Waits until the engine has done all that it was asked."""
        with self._lock:
            self._be_idle()
            self._process.send("isready")
            self._process.wait_for("readyok")

    def new_game(self) -> None:
        """Has the engine forget everything of earlier games."""
        with self._lock:
            self._be_idle()
            self._process.send("ucinewgame")
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
        `root_moves` are the only moves to choose from. `options` hold for this search. Raises `EngineError`
        if the position has no legal move, `EngineTimeout` if the engine takes much longer than the limit, and
        `EngineTerminated` if it ends.
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
            search = self._start(position, limit, multipv, root_moves, is_infinite=not limit.words())
            try:
                deadline = self._deadline(search, limit)
                while True:
                    words = self._process.next_line(deadline).split()
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
            if self._process.is_running:
                try:
                    self._process.send("quit")
                    self._process.wait()
                except (EngineError, subprocess.TimeoutExpired):
                    pass
            self.close()

    def close(self) -> None:
        """Ends the engine's process at once, if it still runs."""
        self._process.close()

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
        self._process.send("uci")
        deadline = time.monotonic() + self._timeout
        while True:
            words = self._process.next_line(deadline).split()
            if words[:1] == ["uciok"]:
                break
            if words[:1] == ["id"] and len(words) > 2:
                self._id[words[1]] = " ".join(words[2:])
            elif words[:1] == ["option"]:
                option = read_option(words[1:])
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
        self._process.send(f"setoption name {option.name}{value}")

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
        self._be_idle()
        texts = self._texts(options)
        if self.level is not None:
            skill = self._option("Skill Level")
            self._set(skill, skill.text_of(skill.default if level is None else _skill_of(level)))
        before = {option: self._value(option) for option in texts if option.type != "button"}
        for option, text in texts.items():
            self._set(option, text)
        if game is not self._game:
            self._game = game
            self._process.send("ucinewgame")
        try:
            yield
        finally:
            if not self._process.is_lost:
                for option, known in before.items():
                    self._set(option, known)

    def _be_idle(self) -> None:
        """Refuses what would disturb a search: its end would be taken for an answer to something else."""
        if self._is_searching and not self._process.is_lost:
            raise EngineError("the engine is searching: leave the loop over its analysis first")

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
        words = limit.words()
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
        self._process.send(f"position fen {start.fen}" + (" moves " + " ".join(moves) if moves else ""))
        self._process.send("go " + " ".join(words))
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
        longest = limit.longest(search.position.side_to_move)
        return None if longest is None else time.monotonic() + longest + self._timeout

    def _finish(self, search: _Search, limit: Limit) -> list[str]:
        """Waits for the end of a search, and returns the words after `bestmove`."""
        deadline = self._deadline(search, limit)
        try:
            while True:
                words = self._process.next_line(deadline).split()
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
            self._process.send("stop")
            self._process.wait_for("bestmove")
        except EngineError:
            self._process.give_up()

    def _note(self, search: _Search, words: list[str]) -> Info | None:
        """Reads a line `info`, if it is about a line of play."""
        if words[:1] != ["info"] or "score" not in words:
            return None
        info = read_info(words[1:], search.position)
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


def _skill_of(level: int | str) -> int:
    """The number of a level."""
    if isinstance(level, int):
        return level
    if level.lower() not in LEVELS:
        raise EngineError(f"there is no level {level!r}: it is one of {', '.join(LEVELS)}")
    return LEVELS[level.lower()]
