"""The tokens of a plan: names, times, durations, costs and comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Final

from plancore.ide.tokens.token import Token, WordKind
from plancore.ide.tokens.words import comment
from plancore.occurrences import plan_occurrences
from plancore.project import PlanSnapshot

_BETWEEN: Final = re.compile(r";[^\n\r]*|(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w.])")


def plan_tokens(file: PlanSnapshot) -> Iterator[Token]:
    """The tokens of `file` in order, by offsets in its text. Prose has none."""
    names = plan_occurrences(file.plan)
    at = 0
    for step in file.plan.steps:
        yield from _between(file, at, step.span.start)
        at = step.span.start
        for name in islice(names, sum(len(action.key) for action in step.actions)):
            yield from _between(file, at, name.start, in_step=True)
            yield Token(name.start, name.end, name.kind, name.role)
            at = name.end
        yield from _between(file, at, step.span.end, in_step=True)
        at = step.span.end
    yield from _between(file, at, len(file.text))


def _between(file: PlanSnapshot, start: int, end: int, *, in_step: bool = False) -> Iterator[Token]:
    """The comments between two names, and in a step the numbers."""
    text = file.text
    for match in _BETWEEN.finditer(text, start, end):
        if text[match.start()] != ";":
            if in_step:
                yield Token(*match.span(), WordKind.NUMBER)
        elif not _is_skipped(file, match.start()):
            yield from comment(text, *match.span())


def _is_skipped(file: PlanSnapshot, at: int) -> bool:
    """Whether an offset is in prose or in a malformed step."""
    skipped = file.plan.skipped
    index = bisect_right(skipped, at, key=lambda part: part.span.start) - 1
    return index >= 0 and at < skipped[index].span.end
