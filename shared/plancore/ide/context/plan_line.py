"""What belongs at an offset of a plan: the words of one step around it.

::

    line = (("step" blank)? number ":")? "("? word*

where a line may have other notations, nothing is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from plancore.ide.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.model.domain import Action
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span

_STEP: Final = re.compile(
    r"[ \t]*(?:(?:step[ \t]+)?\d[\d.]*[ \t]*:[ \t]*)?(?P<open>\(?)(?P<before>[^();\[]*)", re.I
)
_BEHIND: Final = re.compile(r"[^()\[;]*")
_WORD: Final = re.compile(r"\S*$")
_REST: Final = re.compile(r"\S*")


@dataclass(frozen=True)
class PlanCursor:
    """The step that a cursor is in: the words before and behind the word at the cursor.

    `insert` is what has been typed of that word, `replace` the whole word; `is_open` and
    `is_closed` tell which parentheses of the step are there.
    """

    environment: Environment
    before: tuple[str, ...]
    behind: tuple[str, ...]
    is_open: bool
    is_closed: bool
    insert: Span
    replace: Span
    typed: str

    @property
    def action(self) -> Action | None:
        """The action whose argument belongs here."""
        return self.environment.actions.get(self.before[0]) if self.before else None


def plan_cursor_at(project: ProjectSnapshot, file: PlanSnapshot, offset: int) -> PlanCursor | None:
    """The step at `offset`; None in comments, behind steps, and without a domain."""
    problem = project.problem_of(file)
    line = file.source.line_span(file.source.line_of(offset))
    step = _STEP.match(file.text, line.start, offset)
    if problem is None or step is None or step.end() != offset:
        return None
    word = _WORD.search(file.text, step.start("before"), offset)
    behind = _BEHIND.match(file.text, offset, line.end)
    rest = _REST.match(file.text, offset, behind.end() if behind else offset)
    assert word is not None
    assert behind is not None
    assert rest is not None
    end = rest.end()
    _, environment = environment_of(project, problem.file, problem.definition)
    return PlanCursor(
        environment,
        tuple(file.text[step.start("before") : word.start()].lower().split()),
        tuple(file.text[end : behind.end()].lower().split()),
        bool(step["open"]),
        file.text[behind.end() : behind.end() + 1] == ")",
        Span(word.start(), offset),
        Span(word.start(), end),
        word.group().lower(),
    )
