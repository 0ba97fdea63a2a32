"""Completions put into a text, and the errors that they bring."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from plancore.diagnostic import Diagnostic, Edit, Severity, apply_edits
from plancore.ide.completion.complete import complete
from plancore.ide.completion.items import UNFIT, Completion, ItemKind
from plancore.project import AnySnapshot, snapshot_of
from plancore.source import Span
from plancore.workspace import Workspace, diagnostics
from support.token_damage import mutation

_REST = re.compile(r"[^\s();]*")

_EXECUTED = ("inapplicable-step", "unreached-goal")
"""What only an execution tells: a step that fits may still not be applicable."""
_RECOGNISED = "missing-parentheses"
"""A line that is no more than a name is told to be a step once some other step has that name."""
_KEYWORDS = (ItemKind.SECTION, ItemKind.SLOT, ItemKind.OPERATOR)
_APPLIED = (ItemKind.PREDICATE, ItemKind.FUNCTION, ItemKind.TASK, ItemKind.ACTION)
_TO_BE_REPLACED = frozenset(("undeclared-variable", "undeclared-object", "unknown-object"))


class Position(NamedTuple):
    """A cursor in a text, the rest of whose word is cut off, as when somebody is typing it."""

    text: str
    offset: int


def mixed_up(rng: random.Random, text: str, words: int) -> str:
    """`text`, in which so many `words` are deleted, doubled, exchanged or new."""
    for _ in range(words):
        text = apply_edits(text, (mutation(rng, text),))
    return text


def random_position(rng: random.Random, text: str, *, damaged: bool) -> Position:
    """A random position in `text`, in which up to three words have been mixed up if `damaged`."""
    text = mixed_up(rng, text, rng.randint(1, 3) if damaged else 0)
    offset = rng.randint(0, len(text))
    rest = _REST.match(text, offset)
    end = rest.end() if rest else offset
    return Position(text[:offset] + text[end:], offset)


class Trial:
    """A file among others, with a cursor in it, into which what is offered is put on trial."""

    def __init__(self, position: Position, name: str, others: Mapping[str, str]) -> None:
        self.position = position
        self.name = name
        self.workspace = Workspace()
        for other, text in others.items():
            self.workspace.put(_read(other, text), "pddl")
        language = "plan" if name.endswith(".plan") else "pddl"
        self.language = language
        self.workspace.set_text(name, position.text, language)
        project = self.workspace.snapshot
        self.offer = complete(project, project.files[name], position.offset)
        self._as_typed = self._errors(())
        self._without_word = self._errors((Edit(self.offer.replace, ""),))

    def new_errors(self, item: Completion) -> list[str]:
        """What is worse with the item in the text.

        An error counts as new that touches what was written and has a code that nothing had before,
        and so does every error of which there are more than before. Before means the text with the
        half-typed word, or without it, whichever has more. A keyword or an operator that was put in
        front of what stood there already is answerable for itself only: now that is read rightly. A
        name that is put in front of arguments is not answerable for an atom around it that has lost
        its `)` and takes it for an argument, as it does with what follows.
        """
        at = self.offer.replace
        start = at.start + sum(len(e.text) for e in item.edits if e.span.end <= at.start)
        written = Span(start, start + len(item.text))
        codes = Counter(e.code for e in self._as_typed) | Counter(
            e.code for e in self._without_word
        )
        is_bare = item.text == item.label
        after = self._errors((*item.edits, Edit(at, item.text)))
        now = Counter(error.code for error in after)
        # What nothing fits comes with names that are to be replaced, or declared.
        allowed = _TO_BE_REPLACED if item.rank == UNFIT and item.kind in _APPLIED else frozenset()
        after = [error for error in after if error.code not in allowed]
        worse = [
            f"{error.code}: {error.message}"
            for error in after
            if now[error.code] > codes[error.code]
            and not (is_bare and error.code == "formula-as-argument" and codes[error.code])
            # A line of words beside steps is one without its parentheses once it is complete.
            and error.code != "missing-parentheses"
            and error.span.start < written.end
            and written.start < error.span.end
        ]
        before = max(_count(self._as_typed), _count(self._without_word))
        if not (is_bare and item.kind in _KEYWORDS) and _count(after) > before:
            worse.append(f"{_count(after)} errors instead of {before}")
        return worse

    def _errors(self, edits: Sequence[Edit]) -> list[Diagnostic]:
        """The errors of the file after some edits, which are taken back."""
        for edit in sorted(edits, reverse=True):
            self.workspace.edit(self.name, edit.span, edit.text)
        reported = diagnostics(self.workspace.snapshot, self.name)
        self.workspace.set_text(self.name, self.position.text, self.language)
        return [
            each
            for each in reported
            if each.severity is Severity.ERROR and each.code not in _EXECUTED
        ]


@lru_cache(maxsize=20)
def _read(name: str, text: str) -> AnySnapshot:
    """A file beside the one that is tried, which many trials share."""
    return snapshot_of(text, name, "pddl")


def _count(errors: Sequence[Diagnostic]) -> int:
    """Of many undeclared predicates, which are one error, each counts."""
    return sum(
        error.message.count("`") // 2 if error.message.startswith("undeclared predicates ") else 1
        for error in errors
        if error.code != _RECOGNISED
    )


def sample(rng: random.Random, items: tuple[Completion, ...], most: int) -> Iterator[Completion]:
    """Some of the items, in their order."""
    chosen = sorted(rng.sample(range(len(items)), min(most, len(items))))
    return (items[index] for index in chosen)
