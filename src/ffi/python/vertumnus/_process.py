"""The process of an engine, and the lines that go to it and come from it."""

from __future__ import annotations

import logging
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import NoReturn

from ._library import VertumnusError

_LOG = logging.getLogger("vertumnus.engine")


class EngineError(VertumnusError):
    """The engine cannot do what it is asked, or does not follow its protocol."""


class EngineTerminated(EngineError):
    """The engine's process has ended."""


class EngineTimeout(EngineError, TimeoutError):
    """The engine did not answer in time."""


class Process:
    """A program that is written to and read from line by line."""

    def __init__(self, words: Sequence[str], timeout: float) -> None:
        """Starts the program of a command with its arguments. `timeout` is how many seconds it has to answer
        or to end where nothing else is said."""
        self.name = words[0] if words else ""
        """The program."""
        self.is_lost = False
        """Whether it has ended, or is not to be used any more."""
        self._timeout = timeout
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=5)
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineError(f"the engine {self.name!r} does not start: {error}") from error
        self._readers = [
            threading.Thread(target=self._read_lines, daemon=True),
            threading.Thread(target=self._read_complaints, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def send(self, line: str) -> None:
        """Writes a line."""
        if self.is_lost:
            self._fail_as_ended()
        _LOG.debug("%s << %s", self.name, line)
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            self._fail_as_ended()

    def next_line(self, deadline: float | None) -> str:
        """The next line that it writes, before a time of `time.monotonic`."""
        try:
            if deadline is None:
                line = self._lines.get()
            else:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise EngineTimeout(f"the engine {self.name!r} does not answer in time") from None
        if line is None:
            self._fail_as_ended()
        _LOG.debug("%s >> %s", self.name, line)
        return line

    def wait_for(self, word: str) -> None:
        """Reads lines up to one that begins with this word."""
        deadline = time.monotonic() + self._timeout
        while self.next_line(deadline).split()[:1] != [word]:
            pass

    def wait(self) -> None:
        """Waits for its end. Raises `subprocess.TimeoutExpired` if it does not come."""
        self._process.wait(self._timeout)

    def give_up(self) -> None:
        """Ends a process that does not answer."""
        self.is_lost = True
        self._process.kill()

    def kill(self) -> None:
        """Ends the process, from whatever thread."""
        if self.is_running:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """Ends the process at once, if it still runs."""
        if self.is_running:
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

    def _fail_as_ended(self) -> NoReturn:
        self.is_lost = True
        try:
            status: object = self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            status = self._process.wait()
        self._readers[1].join(1)
        said = "; ".join(line for line in self._complaints if line)
        raise EngineTerminated(
            f"the engine {self.name!r} has ended with status {status}" + (f": {said}" if said else "")
        )
