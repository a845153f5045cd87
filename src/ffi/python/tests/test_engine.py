"""Tests of the engine over a pipe: with the real engine, where there is one, and with faulty ones."""

from __future__ import annotations

import gc
import os
import re
import sys
import threading
import unittest
from pathlib import Path
from unittest import mock

import vertumnus
from vertumnus import (
    Engine,
    EngineError,
    EngineTerminated,
    EngineTimeout,
    Info,
    Limit,
    OptionValue,
    Position,
    Score,
    VertumnusError,
    Wdl,
)

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"

# An engine that does what its argument says when it is asked to search.
FAULTY = r"""
import sys, time
fault = sys.argv[1]
if fault == "mute":
    time.sleep(60)
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Faulty\nid author nobody in particular")
        print("option name A Long  Name type spin default 3 min 1 max 5")
        print("option name Style type combo default Solid var Solid var Very Risky")
        print("option name File type string default <empty>\noption name Clear type button")
        print("info string nonsense\n\nuciok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "setoption":
        print("got " + line.strip(), file=sys.stderr, flush=True)
    elif words[0] == "quit":
        if fault != "stubborn":
            sys.exit()
    elif words[0] == "go":
        if fault == "dies":
            print("no memory left", file=sys.stderr, flush=True)
            sys.exit(3)
        if fault == "illegal":
            print("bestmove e2e5", flush=True)
        elif fault == "odd":
            print("info depth x score cp\ninfo depth 2 score cp 13 lowerbound pv e2e4 e2e4 e7e5\ninfo")
            print("info depth 3 score mate -2 wdl 1 2\nbestmove e2e4 ponder e2e4", flush=True)
        elif fault == "talks":
            print("info depth 1 score cp 13 pv e2e4", flush=True)
    elif words[0] == "stop" and fault in ("slow", "talks"):
        print("bestmove d2d4", flush=True)
"""


def faulty(fault: str, timeout: float = 5) -> Engine:
    return Engine([sys.executable, "-c", FAULTY, fault], timeout=timeout)


class Faults(unittest.TestCase):
    """Engines that do not do what they should are told apart, and none is left running."""

    def refuses(self, error: type[Exception], message: str, engine: Engine) -> None:
        with self.assertRaisesRegex(error, message):
            engine.play(Position(), Limit(time=0.01))

    def test_an_engine_that_is_not_there(self) -> None:
        for command in ["/nonesuch/engine", [], "a\0b"]:
            with self.assertRaisesRegex(EngineError, "does not start"):
                Engine(command)

    def test_an_engine_that_says_nothing(self) -> None:
        with self.assertRaisesRegex(EngineTimeout, "does not answer in time"):
            faulty("mute", timeout=0.2)

    def test_a_program_that_is_no_engine(self) -> None:
        with self.assertRaisesRegex(EngineTerminated, "has ended with status 4: what is this"):
            Engine([sys.executable, "-c", "import sys; print('what is this', file=sys.stderr); sys.exit(4)"])

    def test_an_engine_that_dies(self) -> None:
        engine = faulty("dies")
        self.refuses(EngineTerminated, "has ended with status 3: .*no memory left", engine)
        self.refuses(EngineTerminated, "has ended with status 3", engine)
        self.assertIn("ended", repr(engine))
        engine.quit()
        engine.close()

    def test_an_engine_that_plays_an_illegal_move(self) -> None:
        with faulty("illegal") as engine:
            self.refuses(EngineError, "plays 'e2e5', which is not legal in rnbqkbnr", engine)

    def test_an_engine_that_overstays(self) -> None:
        # One that stops can be used again, one that does not is ended.
        with faulty("slow", timeout=0.3) as engine:
            self.refuses(EngineTimeout, "in time", engine)
            engine.ping()
            self.refuses(EngineTimeout, "in time", engine)
        engine = faulty("deaf", timeout=0.3)
        self.refuses(EngineTimeout, "in time", engine)
        self.refuses(EngineTerminated, "has ended", engine)
        engine.close()

    def test_nothing_disturbs_an_analysis(self) -> None:
        for disturb in (
            lambda engine: engine.configure({"Clear": None}),
            lambda engine: engine.new_game(),
            lambda engine: engine.ping(),
        ):
            with faulty("talks") as engine:
                for _ in engine.analysis(Position(), Limit(nodes=1)):
                    with self.assertRaisesRegex(EngineError, "leave the loop over its analysis first"):
                        disturb(engine)
                    break
                engine.configure({"Clear": None})

    def test_an_engine_that_is_forgotten_leaves_no_process(self) -> None:
        engine = faulty("none")
        process = engine._process
        del engine
        gc.collect()
        self.assertFalse(process.is_running)

    def test_an_engine_that_does_not_quit_is_ended(self) -> None:
        engine = faulty("stubborn", timeout=0.3)
        engine.quit()
        self.assertIn("ended", repr(engine))

    def test_lines_that_make_no_sense_are_left_out(self) -> None:
        with faulty("odd") as engine:
            played = engine.play(Position(), Limit(depth=1))
            self.assertEqual((str(played.move), played.ponder), ("e2e4", None))
            # The last line has no moves, so that those of before it stay.
            self.assertEqual([str(move) for move in played.info.pv], ["e2e4"])
            self.assertEqual((str(played.info.score), played.info.wdl, played.info.depth), ("#-2", None, 3))

    def test_options(self) -> None:
        with faulty("none") as engine:
            self.assertEqual((engine.name, engine.author), ("Faulty", "nobody in particular"))
            self.assertEqual(list(engine.options), ["A Long Name", "Style", "File", "Clear"])
            self.assertEqual(engine.options["Style"].choices, ("Solid", "Very Risky"))
            self.assertEqual(engine.options["A Long Name"].max, 5)
            engine.configure({"a long name": 5, "Style": "very risky", "File": "", "Clear": None})
            cases: list[tuple[dict[str, OptionValue], str]] = [
                ({"Foo": 1}, "has no option 'Foo'; its options: A Long Name, Style, File, Clear"),
                ({"A Long Name": 6}, "cannot be 6: it is from 1 to 5"),
                ({"A Long Name": "5"}, "cannot be '5': it is a whole number"),
                ({"Style": "Wild"}, "it is one of Solid, Very Risky"),
                ({"File": "a\nquit"}, "a text of one line"),
                ({"Clear": True}, "it is a button"),
            ]
            for options, message in cases:
                with self.assertRaisesRegex(EngineError, message):
                    engine.configure(options)
            engine.ping()
            with self.assertRaisesRegex(EngineError, "does not play morphing, only chess"):
                engine.play(Position("morphing"), Limit(depth=1))
            with self.assertRaisesRegex(EngineError, "reports one line only"):
                engine.analyse(Position(), Limit(depth=1), multipv=2)


class Scores(unittest.TestCase):
    def test_views_and_numbers(self) -> None:
        score = Score("black", centipawns=35, bound="lower")
        self.assertEqual((str(score), str(score.white()), score.white().bound), ("+0.35", "-0.35", "upper"))
        self.assertIs(score.black(), score)
        mates = [Score("white", mate=n) for n in (-1, -5, 5, 1)]
        values = [mate.value() for mate in mates]
        self.assertEqual(values, sorted(values))
        self.assertEqual(str(mates[0].black()), "#1")
        self.assertEqual(Wdl(500, 300, 200).expectation(), 0.65)

    def test_a_line_is_short_as_a_text(self) -> None:
        line = tuple(Position("fairyeater").moves()[:1])
        info = Info(depth=12, score=Score("white", centipawns=35), pv=line)
        self.assertEqual(str(info), f"depth 12, +0.35: {line[0]}")
        self.assertEqual((str(Info()), str(Info(depth=1)), str(Info(pv=line))), ("", "depth 1", str(line[0])))


def has_engine() -> bool:
    try:
        vertumnus.find_engine()
    except EngineError:
        return False
    return True


class Missing(unittest.TestCase):
    def test_without_an_engine_the_command_is_told_that_brings_one(self) -> None:
        with mock.patch.dict(os.environ, {"VERTUMNUS_ENGINE": ""}), mock.patch("shutil.which", return_value=None):
            with self.assertRaisesRegex(EngineError, "cargo install --locked --path ."):
                Engine()


@unittest.skipUnless(has_engine() or "CI" in os.environ, "there is no engine")
class Vertumnus(unittest.TestCase):
    """The engine of this project."""

    engine: Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = Engine()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.engine.quit()

    def test_it_plays_every_game(self) -> None:
        self.assertLessEqual(set(vertumnus.variants()), set(self.engine.variants))
        for name in vertumnus.variants():
            position = Position(name)
            game = object()
            for _ in range(6):
                played = self.engine.play(position, Limit(nodes=300), game=game)
                self.assertIn(played.move, position.moves())
                self.assertEqual(played.info.pv[0], played.move)
                position.make(played.move)
                if played.ponder is not None:
                    self.assertIn(played.ponder, position.moves())

    def test_it_finds_a_mate(self) -> None:
        position = Position("chess", MATE_IN_TWO)
        best, *others = self.engine.analyse(position, Limit(depth=8), multipv=3)
        assert best.score
        self.assertEqual((best.score.mate, str(best.score), len(best.pv)), (2, "#2", 3))
        self.assertEqual([info.multipv for info in others], [2, 3])
        for info in [best, *others]:
            self.assertTrue(info.wdl and info.nodes and info.depth and info.pv)
            assert info.wdl
            self.assertEqual(info.wdl.wins + info.wdl.draws + info.wdl.losses, 1000)
        for move in best.pv:
            position.make(move)
        self.assertEqual(str(position.outcome().result), "1-0")
        # The position has its past, and the score is that of the side to move.
        info = self.engine.analyse(Position("chess", MATE_IN_TWO, ["a2a7"]), Limit(depth=5))[0]
        assert info.score
        self.assertEqual((info.score.side, info.score.mate, info.score.white().mate), ("black", -1, 1))

    def test_it_chooses_among_the_moves_that_it_may_play(self) -> None:
        played = self.engine.play(Position(), Limit(depth=2), root_moves=["a2a3"])
        self.assertEqual(str(played.move), "a2a3")
        position = Position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        for call in [
            lambda: self.engine.play(position, Limit(depth=1)),
            lambda: self.engine.play(Position(), Limit()),
            lambda: self.engine.play(Position(), Limit(depth=1), root_moves=[]),
            lambda: self.engine.play(Position(), Limit(depth=1), root_moves=["e2e5"]),
            lambda: self.engine.configure({"UCI_Variant": "morphing"}),
            lambda: self.engine.analyse(Position(), Limit(depth=1), multipv=0),
        ]:
            self.assertRaises(VertumnusError, call)
        self.engine.ping()

    def test_an_analysis_goes_on_until_it_is_left(self) -> None:
        depth = 0
        for info in self.engine.analysis(Position("morphing")):
            depth = info.depth or 0
            if depth == 3:
                with self.assertRaisesRegex(EngineError, "leave the loop"):
                    self.engine.play(Position(), Limit(depth=1))
                break
        self.assertEqual(depth, 3)
        self.assertEqual(len(list(self.engine.analysis(Position(), Limit(depth=1), multipv=2))), 2)
        self.assertTrue(self.engine.play(Position(), Limit(depth=1)).move)

    def test_a_level_weakens_the_play_and_not_the_analysis(self) -> None:
        with Engine(level=0) as engine:
            played = engine.play(Position(), Limit(nodes=2000))
            self.assertLess(played.info.nodes or 0, 200)
            self.assertGreater(engine.analyse(Position(), Limit(nodes=4000))[0].nodes or 0, 1000)
            engine.level = 99
            with self.assertRaisesRegex(EngineError, "it is from 0 to 20"):
                engine.play(Position(), Limit(nodes=10))

    def test_levels_have_words(self) -> None:
        page = Path(__file__).parents[4] / "docs" / "uci.md"
        rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", page.read_text(encoding="utf-8"), re.MULTILINE)
        self.assertEqual({word: int(number) for word, number in rows}, vertumnus.LEVELS)
        with Engine(level="Beginner") as engine:
            self.assertLess(engine.play(Position(), Limit(nodes=2000)).info.nodes or 0, 200)
            engine.level = "full"
            self.assertGreater(engine.play(Position(), Limit(nodes=4000)).info.nodes or 0, 200)
            engine.level = "clumsy"
            with self.assertRaisesRegex(EngineError, "no level 'clumsy': it is one of beginner, casual"):
                engine.play(Position(), Limit(nodes=10))

    def test_options_of_one_search(self) -> None:
        weak = {"UCI_LimitStrength": True, "UCI_Elo": 500}
        played = self.engine.play(Position(), Limit(nodes=2000), options=weak)
        self.assertLess(played.info.nodes or 0, 200)
        self.assertGreater(self.engine.play(Position(), Limit(nodes=4000)).info.nodes or 0, 1000)
        without = self.engine.analyse(Position(), Limit(depth=1), options={"UCI_ShowWDL": False})
        self.assertIsNone(without[0].wdl)
        self.assertTrue(self.engine.analyse(Position(), Limit(depth=1))[0].wdl)
        for options in ({"Foo": 1}, {"UCI_Elo": 1}):
            with self.assertRaises(EngineError):
                self.engine.play(Position(), Limit(nodes=10), options=options)

    def test_threads_take_turns(self) -> None:
        moves = []

        def ask() -> None:
            for name in ("chess", "combination"):
                position = Position(name)
                moves.append(self.engine.play(position, Limit(nodes=200)).move in position.moves())

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(moves, [True] * 8)

    def test_where_it_is_found(self) -> None:
        chosen = os.environ.get("VERTUMNUS_ENGINE")
        try:
            os.environ["VERTUMNUS_ENGINE"] = "/some/where"
            self.assertEqual(vertumnus.find_engine(), "/some/where")
        finally:
            del os.environ["VERTUMNUS_ENGINE"]
            if chosen is not None:
                os.environ["VERTUMNUS_ENGINE"] = chosen


if __name__ == "__main__":
    unittest.main()
