"""Games that are read from a text."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from . import _library
from ._types import Variant, variant_at

Severity = Literal["error", "warning", "note"]
"""How grave a finding is: a game with an error cannot be played."""

_LONGEST = 1 << 20
"""More bytes than a text of rules may have."""

_SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class Finding:
    """What was found in a text of rules. `str(finding)` is one line."""

    severity: Severity
    """How grave it is."""
    line: int
    """The line, counted from 1."""
    column: int
    """The first character, counted from 1."""
    length: int
    """How many characters."""
    message: str
    """What is wrong."""
    help: str
    """What is allowed there, or what to do; may be empty."""

    def __str__(self) -> str:
        grave = "" if self.severity == "error" else f"{self.severity}: "
        return f"line {self.line}, column {self.column}: {grave}{self.message}"


class BadRules(_library.VertumnusError):
    """A text of rules has no game that can be played. `findings` says what is wrong, and where."""

    def __init__(self, message: str, findings: list[Finding]) -> None:
        super().__init__(message)
        self.findings = findings
        """What is wrong, in the order of the text."""


class RulesWarning(UserWarning):
    """A game of a text cannot be played, but others can."""


def load(source: str | os.PathLike[str]) -> list[Variant]:
    """The games of a text in the format of Fairy-Stockfish's `variants.ini`, or of the file of a path.

    A `str` of one line that does not begin with `[` is a path. The games can be played from now on, by their
    names, too, and are returned in the order of the text. A game with mistakes is left out with a
    `RulesWarning`; if no game is left, there is an exception, `BadRules`.
    """
    games, findings = _read(source)
    for finding in findings:
        if finding.severity == "error":
            warnings.warn(str(finding), RulesWarning, stacklevel=2)
    return games


def check(source: str | os.PathLike[str]) -> list[Finding]:
    """All that is wrong with the games of a text or a file, or worth knowing. Games that can be played are
    loaded."""
    try:
        return _read(source)[1]
    except BadRules as error:
        if not error.findings:
            raise
        return error.findings


def _read(source: str | os.PathLike[str]) -> tuple[list[Variant], list[Finding]]:
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("[")):
        text = source.encode(errors="surrogateescape")
    else:
        text = _content(Path(source))
    try:
        pointers = _library.call_for_list("load_rules", _library.GamePointer, text, len(text))
    except _library.VertumnusError as error:
        findings = _findings()
        message = str(error)
        mistakes = sum(finding.severity == "error" for finding in findings)
        if mistakes > 1:
            message += f" (and {mistakes - 1} more)"
        raise BadRules(message, findings) from None
    return [variant_at(pointer) for pointer in pointers], _findings()


def _content(path: Path) -> bytes:
    """What stands in a file, as far as the library reads a text: one byte more is refused."""
    if path.exists() and not path.is_file():
        raise BadRules(f"{path} is not a regular file", [])
    with path.open("rb") as file:
        return file.read(_LONGEST + 1)


def _findings() -> list[Finding]:
    """The findings of the last text of this thread."""
    findings: list[Finding] = []
    while found := _library.LIBRARY.vertumnus_finding_at(len(findings)):
        finding = found.contents
        findings.append(
            Finding(
                severity=_SEVERITIES[finding.severity],
                line=finding.line,
                column=finding.column,
                length=finding.length,
                message=_library.string(finding.message),
                help=_library.string(finding.help),
            )
        )
    return findings
