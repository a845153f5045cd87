"""The C interface, as `vertumnus.h` declares it."""

from __future__ import annotations

import ctypes
import operator
import os
import sys
from ctypes import (
    POINTER,
    Structure,
    byref,
    c_bool,
    c_char,
    c_char_p,
    c_int32,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
    create_string_buffer,
)
from pathlib import Path
from typing import Any, SupportsIndex

INTERFACE = 4
EMPTY = 254
HOLE = 255
MOST_SQUARES = 128
MOVE_SIZE = 64
OUTCOME_SIZE = 64

OK = 0
UNKNOWN_GAME = 4
BAD_FEN = 5
BAD_MOVE = 6
NOTHING_TO_UNDO = 7
BAD_RULES = 12


class CKind(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("token", c_char_p),
        ("white", c_char_p),
        ("black", c_char_p),
        ("is_royal", c_bool),
        ("shown", c_uint8),
    ]


class CGame(Structure):
    _fields_ = [
        ("name", c_char_p),
        ("title", c_char_p),
        ("start_fen", c_char_p),
        ("files", c_uint8),
        ("ranks", c_uint8),
        ("holes", POINTER(c_bool)),
        ("kind_count", c_size_t),
        ("kinds", POINTER(CKind)),
        ("held_count", c_size_t),
        ("held", POINTER(c_uint8)),
    ]


GamePointer = POINTER(CGame)


class CFinding(Structure):
    _fields_ = [
        ("severity", c_int32),
        ("line", c_uint32),
        ("column", c_uint32),
        ("length", c_uint32),
        ("message", c_char_p),
        ("help", c_char_p),
    ]


class CVictim(Structure):
    _fields_ = [
        ("square", c_uint8),
        ("piece", c_uint8),
        ("is_captured", c_bool),
    ]


class CMove(Structure):
    _fields_ = [
        ("text", c_char * MOVE_SIZE),
        ("from_square", c_uint8),
        ("to_square", c_uint8),
        ("mover", c_uint8),
        ("becomes", c_uint8),
        ("is_capture", c_bool),
        ("is_en_passant", c_bool),
        ("is_castling", c_bool),
        ("is_drop", c_bool),
        ("emptied_count", c_uint8),
        ("emptied", c_uint8 * MOST_SQUARES),
        ("victim_count", c_uint8),
        ("victims", CVictim * MOST_SQUARES),
        ("gained_count", c_uint8),
        ("gained", c_uint8 * MOST_SQUARES),
    ]


class CMark(Structure):
    _fields_ = [
        ("square", c_uint8),
        ("mark", c_uint8),
    ]


class CArrow(Structure):
    _fields_ = [
        ("from_square", c_uint8),
        ("to_square", c_uint8),
    ]


class CPicture(Structure):
    _fields_ = [
        ("is_flipped", c_bool),
        ("is_dark", c_bool),
        ("has_coordinates", c_bool),
        ("has_last_move", c_bool),
        ("pixels", c_uint32),
        ("marks", POINTER(CMark)),
        ("mark_count", c_size_t),
        ("arrows", POINTER(CArrow)),
        ("arrow_count", c_size_t),
    ]


class COutcome(Structure):
    _fields_ = [
        ("result", c_int32),
        ("reason", c_int32),
        ("text", c_char * OUTCOME_SIZE),
    ]


class VertumnusError(ValueError):
    """A call of the library failed; the message says why."""


class UnknownVariant(VertumnusError):
    """There is no game of this name."""


class BadFen(VertumnusError):
    """A FEN is not valid."""


class BadMove(VertumnusError):
    """A text is not a move, or not a legal one, or could be several."""


_ERRORS: dict[int, type[VertumnusError]] = {
    UNKNOWN_GAME: UnknownVariant,
    BAD_FEN: BadFen,
    BAD_MOVE: BadMove,
}

# The argument types of each function that returns a status.
_STATUS_FUNCTIONS: dict[str, list[Any]] = {
    "load_rules": [c_char_p, c_size_t, POINTER(GamePointer), c_size_t, POINTER(c_size_t)],
    "new": [c_char_p, c_char_p, POINTER(c_void_p)],
    "new_of": [c_void_p, c_char_p, POINTER(c_void_p)],
    "clone": [c_void_p, POINTER(c_void_p)],
    "free": [c_void_p],
    "game_of": [c_void_p, POINTER(GamePointer)],
    "set_fen": [c_void_p, c_char_p],
    "fen": [c_void_p, c_char_p, c_size_t, POINTER(c_size_t)],
    "board": [c_void_p, POINTER(c_uint8), c_size_t, POINTER(c_size_t)],
    "hand": [c_void_p, c_bool, POINTER(c_uint8), c_size_t, POINTER(c_size_t)],
    "side_to_move": [c_void_p, POINTER(c_int32)],
    "key": [c_void_p, POINTER(c_uint64)],
    "repetitions": [c_void_p, POINTER(c_size_t)],
    "perft": [c_void_p, c_uint32, POINTER(c_uint64)],
    "legal_moves": [c_void_p, POINTER(CMove), c_size_t, POINTER(c_size_t)],
    "read_move": [c_void_p, c_char_p, POINTER(CMove)],
    "read_san": [c_void_p, c_char_p, POINTER(CMove)],
    "san": [c_void_p, c_char_p, c_char_p, c_size_t, POINTER(c_size_t)],
    "make": [c_void_p, c_char_p],
    "undo": [c_void_p],
    "moves_made": [c_void_p, c_char_p, c_size_t, POINTER(c_size_t)],
    "in_check": [c_void_p, POINTER(c_bool)],
    "checkers": [c_void_p, POINTER(c_uint8), c_size_t, POINTER(c_size_t)],
    "outcome": [c_void_p, POINTER(COutcome)],
    "find_moves": [c_void_p, c_char_p, POINTER(CMove), c_size_t, POINTER(c_size_t)],
    "svg": [c_void_p, POINTER(CPicture), c_char_p, c_size_t, POINTER(c_size_t)],
    "piece_svg": [c_char_p, c_uint8, c_char_p, c_size_t, POINTER(c_size_t)],
    "chart_svg": [c_char_p, c_bool, c_char_p, c_size_t, POINTER(c_size_t)],
}


def _path() -> str:
    """The path of the library: that of VERTUMNUS_LIBRARY, or otherwise beside this file."""
    chosen = os.environ.get("VERTUMNUS_LIBRARY")
    if chosen:
        return chosen
    names = {"win32": "vertumnus.dll", "darwin": "libvertumnus.dylib"}
    return str(Path(__file__).parent / names.get(sys.platform, "libvertumnus.so"))


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(_path())
    except OSError as error:
        reason = "install the package with pip, or set VERTUMNUS_LIBRARY to the path of the library"
        raise ImportError(f"{error}; {reason}") from error
    library.vertumnus_interface.restype = c_uint32
    if library.vertumnus_interface() != INTERFACE:
        raise ImportError(f"{_path()} does not have the interface of this package")
    library.vertumnus_version.restype = c_char_p
    library.vertumnus_last_error.restype = c_char_p
    library.vertumnus_game_count.restype = c_size_t
    library.vertumnus_game_at.argtypes = [c_size_t]
    library.vertumnus_game_at.restype = POINTER(CGame)
    library.vertumnus_finding_at.argtypes = [c_size_t]
    library.vertumnus_finding_at.restype = POINTER(CFinding)
    for name, arguments in _STATUS_FUNCTIONS.items():
        function = library["vertumnus_" + name]
        function.argtypes = arguments
        function.restype = c_int32
    return library


LIBRARY = _load()


def string(value: bytes | None) -> str:
    """A text of the library."""
    return (value or b"").decode()


def argument(text: str) -> bytes:
    """A text for the library. C ends it at the first zero byte, so there must be none."""
    if "\0" in text:
        raise VertumnusError("there is a zero byte in the text")
    return text.encode(errors="surrogateescape")


def whole(value: object, least: int, most: int, reason: str) -> int:
    """A whole number between two others. Whatever else it is, it is refused for this reason."""
    if isinstance(value, (int, SupportsIndex)):
        number = operator.index(value)
        if least <= number <= most:
            return number
    raise VertumnusError(reason)


def call(name: str, *arguments: Any) -> None:
    """Calls a function that returns a status, and raises an error if it failed."""
    status = LIBRARY["vertumnus_" + name](*arguments)
    if status != OK:
        message = string(LIBRARY.vertumnus_last_error())
        raise _ERRORS.get(status, VertumnusError)(message)


def call_for_text(name: str, *arguments: Any) -> str:
    """Calls a function that writes a text into a buffer."""
    length = c_size_t()
    call(name, *arguments, None, 0, byref(length))
    buffer = create_string_buffer(length.value + 1)
    call(name, *arguments, buffer, len(buffer), None)
    return string(buffer.value)


def call_for_list(name: str, kind: Any, *arguments: Any) -> list[Any]:
    """Calls a function that writes a list into a buffer."""
    count = c_size_t()
    call(name, *arguments, None, 0, byref(count))
    buffer = (kind * count.value)()
    call(name, *arguments, buffer, count.value, None)
    return list(buffer)


def call_for(name: str, kind: Any, *arguments: Any) -> Any:
    """Calls a function that writes one value."""
    place = kind()
    call(name, *arguments, byref(place))
    return place
