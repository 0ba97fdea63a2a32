"""What of a file can be folded away: definitions, sections, lists, slots and runs of comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from plancore.ide.shape.lists import comment_runs, lists, slots
from plancore.memo import Key
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.syntax.nodes import Form, FormRole

_LINE_BREAK: Final = re.compile(r"[\r\n]")
_INSIDE: Final = Key[tuple[Span, ...]]("folds")


class FoldingRange(NamedTuple):
    """Characters of at least two lines that can be folded away behind the first of them."""

    span: Span
    is_comment: bool = False


def folds(file: AnySnapshot) -> list[FoldingRange]:
    """The folds of `file` by their starts; of two that overlap one contains the other."""
    comments = [FoldingRange(span, True) for span in _comments(file)]
    code = [] if isinstance(file, PlanSnapshot) else map(FoldingRange, _code(file))
    wanted = {fold.span: fold for fold in (*code, *comments)}
    ordered = sorted(wanted.values(), key=lambda fold: (fold.span.start, -fold.span.end))
    return [fold for fold in ordered if _lines(file.source, fold.span)]


class LineFold(NamedTuple):
    """The lines from `first`, which stays visible, to `last`."""

    first: int
    last: int
    is_comment: bool

    @property
    def span(self) -> Span:
        """The two in one."""
        return Span(self.first, self.last)


AnyFold = TypeVar("AnyFold", FoldingRange, LineFold)


def line_folds(file: AnySnapshot) -> list[LineFold]:
    """The folds for who folds only whole lines.

    A last line on which more follows than closing parentheses stays visible; at most one fold
    begins on a line, and one contains the other or no line of it.
    """
    source = file.source
    by_line: list[LineFold] = []
    open_until: list[int] = []
    for fold in folds(file):
        first, last = source.line_of(fold.span.start), source.line_of(fold.span.end)
        behind = source.text[fold.span.end : source.line_span(last).end].lstrip(" \t)")
        if behind and behind[0] != ";":
            last -= 1
        while open_until and open_until[-1] < first:
            open_until.pop()
        last = min([last, *open_until[-1:]])
        if last > first and not (by_line and by_line[-1].first == first):
            by_line.append(LineFold(first, last, fold.is_comment))
            open_until.append(last)
    return by_line


def outermost(folds: Sequence[AnyFold], most: int | None) -> Sequence[AnyFold]:
    """At most so many of the `folds`, in their order: of those that lie in fewer others first."""
    if most is None or len(folds) <= most:
        return folds
    depths: list[int] = []
    ends: list[int] = []
    for fold in folds:
        while ends and ends[-1] <= fold.span.start:
            ends.pop()
        depths.append(len(ends))
        ends.append(fold.span.end)
    by_depth = sorted(range(len(folds)), key=depths.__getitem__)
    return [folds[position] for position in sorted(by_depth[:most])]


def _lines(source: SourceText, span: Span) -> int:
    """How many line breaks there are in a span."""
    return source.line_of(span.end) - source.line_of(span.start)


def _code(file: FileSnapshot) -> Iterator[Span]:
    tree = file.tree
    for definition in tree.definitions:
        if definition.define is not None:
            yield tree.definition_span(definition)
        for section in definition.sections:
            yield tree.section_span(section)
            if section.head.role is FormRole.SECTION:
                start = tree.start(section.head)
                yield from (span.shifted(start) for span in _inside(section.head))


def _inside(form: Form) -> tuple[Span, ...]:
    """The lists and slots in a section that have several lines, counted from its start."""
    return form.memo.get(_INSIDE, (), lambda: tuple(_with_lines(form)))


def _with_lines(form: Form) -> Iterator[Span]:
    root = form.root
    if root is not None:
        nodes = (Span(node.start, node.end) for node in lists(root))
        for span in (*slots(root), *nodes):
            if _LINE_BREAK.search(form.text, *span):
                yield span


def _comments(file: AnySnapshot) -> Iterator[Span]:
    tree = None if isinstance(file, PlanSnapshot) else file.tree
    prose = [tree.span(form.place()) for form in tree.prose] if tree else []
    for span in comment_runs(file.text):
        if not any(span.start < part.end and part.start < span.end for part in prose):
            yield span
