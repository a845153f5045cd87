"""Tests of games that are read from a text."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import vertumnus
from vertumnus import BadRules, Position, RulesWarning

CAMELS = """[camels:chess]
title = Chess with Camels
knight = -
customPiece1 = c:C
pieceNames = c:Camel
startFen = rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1
promotionPieceTypes = qrbc
"""


@unittest.skipUnless("chess" in vertumnus.variants(), "the library has no chess to build on")
class Rules(unittest.TestCase):
    def test_a_game_of_a_text_is_played(self) -> None:
        (camels,) = vertumnus.load(CAMELS)
        self.assertEqual((camels.name, camels.title), ("camels", "Chess with Camels"))
        self.assertEqual([kind.name for kind in camels.kinds if kind.token == "C"], ["Camel"])
        self.assertIn("camels", vertumnus.variants())
        game = Position("camels")
        self.assertIs(game.variant, camels)
        # Three straight and one aside: over the pawns, and off the board on the edge.
        self.assertEqual({move for move in game.legal_moves() if move[:2] == "b1"}, {"b1a4", "b1c4"})
        game.make("b1c4")
        self.assertEqual(game.san("g8f5"), "Cf5")
        self.assertEqual(vertumnus.perft(camels, None, 3), vertumnus.perft("camels", None, 3))
        self.assertIn("<svg", vertumnus.piece_svg("camels", "C"))
        self.assertIn("<svg", vertumnus.svg(game))

    def test_pieces_in_hand_are_told_and_dropped(self) -> None:
        (house,) = vertumnus.load("[py-house:crazyhouse]\n")
        self.assertEqual(sorted(kind.token for kind in house.hand_kinds), list("BNPQR"))
        self.assertEqual(sum(kind.is_twin for kind in house.kinds), 4)
        game = Position(house, "4k3/8/8/8/8/8/4q~3/4K3[NNp] w - - 0 1")
        self.assertEqual((game.hand("white"), game.hand("black")), ({"N": 2}, {"p": 1}))
        self.assertEqual(game.board()["e2"], "q~")
        capture = game.read_move("e1e2")
        self.assertEqual((capture.gained, capture.is_drop), (("P",), False))
        game.make(capture)
        game.make("e8e7")
        drop = game.parse("n@d5")
        self.assertEqual((str(drop), drop.is_drop, drop.mover.token), ("N@d5", True, "N"))
        self.assertEqual((drop.from_square, drop.to_square, drop.emptied), ("d5", "d5", ()))
        game.make(drop)
        self.assertEqual(game.hand("white"), {"N": 1, "P": 1})
        self.assertIn("<svg", vertumnus.svg(game))

    def test_a_file_is_read_by_its_path(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "camels.ini"
            path.write_text(CAMELS)
            self.assertEqual(vertumnus.load(path), vertumnus.load(str(path)))
            self.assertEqual(vertumnus.load(path), vertumnus.load(CAMELS))
            with self.assertRaises(FileNotFoundError):
                vertumnus.load(Path(folder) / "none.ini")

    @unittest.skipUnless(Path("/dev/zero").exists(), "there is no file without an end")
    def test_a_file_without_an_end_is_refused(self) -> None:
        with self.assertRaisesRegex(BadRules, "is not a regular file"):
            vertumnus.load(Path("/dev/zero"))
        with tempfile.TemporaryDirectory() as folder, Path(folder, "zeros").open("wb") as file:
            file.truncate(1 << 32)
            with self.assertRaises(BadRules):
                vertumnus.load(Path(file.name))

    def test_games_of_one_name_live_side_by_side(self) -> None:
        (old,) = vertumnus.load("[py-edited:chess]\nstalemateValue = draw\n")
        (new,) = vertumnus.load("[py-edited:chess]\nstalemateValue = loss\n")
        self.assertNotEqual(old, new)
        stalemate = "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"
        self.assertEqual(str(Position(old, stalemate).outcome().result), "1/2-1/2")
        self.assertEqual(str(Position(new, stalemate).outcome().result), "1-0")
        self.assertEqual(Position("py-edited").variant, new)

    def test_mistakes_have_their_places(self) -> None:
        with self.assertRaises(BadRules) as caught:
            vertumnus.load("[wrong:chess]\nking = k:KM\nnonsuch = 1\n")
        findings = caught.exception.findings
        self.assertEqual([(one.line, one.column, one.severity) for one in findings], [(2, 11, "error"), (3, 1, "error")])
        self.assertTrue(str(caught.exception).startswith("line 2, column 11: 'M'"))
        self.assertIn("and 1 more", str(caught.exception))
        self.assertIsInstance(caught.exception, ValueError)
        self.assertEqual(vertumnus.check("[wrong:chess]\nking = k:KM\n")[0], findings[0])
        with self.assertRaisesRegex(BadRules, "'chess' is a game of this program"):
            vertumnus.load("[chess:chess]\nking = k:KN\n")

    def test_one_game_with_mistakes_keeps_no_other_from_being_loaded(self) -> None:
        text = "[py-good:chess]\nking = k:KN\n[py-bad:chess]\nking = k:KM\n"
        with self.assertWarnsRegex(RulesWarning, "line 4, column 11"):
            games = vertumnus.load(text)
        self.assertEqual([game.name for game in games], ["py-good"])

    def test_a_board_may_have_ranks_of_two_digits(self) -> None:
        text = """[tall:chess]
maxRank = 10
maxFile = 10
startFen = rnbqkbnrrr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBQKBNRRR w - - 0 1
castling = false
promotionRegionWhite = *10
promotionRegionBlack = *1
doubleStepRegionBlack = *9
"""
        (tall,) = vertumnus.load(text)
        game = Position(tall)
        self.assertIn("j9j7", {move for move in Position(tall, moves=["a2a4"]).legal_moves()})
        self.assertIn("e10", game.board())
        self.assertIn("<svg", vertumnus.svg(game, arrows=["a10j10"], marks={"a10": "target"}))
