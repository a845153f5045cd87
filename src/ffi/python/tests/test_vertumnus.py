"""Tests of the package: `python3 -m unittest` in the parent of this directory."""

from __future__ import annotations

import copy
import pickle
import re
import threading
import unittest
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import vertumnus
from vertumnus import AmbiguousMove, BadFen, BadMove, Position, Reason, Result, UnknownVariant, VertumnusError
from vertumnus import _library

CRATE = Path(__file__).resolve().parents[2]
CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class TheHeader(unittest.TestCase):
    """The package declares the C interface as the header does."""

    header = re.sub(r"/\*.*?\*/", "", (CRATE / "vertumnus.h").read_text(), flags=re.S)

    def defined(self, name: str) -> int:
        found = re.search(rf"VERTUMNUS_{name} (?:= )?(\d+)", self.header)
        assert found, name
        return int(found[1])

    def test_numbers(self) -> None:
        for name in ["INTERFACE", "EMPTY", "HOLE", "MOST_SQUARES", "MOVE_SIZE", "OUTCOME_SIZE"]:
            self.assertEqual(getattr(_library, name), self.defined(name), name)
        for name in ["OK", "UNKNOWN_GAME", "BAD_FEN", "BAD_MOVE", "NOTHING_TO_UNDO", "BAD_RULES"]:
            self.assertEqual(getattr(_library, name), self.defined("STATUS_" + name), name)
        for members, prefix in [(Result, "RESULT_"), (Reason, "REASON_")]:
            declared = re.findall(rf"VERTUMNUS_{prefix}(\w+) = (\d+)", self.header)
            self.assertEqual({name: int(n) for name, n in declared}, {m.name: m.value for m in members})

    def test_functions(self) -> None:
        declared = set(re.findall(r"VertumnusStatus vertumnus_(\w+)\(", self.header))
        self.assertEqual(set(_library._STATUS_FUNCTIONS), declared)
        for name, arguments in _library._STATUS_FUNCTIONS.items():
            found = re.search(rf"vertumnus_{name}\(([^)]*)\)", self.header)
            assert found
            self.assertEqual(len(found[1].split(",")), len(arguments), name)

    def test_structures(self) -> None:
        for structure in [
            _library.CKind,
            _library.CGame,
            _library.CVictim,
            _library.CMove,
            _library.COutcome,
            _library.CMark,
            _library.CArrow,
            _library.CPicture,
        ]:
            name = "Vertumnus" + structure.__name__[1:]
            found = re.search(rf"typedef struct {{((?:(?!typedef).)*)}} {name};", self.header, re.S)
            assert found, name
            declared = re.findall(r"(\w+)(?:\[\w+\])?;\n", found[1])
            fields = [field[0].replace("_square", "") for field in structure._fields_]
            self.assertEqual(fields, declared, name)


class Games(unittest.TestCase):
    def test_a_line_in_san_leaves_the_position_as_it_is(self) -> None:
        position = Position("chess")
        self.assertEqual(position.sans([position.read_move("e2e4"), "e7e5", "g1f3"]), ["e4", "e5", "Nf3"])
        self.assertEqual((position.sans([]), position.fen), ([], vertumnus.start_fen("chess")))
        with self.assertRaises(BadMove):
            position.sans(["e2e4", "e2e4"])

    def test_every_game_can_be_played(self) -> None:
        self.assertTrue(vertumnus.variants())
        for name in vertumnus.variants():
            with self.subTest(name):
                self.play(name)

    def play(self, name: str) -> None:
        position = Position(name)
        start = position.fen
        self.assertEqual(vertumnus.start_fen(name), start)
        self.assertEqual(vertumnus.variant(name).start_fen, start)
        self.assertTrue(vertumnus.validate_fen(name, start))
        texts = []
        for ply in range(60):
            if position.outcome():
                break
            moves = position.moves()
            self.assertEqual([str(move) for move in moves], position.legal_moves())
            move = moves[(7 * ply) % len(moves)]
            self.assertEqual(position.read_move(move.text), move)
            self.assertEqual(position.read_san(position.san(move)), move)
            self.assertEqual(position.is_check(), bool(position.checkers()))
            stands = position.board().get(move.from_square)
            self.assertIn(stands, [None] if move.is_drop else [move.mover.white, move.mover.black])
            position.make(move)
            texts.append(move.text)
        self.assertEqual(position.moves_made, texts)
        self.assertEqual(vertumnus.get_fen(name, None, texts), position.fen)
        again = Position(name)
        for san in vertumnus.get_san_moves(name, None, texts):
            again.make_san(san)
        self.assertEqual((again.fen, again.key), (position.fen, position.key))
        for _ in texts:
            position.undo()
        self.assertEqual(position.fen, start)

    def test_games_have_data(self) -> None:
        morphing = vertumnus.variant("morphing")
        self.assertEqual((morphing.title, morphing.files, morphing.ranks), ("Morphing Chess IV", 9, 9))
        self.assertEqual(morphing.holes, ())
        combination = vertumnus.variant("combination")
        self.assertEqual(combination.files * combination.ranks - len(combination.holes), 39)
        kings = [kind.token for kind in vertumnus.variant("chess").kinds if kind.is_royal]
        self.assertEqual(kings, ["K"])
        self.assertEqual(vertumnus.variant("standard"), vertumnus.variant("chess"))
        self.assertRegex(vertumnus.version(), r"^\d+\.\d+\.\d+$")

    def test_the_version_is_that_of_the_package(self) -> None:
        project = (CRATE / "python" / "pyproject.toml").read_text()
        self.assertIn(f'\nversion = "{vertumnus.version()}"\n', project)
        self.assertEqual(vertumnus.__version__, vertumnus.version())


class Chess(unittest.TestCase):
    def test_moves_and_notation(self) -> None:
        self.assertEqual(vertumnus.start_fen("chess"), CHESS_START)
        self.assertEqual(len(vertumnus.legal_moves("chess")), 20)
        after = vertumnus.make("chess", None, "e2e4")
        self.assertEqual(after, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        self.assertEqual(vertumnus.get_san("chess", after, "g8f6"), "Nf6")
        promotion = "3r2k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1"
        self.assertEqual(vertumnus.get_san("chess", promotion, "e7d8q"), "exd8=Q#")
        en_passant = Position("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").read_san("exd6")
        self.assertTrue(en_passant.is_en_passant)
        self.assertEqual(en_passant.emptied, ("d5",))

    def test_perft(self) -> None:
        self.assertEqual([vertumnus.perft("chess", None, n) for n in range(5)], [1, 20, 400, 8902, 197281])
        for depth in (-1, 65, 1 << 32):
            with self.assertRaises(VertumnusError):
                vertumnus.perft("chess", None, depth)
        for odd in (2.5, "3", None, 1 << 40):
            with self.assertRaisesRegex(VertumnusError, "is not a depth"):
                Position().perft(odd)  # type: ignore[arg-type]
            with self.assertRaisesRegex(VertumnusError, "cannot have .* pixels"):
                vertumnus.svg(Position(), size=odd)  # type: ignore[arg-type]
            with self.assertRaisesRegex(VertumnusError, "cannot have .* pixels"):
                vertumnus.piece_svg("chess", "N", size=odd)  # type: ignore[arg-type]

    def test_outcomes(self) -> None:
        self.assertFalse(vertumnus.outcome("chess"))
        mated = vertumnus.outcome("chess", None, ["f2f3", "e7e5", "g2g4", "d8h4"])
        self.assertTrue(mated)
        self.assertEqual((mated.result, mated.reason), (Result.BLACK_WINS, Reason.CHECKMATE))
        self.assertEqual((str(mated.result), str(mated)), ("0-1", "Black mates"))
        self.assertTrue(vertumnus.is_check("chess", None, ["f2f3", "e7e5", "g2g4", "d8h4"]))
        position = Position("chess", None, ["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
        self.assertEqual(position.repetitions, 2)
        self.assertIs(position.outcome().reason, Reason.REPETITION)
        # A copy has the past, too, and goes its own way.
        for same in (position.copy(), copy.copy(position), copy.deepcopy(position)):
            self.assertIs(same.outcome().reason, Reason.REPETITION)
            same.make("e2e4")
        self.assertEqual(position.side_to_move, "white")
        position.set_fen()
        self.assertEqual((position.repetitions, position.fen), (0, CHESS_START))

    def test_boards(self) -> None:
        self.assertEqual(
            str(Position("chess", "r3k3/8/8/8/8/8/8/4K2Q w - - 0 1")).splitlines()[::7],
            ["r . . . k . . .", ". . . . K . . Q"],
        )
        compounds = Position("powerabsorption", "4k3/8/8/3{rn}4/8/8/8/3RK3 w - - 0 1")
        self.assertEqual(str(compounds).splitlines()[3], " .  .  . rn  .  .  .  .")
        holes = str(Position("combination")).splitlines()
        self.assertEqual((holes[0], holes[4]), ("      k", ". . . . . . ."))
        self.assertEqual(compounds.unicode(empty_square="-").splitlines()[3], " -  -  - \u265c\u265e  -  -  -  -")
        self.assertEqual(compounds.unicode(invert_color=True).splitlines()[7].split()[3], "\u265c")
        # The form that people know from python-chess.
        bordered = Position().unicode(borders=True, orientation="black").splitlines()
        self.assertEqual(bordered[0], "  -----------------")
        self.assertEqual(bordered[1], "1 |\u2656|\u2658|\u2657|\u2654|\u2655|\u2657|\u2658|\u2656|")
        self.assertEqual(bordered[-1], "   h g f e d c b a")
        for name in vertumnus.variants():
            position = Position(name)
            self.assertEqual(len(str(position).splitlines()), position.variant.ranks)
            self.assertEqual(len(position.unicode().splitlines()), position.variant.ranks)

    def test_pictures(self) -> None:
        def elements(svg: str) -> list[ElementTree.Element]:
            root = ElementTree.fromstring(svg)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            return list(root.iter())

        position = Position("powerabsorption", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", ["d1d5{rn}"])
        plain = elements(vertumnus.svg(position, last_move=False))
        self.assertGreater(len(elements(position._repr_svg_())), len(plain))
        more: list[dict[str, Any]] = [
            {"last_move": True},
            {"arrows": ["d1d5", ("e8", "e7"), position.moves()[0]]},
            {"marks": {"e8": "danger", "a1": "zone", "b2": "target", "c3": "capture"}},
            {"moves": position.moves()},
        ]
        for options in more:
            drawn = vertumnus.svg(position, **{"last_move": False, **options})
            self.assertGreater(len(elements(drawn)), len(plain), options)
        # The king in check is red.
        check = Position("chess", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1")
        self.assertNotEqual(vertumnus.svg(check), vertumnus.svg(check, check=False))
        self.assertEqual(vertumnus.svg(check), vertumnus.svg(check, check=False, marks={"e8": "danger"}))
        others: list[dict[str, Any]] = [
            {},
            {"orientation": "black"},
            {"theme": "dark"},
            {"coordinates": False},
            {"size": 30},
        ]
        different = [vertumnus.svg(position, **options) for options in others]
        self.assertEqual(len(set(different)), len(different))
        self.assertIn('width="250"', different[-1])
        for name in vertumnus.variants():
            game = vertumnus.variant(name)
            elements(Position(name)._repr_svg_())
            elements(game._repr_svg_())
            kinds = [kind for kind in game.kinds if not kind.is_twin]
            pieces = [token for kind in kinds for token in (kind.white, kind.black)]
            pictures = {vertumnus.piece_svg(name, piece, size=30) for piece in pieces}
            self.assertEqual(len(pictures), len(pieces))
            self.assertTrue(all('width="30"' in picture and elements(picture) for picture in pictures))

    def test_pictures_that_cannot_be(self) -> None:
        cases: list[tuple[dict[str, Any], str]] = [
            ({"arrows": ["e1"]}, "there is no square ''"),
            ({"arrows": ["e1i1"]}, "there is no square 'i1'"),
            ({"marks": {"a9": "zone"}}, "there is no square 'a9'"),
            ({"marks": {"a1": "blob"}}, "there is no mark 'blob'"),
            ({"size": 0}, "a square cannot have 0 pixels"),
            ({"size": 5000}, "a square has at most 1024 pixels, not 5000"),
            ({"orientation": "red"}, "the orientation is white or black, not 'red'"),
            ({"theme": "red"}, "the theme is light or dark, not 'red'"),
        ]
        for options, message in cases:
            with self.assertRaises(VertumnusError) as raised:
                vertumnus.svg(Position(), **options)
            self.assertEqual(str(raised.exception), message)
        with self.assertRaisesRegex(VertumnusError, "the board has no square 0"):
            vertumnus.svg(Position("combination"), marks={"a1": "zone"})
        with self.assertRaisesRegex(VertumnusError, "chess has no piece 'Z'"):
            vertumnus.piece_svg("chess", "Z")

    def test_what_people_type(self) -> None:
        # The rook may absorb the knight, and whoever types does not say so.
        position = Position("powerabsorption", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1")
        for text in ["d1d5", "Rxd5", "rd5", "d1-d5", " d1 d5 "]:
            self.assertEqual([str(move) for move in position.find(text)], ["d1d5", "d1d5{rn}"], text)
            with self.assertRaises(AmbiguousMove) as raised:
                position.parse(text)
            self.assertEqual(
                str(raised.exception), f"'{text}' can be d1d5r (stays Rook) or d1d5{{rn}} (becomes Rook-Knight)"
            )
            self.assertEqual(raised.exception.choices, position.find(text))
        for text, expected in {"d1d5r": "d1d5", "Rxd5=R": "d1d5", "d1d5rn": "d1d5{rn}", "Kf1": "e1f1"}.items():
            self.assertEqual(str(position.parse(text)), expected)
        # What programs write stays exact.
        self.assertEqual(str(position.read_move("d1d5")), "d1d5")
        for text in ["e2e4", "Qd4", "nonsense", ""]:
            with self.assertRaises(BadMove):
                position.parse(text)
        self.assertEqual(str(Position().parse("nf3")), "g1f3")

    def test_victims(self) -> None:
        def victims(variant: str, fen: str, text: str) -> list[str]:
            move = Position(variant, fen).read_move(text)
            return [f"{v.side} {v}{'' if v.is_captured else ' removed'}" for v in move.victims]

        en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
        self.assertEqual(victims("chess", en_passant, "e5d6"), ["black Pawn on d5"])
        self.assertEqual(victims("chess", en_passant, "e1e2"), [])
        move = Position("chess", en_passant).read_move("e5d6")
        assert move.victim
        self.assertEqual((move.victim.square, move.victim.token, move.changes_mover), ("d5", "p", False))
        flight = "4k3/8/n7/8/b7/8/8/F3K3 w - - 0 1"
        both = Position("stealthbomber", flight).read_san("Fxa4xa6={FBN}")
        self.assertEqual([str(v) for v in both.victims], ["Bishop on a4", "Knight on a6"])
        self.assertEqual((str(both.victim), both.becomes.token, both.changes_mover), ("Knight on a6", "FBN", True))
        on_the_way = Position("stealthbomber", flight).read_san("Fxa4-a8={FB}")
        self.assertEqual((on_the_way.victim, len(on_the_way.victims)), (None, 1))
        # As in the tests of the rules: the isolator and the king that it meets are gone, and so is the mover.
        annihilation = "***1***/*5*/*1k3*/*2i2*/7/*1Ar2*/*5*/*5*/***K*** w - - 9 9"
        self.assertEqual(
            victims("combination", annihilation, "c4c6"),
            ["black Isolator on d6 removed", "black King on c7 removed"],
        )
        move = Position("combination", annihilation).read_move("c4c6")
        self.assertEqual((move.survives, move.victim), (False, None))
        self.assertTrue(Position().read_move("e2e4").survives)

    def test_what_is_shown(self) -> None:
        position = Position("chess", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
        self.assertEqual(repr(position), "Position('chess', '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1')")
        self.assertEqual(position.board(), {"e1": "K", "e2": "P", "e8": "k"})
        self.assertEqual(position.side_to_move, "black")


class Errors(unittest.TestCase):
    def test_each_has_its_class_and_message(self) -> None:
        cases = [
            (UnknownVariant, "unknown game 'nonesuch'", lambda: Position("nonesuch")),
            (BadFen, "bad FEN: a FEN has 4 to 6 fields, this one has 1", lambda: Position("chess", "x")),
            (BadMove, "'e2e5' is not legal here", lambda: Position("chess", None, ["e2e5"])),
            (BadMove, "'Qd4' is not legal here", lambda: Position().read_san("Qd4")),
            (VertumnusError, "no move was made", lambda: Position().undo()),
            (VertumnusError, "there is a zero byte in the text", lambda: Position("chess\0")),
            (VertumnusError, "the move is not UTF-8", lambda: Position().make("e2\udcff")),
        ]
        for error, message, call in cases:
            with self.assertRaises(error) as raised:
                call()
            self.assertIs(type(raised.exception), error)
            self.assertEqual(str(raised.exception), message)
        self.assertFalse(vertumnus.validate_fen("chess", "x"))
        self.assertTrue(issubclass(BadMove, ValueError))

    def test_a_bad_move_changes_nothing(self) -> None:
        position = Position()
        for text in ["", "e2e5", "0000", "é", "e2e4" * 10000]:
            with self.assertRaises(BadMove):
                position.make(text)
        self.assertEqual((position.fen, position.moves_made), (CHESS_START, []))

    def test_positions_cannot_be_pickled_by_accident(self) -> None:
        with self.assertRaises((TypeError, ValueError)):
            pickle.dumps(Position())

    def test_threads_have_their_own_errors(self) -> None:
        told: dict[str, str] = {}

        def fail(name: str) -> None:
            for _ in range(200):
                try:
                    Position(name)
                except UnknownVariant as error:
                    told[name] = str(error)
                    if told[name] != f"unknown game '{name}'":
                        return

        threads = [threading.Thread(target=fail, args=(f"game{n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(told, {f"game{n}": f"unknown game 'game{n}'" for n in range(4)})


if __name__ == "__main__":
    unittest.main()
