"""Files of every dialect, put before an editor: what it colours, and where it indents."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.snapshot import FileSnapshot
from support.colours import Word, every_keyword, words_of
from support.corpus import corpus_texts
from support.material import CORPUS

PLANS: Final = {
    "validator.plan": ";;!problem: p.pddl\n; two\n(board red south)\n( leave red main ) ; out\n",
    "timed.plan": "0.0: (board red south) [1.5] ; quick\n2: (leave red main)\n3.50: (stop) [ 2 ]\n",
    "downward.plan": "(board red south)\n(leave red main)\n; cost = 2 (unit cost)\n",
    "calls.plan": "board(red, south)\nleave(red, main)\n",
    "steps.plan": "step 0: BOARD RED SOUTH\n1: LEAVE RED MAIN\n",
    "list.plan": "board, leave, board\n",
    "braces.plan": "{board(red, south), leave(blue, main)}, leave(red, main)\n",
}
"""A plan in each notation that has a line for each step, or names between commas."""
MORE_PLANS: Final = {
    **PLANS,
    "pddl4j.plan": "00: (board red south) [0]\n01: (leave red main) [0]\n",
    "log.plan": "board red south (1)\nleave red main (1)\n",
    "sequential.plan": "SequentialPlan:\n    board(red, south)\n    leave(red, main)\n",
    "triggered.plan": "TimeTriggeredPlan:\n    0.0: board(red, south) [1.5]\n",
    "texts.plan": '["(board red south)", "(leave red main)"]\n',
    "answer.plan": "Here is the plan:\n\n```\n(board red south)\n(leave red main)\n```\n",
    "list-of-steps.plan": "1. (board red south)\n2. (leave red main)\n",
}
"""With those of planners, libraries and language models."""


@dataclass(frozen=True, slots=True)
class Question:
    """How an editor colours each of the words of some files; it answers with a file beside them."""

    folder: Path
    words: Mapping[str, list[Word]]

    @property
    def places(self) -> Path:
        """JSON, from the path of a file to a list of line, from 1, and column, from 0."""
        return self.folder / "places.json"

    @property
    def answers(self) -> Path:
        """JSON, from the path of a file to a list of names; the empty one where nothing is said."""
        return self.folder / "colours.json"

    def wrong(self, colours: Mapping[str, str]) -> list[str]:
        """What the answers say otherwise, when `colours` puts the editor's names into ours."""
        said = json.loads(self.answers.read_text(encoding="utf-8"))
        return [
            f"{name}:{word.line}:{word.column} {word.text!r} is {seen!r}, not {word.colour}"
            for name, words in self.words.items()
            for word, seen in zip(words, said[str(self.folder / name)], strict=True)
            if colours.get(seen, seen) != word.colour
        ]


def dialects() -> dict[str, str]:
    """A domain and a problem of every dialect, by names of files in one folder."""
    return {
        path.replace("/", "-"): text.replace("\r\n", "\n")
        for path, text in corpus_texts(CORPUS / "dialects")
    }


def about_dialects(folder: Path) -> Question:
    """A domain and a problem of every dialect, and every keyword of all of them."""
    texts = dialects()
    words = {name: words_of(text, name) for name, text in texts.items()}
    texts["keywords.pddl"], words["keywords.pddl"] = every_keyword()
    return _ask(folder, texts, words)


def flattened_dialects(folder: Path) -> dict[Path, str]:
    """The same files without indentation, and what the server's formatter makes of each."""
    expected = {}
    for name, text in dialects().items():
        laid_out = apply_edits(text, format_edits(FileSnapshot.of(text, name)))
        expected[folder / name] = laid_out
        flat = re.sub(r"^[ \t]+", "", laid_out, flags=re.MULTILINE)
        (folder / name).write_text(flat, encoding="utf-8", newline="")
    return expected


def about_plans(folder: Path, plans: Mapping[str, str] = PLANS) -> Question:
    """The `plans`, texts by names of files."""
    return _ask(folder, plans, {name: words_of(text, name) for name, text in plans.items()})


def _ask(folder: Path, texts: Mapping[str, str], words: Mapping[str, list[Word]]) -> Question:
    folder.mkdir(parents=True, exist_ok=True)
    question = Question(folder, words)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    places = {
        str(folder / name): [[word.line, word.column] for word in of_file]
        for name, of_file in words.items()
    }
    question.places.write_text(json.dumps(places), encoding="utf-8")
    return question
