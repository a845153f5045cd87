"""Tests of records of games."""

from __future__ import annotations

import io
import tempfile
import unittest
from pathlib import Path

import vertumnus
from vertumnus import BadPgn, Position, Result, VertumnusError, read_pgn

FULL = """\
[Event "A \\"good\\" one"]
[Result "1-0"]

% an escaped line
{An old opening} 1. e4 {best by test} e5 $1 2. Nf3! (2. f4 exf4 (2... d5 {a (counter)}) 3. Nf3) 2... Nc6 ; the rest
3.Bb5 {a} {b
c} a6 $2 $10 4.O-O Nf6 !? 1-0

[White "x"]
*
"""


class Reading(unittest.TestCase):
    def test_a_tag_has_a_name_that_is_read_again(self) -> None:
        for name in ("", "two words", 'a"b', "a]", "\n"):
            with self.assertRaisesRegex(VertumnusError, "cannot be the name of a tag"):
                Position().pgn({name: "x"})

    def test_everything_that_may_stand_among_moves_is_read(self) -> None:
        first, second = read_pgn(FULL)
        self.assertEqual(first.tags, {"Event": 'A "good" one', "Result": "1-0"})
        self.assertEqual(first.comment, "An old opening")
        self.assertEqual(
            [str(played) for played in first.moves], ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O", "Nf6"]
        )
        self.assertEqual([played.comment for played in first.moves[:5]], ["best by test", "", "", "", "a b c"])
        self.assertEqual((first.moves[1].glyphs, first.moves[5].glyphs), ((1,), (2, 10)))
        self.assertIs(first.result, Result.WHITE_WINS)
        self.assertEqual(str(first.moves[6].move), "e1g1")
        self.assertEqual(first.position(2).moves_made, ["e2e4", "e7e5"])
        self.assertEqual(first.position().side_to_move, "white")
        self.assertEqual((second.tags, second.moves, second.result), ({"White": "x"}, [], Result.ONGOING))

    def test_text_file_and_path(self) -> None:
        self.assertEqual(len(list(read_pgn(io.StringIO(FULL)))), 2)
        with tempfile.TemporaryDirectory() as directory:
            path = Path(directory) / "games.pgn"
            path.write_bytes(b"\xef\xbb\xbf" + FULL.replace("\n", "\r\n").encode())
            self.assertEqual([str(game) for game in read_pgn(path)], [str(game) for game in read_pgn(FULL)])
        self.assertEqual(list(read_pgn(" \n")), [])

    def test_compounds_with_braces_and_without(self) -> None:
        setup = '[Variant "Powerabsorption"]\n[SetUp "1"]\n[FEN "4k3/8/8/3b4/8/8/8/3{RN}K3 w - - 0 1"]\n\n'
        for text in ["1. {RN}xd5={QN} {a comment} *", "1.{RN}xd5={QN} *", "1. RNxd5=QN *", "{book} 1. RNxd5={QN}+ *"]:
            (game,) = read_pgn(setup + text)
            self.assertEqual(str(game.moves[0].move), "d1d5{qn}", text)

    def test_a_variant_may_be_named_by_its_title(self) -> None:
        for name in vertumnus.variants():
            title = vertumnus.variant(name).title
            for tag in (name, name.upper(), title):
                (game,) = read_pgn(f'[Variant "{tag}"]\n\n*')
                self.assertEqual(game.variant.name, name)
        (game,) = read_pgn("1. bb4 *", variant="combination")
        self.assertEqual(game.variant.name, "combination")

    def test_a_bad_game_is_told_and_the_next_is_read(self) -> None:
        cases = {
            "[A 1]\n\n*": "line 1, game 1: '[A 1]' is not a tag",
            '[A "1"]\n\n1. e4 e5\n2. Nf9 *': "line 4, game 1: move 2. 'Nf9' is not a move",
            '[A "1"]\n\n1. e4 e4 *': "line 3, game 1: move 1... 'e4' is not legal here",
            '[A "1"]\n\n1. e4 )\n': "line 3, game 1: unexpected ')' among the moves",
            '[A "1"]\n\n1. e4': "line 4, game 1: the game has no result",
            '[Result "1-0"]\n\n1. e4 0-1': "line 3, game 1: the tag says '1-0', the moves end in '0-1'",
            '[Variant "nonesuch"]\n\n*': "line 3, game 1: unknown game 'nonesuch'",
            '[FEN "8/8"]\n\n*': "line 3, game 1: bad FEN: a FEN has 4 to 6 fields, this one has 1",
        }
        for text, message in cases.items():
            games = read_pgn(text + '\n[B "2"]\n\n1. d4 *\n')
            with self.assertRaises(BadPgn) as raised:
                next(games)
            self.assertEqual(str(raised.exception), message)
            self.assertEqual(raised.exception.game, 1)
            self.assertTrue(raised.exception.__suppress_context__, "one traceback is enough")
            # Where tags follow tags, nobody can tell a new game from the old.
            if "[A 1]" in text or "8/8" in text or "nonesuch" in text:
                text += "\n"
            self.assertEqual([str(game.moves[0]) for game in games], ["d4"], text)

    def test_a_text_cut_anywhere_ends(self) -> None:
        for end in range(len(FULL)):
            games = read_pgn(FULL[:end])
            for _ in range(5):
                try:
                    next(games)
                except BadPgn:
                    continue
                except StopIteration:
                    break
            else:
                self.fail(f"the text of {end} characters does not end")


class Writing(unittest.TestCase):
    def test_every_game_is_read_back(self) -> None:
        for name in vertumnus.variants():
            position = Position(name)
            for ply in range(80):
                moves = position.moves()
                if position.outcome() or not moves:
                    break
                position.make(moves[(11 * ply) % len(moves)])
            text = position.pgn({"White": 'the "one" \\ the other', "Date": "2024.05.06"})
            self.assertTrue(all(len(line) <= 80 for line in text.splitlines()))
            (game,) = read_pgn(text)
            self.assertEqual(game.position().fen, position.fen)
            self.assertEqual(game.position().moves_made, position.moves_made)
            self.assertEqual(game.tags["White"], 'the "one" \\ the other')
            self.assertIs(game.result, position.outcome().result)
            self.assertEqual(str(game), text)

    def test_a_start_of_its_own_is_told(self) -> None:
        fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 12"
        text = Position("chess", fen, ["e8d8", "e2e4", "d8c8"]).pgn({"Result": "1/2-1/2"})
        self.assertIn(f'[Result "1/2-1/2"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n12... Kd8 13. e4 Kc8 1/2-1/2\n', text)
        self.assertNotIn("Variant", text)
        self.assertTrue(Position("morphing").pgn().endswith('[Result "*"]\n[Variant "morphing"]\n\n*\n'))

    def test_comments_and_glyphs_are_kept(self) -> None:
        game = next(read_pgn(FULL))
        game.moves[0].comment = "with {braces}"
        self.assertIn("{An old opening} 1. e4 {with (braces)} 1... e5 $1 2. Nf3 Nc6 3. Bb5 {a b c} 3...", str(game))


if __name__ == "__main__":
    unittest.main()
