"""Ask the user about uncertain matches, one question at a time, on a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TextIO

from plancore.correspondence.pairs import (
    NO_TASKS,
    NOTHING_STATED,
    PAIR_OF,
    UNCERTAIN,
    NamePair,
    Pairs,
    Question,
    SharedTasks,
    key_of,
    next_question,
)
from plancore.correspondence.stated.mapping import answered, pairs_under
from plancore.model.domain import Domain
from plancore.report.alignment.pair_table import changes_text, match_text
from plancore.report.lines import visible
from plancore.stop import NEVER, Checkpoint
from planfiles.command import clear_line
from planfiles.errors import UserError
from planfiles.mappings import DEFAULT_FILE

_CHOICES: Final = "yes, no, another reference name, skip, quit [y/n/NAME/s/q]: "


def file_of_answers(save_mapping: str | None) -> str:
    """The file for the mapping. Raises UserError, before any question is asked, if it cannot be
    written, or exists without being given as `save_mapping`."""
    path = save_mapping or DEFAULT_FILE
    if save_mapping is None and os.path.lexists(path):
        raise UserError(f"{path} exists; name the file of the mapping with --save-mapping")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder) or not os.access(folder, os.W_OK):
        raise UserError(f"cannot write {path}: no such directory, or it is read-only")
    return path


def ask(
    ours: Domain,
    theirs: Domain,
    stated: Pairs = NOTHING_STATED,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
    *,
    answers: TextIO | None = None,
    show: Callable[[str], None] | None = None,
) -> Pairs:
    """The `stated` matches of two domains, extended by the user's answers. Matches are searched
    again after each answer. Ends after the last question, at `quit`, or at the end of `answers`, by
    default standard input."""
    dialogue = _Dialogue(ours, theirs, answers or sys.stdin, show or _show)
    asked: set[tuple[object, ...]] = set()
    pairs = pairs_under(stated, ours, theirs, checkpoint, tasks).pairs
    while (question := next_question(_not_asked(pairs, asked))) is not None:
        asked.add((question.kind, *key_of(question.pair)))
        answer = dialogue.answer(question, len(asked), pairs, stated)
        if answer is None:
            return stated
        if answer == stated:
            continue
        stated, before = answer, pairs
        pairs = pairs_under(stated, ours, theirs, checkpoint, tasks).pairs
        dialogue.show_changes(question, before, pairs)
    dialogue.show("no more questions\n")
    return stated


def _not_asked(pairs: Pairs, asked: set[tuple[object, ...]]) -> Pairs:
    """`pairs`, with those already asked about marked as certain or removed from the candidates."""

    def is_asked(kind: str, pair: NamePair) -> bool:
        return (kind, *key_of(pair)) in asked

    kinds: dict[str, Any] = {
        kind: tuple(
            replace(pair, confidence=1.0) if is_asked(kind, pair) else pair
            for pair in getattr(pairs, kind)
        )
        for kind in PAIR_OF
    }
    left = tuple((kind, pair) for kind, pair in pairs.candidates if not is_asked(kind, pair))
    return replace(pairs, **kinds, candidates=left)


def _show(text: str) -> None:
    """Write to standard error: the report is on standard output."""
    clear_line()
    sys.stderr.write(text)
    sys.stderr.flush()


class _Dialogue:
    """Shows questions and reads answers."""

    def __init__(
        self, ours: Domain, theirs: Domain, answers: TextIO, show: Callable[[str], None]
    ) -> None:
        self._domains = ours, theirs
        self._answers = answers
        self.show = show

    def answer(self, question: Question, number: int, pairs: Pairs, stated: Pairs) -> Pairs | None:
        """Ask a question about `pairs`: the stated matches including the answer, None to quit."""
        kind, pair = question.kind, question.pair
        n_certain = sum(confidence >= UNCERTAIN for confidence in pairs.confidences)
        of = f"{n_certain} of {len(pairs.confidences)} matches certain"
        found = "" if question.is_found else "not matched; "
        evidence = visible("; ".join(pair.evidence)) or "no evidence"
        self.show(
            f"\nquestion {number} ({of})\n  {match_text(kind, pair, *self._domains)}\n"
            f"    {found}confidence {pair.confidence:.2f}: {evidence}\n"
        )
        while True:
            self.show(_CHOICES)
            line = self._answers.readline()
            if not self._answers.isatty():
                self.show(visible(line.rstrip("\n")) + "\n")
            if not line:
                return None
            match line.strip().lower():
                case "s" | "skip":
                    return stated
                case "q" | "quit":
                    return None
                case "":
                    continue
                case word:
                    new = answered(stated, kind, pair, word, self._domains[1])
                    if isinstance(new, Pairs):
                        return new
                    self.show(f"{visible(new)}\n")

    def show_changes(self, question: Question, before: Pairs, after: Pairs) -> None:
        """List the matches that an answer added or removed, except the one asked about."""
        text = changes_text(before, after, question.pair, *self._domains)
        if text:
            self.show(f"  {text}\n")
