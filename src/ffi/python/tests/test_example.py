"""The page `docs/python-example.md` shows what happens."""

from __future__ import annotations

import doctest
import os
import re
import unittest
from pathlib import Path

import vertumnus

PAGE = Path(__file__).resolve().parents[4] / "docs" / "python-example.md"


def has_engine() -> bool:
    try:
        vertumnus.find_engine()
    except vertumnus.EngineError:
        return False
    return True


class ThePage(unittest.TestCase):
    @unittest.skipUnless(has_engine() or "CI" in os.environ, "there is no engine")
    def test_it_shows_what_happens(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        # Of the fences only the lines are needed, for the numbers in reports.
        test = doctest.DocTestParser().get_doctest(
            re.sub(r"^```.*$", "", text, flags=re.M), {}, PAGE.name, str(PAGE), 0
        )
        self.assertGreater(len(test.examples), 20)
        self.assertEqual(text.count("```pycon\n"), text.count("```") / 2, "a block that is not run")
        told: list[str] = []
        result = doctest.DocTestRunner().run(test, out=told.append)
        self.assertEqual(result.failed, 0, "".join(told))


if __name__ == "__main__":
    unittest.main()
