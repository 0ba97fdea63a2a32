"""Questions about matches, asked and answered on a terminal, one at a time."""

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
    SymbolPair,
    key_of,
    next_question,
)
from plancore.correspondence.stated.document import confirmed, refused
from plancore.correspondence.stated.mapping import coverage, pairs_under
from plancore.model.domain import Domain
from plancore.report.alignment.pair_table import pair_rows
from plancore.report.lines import visible
from plancore.spelling import nearest
from plancore.stop import NEVER, Checkpoint
from planfiles.command import clear_line
from planfiles.errors import UserError

DEFAULT_FILE: Final = "mapping.json"
"""Where the answers go that no option names a file for."""

_CHOICES: Final = "yes, no, another reference name, skip, quit [y/n/NAME/s/q]: "
_SHOWN: Final = 3
"""So many matches are listed that an answer changes."""


def file_of_answers(save_mapping: str | None) -> str:
    """The file that the mapping is to be written to. Raises UserError, before any question, where
    that would fail or replace a file that nobody has named."""
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
    """What is `stated`, and what a person answers to the questions about the matches of two
    domains, which are searched again after each answer.

    Ends after the last question, at `quit` and at the end of `answers`, by default standard input.
    """
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
    """`pairs` without doubts about those that were asked for."""

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
        self._ours, self._theirs = ours, theirs
        self._answers = answers
        self.show = show
        unmatched = coverage(ours, theirs, NOTHING_STATED)
        self._names = {each.kind: each.reference for each in unmatched}

    def answer(self, question: Question, number: int, pairs: Pairs, stated: Pairs) -> Pairs | None:
        """What is stated once a question about `pairs` is answered; None to end."""
        kind, pair = question.kind, question.pair
        n_certain = sum(confidence >= UNCERTAIN for confidence in pairs.confidences)
        of = f"{n_certain} of {len(pairs.confidences)} matches certain"
        found = "" if question.is_found else "not matched; "
        evidence = visible("; ".join(pair.evidence)) or "no evidence"
        self.show(
            f"\nquestion {number} ({of})\n  {self._text(kind, pair)}\n"
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
                case "y" | "yes":
                    return confirmed(stated, kind, pair)
                case "n" | "no":
                    return _refused(stated, kind, pair)
                case "s" | "skip":
                    return stated
                case "q" | "quit":
                    return None
                case "":
                    continue
                case name:
                    other = self._other(kind, pair, name.removeprefix("=").strip())
                    if isinstance(other, NamePair):
                        is_same = key_of(other) == key_of(pair)
                        stated = stated if is_same else _refused(stated, kind, pair)
                        return confirmed(stated, kind, pair if is_same else other)
                    self.show(f"{other}\n")

    def _other(self, kind: str, pair: NamePair, answer: str) -> NamePair | str:
        """The match with a reference name that is the answer, or why there is none."""
        negated = kind == "predicates" and answer.startswith("not ")
        name = answer.removeprefix("not ").strip() if negated else answer
        if name in self._names[kind]:
            other = PAIR_OF[kind](pair.learned, name)
            return (
                replace(other, negated=True) if isinstance(other, SymbolPair) and negated else other
            )
        near = nearest(name, self._names[kind])
        hint = f"; did you mean `{near}`?" if near else ""
        return f"no {kind.removesuffix('s')} `{visible(name)}` in the reference domain{hint}"

    def show_changes(self, question: Question, before: Pairs, after: Pairs) -> None:
        """List the matches that an answer has brought or taken away, except the one it is about."""
        asked = question.kind, key_of(question.pair)[:2]
        old, new = (
            {(kind, key_of(pair)[:2]): self._text(kind, pair) for kind, pair in pairs.named()}
            for pairs in (before, after)
        )
        for title, these, others in (("new", new, old), ("removed", old, new)):
            texts = [text for key, text in these.items() if key not in others and key != asked]
            if texts:
                more = f", and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
                self.show(f"  {title}: {', '.join(texts[:_SHOWN])}{more}\n")

    def _text(self, kind: str, pair: NamePair) -> str:
        pairs: dict[str, Any] = {kind: (pair,)}
        row = next(pair_rows(Pairs(**pairs), self._ours, self._theirs))
        return visible(f"{kind.removesuffix('s')} {row.learned} = {row.reference}")


def _refused(stated: Pairs, kind: str, pair: NamePair) -> Pairs:
    return refused(stated, kind, pair.learned, pair.reference)
