"""What belongs at an offset of a plan: the words of one step around it.

::

    line = decoration? label? (number ":")? "("? word*
         | … name "(" (word ("," word)*)?

with `decoration` (`- `, `1. `) and `label` (`step 3: `) as in `line_shapes`. Where a line has
another notation, nothing is known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from plancore.ide.symbols import environment_of
from plancore.lower.environment import Environment
from plancore.model.domain import Action
from plancore.notation.plans.line_shapes import DECORATION, EMPHASIS, LABEL
from plancore.notation.plans.words import WORD
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span

_LEAD: Final = re.compile(
    rf"[ \t]*(?:{DECORATION.pattern})?(?:{EMPHASIS.pattern})?(?:{LABEL.pattern})?[ \t]*"
    r"(?:\d[\d.]*[ \t]*:[ \t]*)?",
    re.I,
)
_WORDS: Final = re.compile(r"(?P<open>\(?)(?P<words>[^();\[]*)")
_CALL: Final = re.compile(rf"(?P<name>{WORD})(?:\((?P<words>[^();\[\]]*))?")
_BEHIND: Final = re.compile(r"[^()\[;]*")
_WORD: Final = re.compile(r"[^\s,]*\Z")
_REST: Final = re.compile(r"[^\s,]*")


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
    environment = _environment(project, file)
    line = file.source.line_span(file.source.line_of(offset))
    step = _step_before(file.text, line.start, offset)
    if environment is None or step is None:
        return None
    text, names = file.text, step.groupdict()
    word = _WORD.search(text, step.start("words"), offset)
    behind = _BEHIND.match(text, offset, line.end)
    rest = _REST.match(text, offset, behind.end() if behind else offset)
    assert word is not None
    assert behind is not None
    assert rest is not None
    end = rest.end()
    return PlanCursor(
        environment,
        tuple(_split(f"{names.get('name', '')} {text[step.start('words') : word.start()]}")),
        tuple(_split(text[end : behind.end()])),
        bool(names.get("open", True)),
        text[behind.end() : behind.end() + 1] == ")",
        Span(word.start(), offset),
        Span(word.start(), end),
        word.group().lower(),
    )


def _environment(project: ProjectSnapshot, file: PlanSnapshot) -> Environment | None:
    """The names of the problem and its domain; those of the domain where there is no problem."""
    domain, problem = project.setting_of(file)
    if problem is not None:
        return environment_of(project, problem.file, problem.definition)[1]
    return domain.definition.environment if domain is not None else None


def _step_before(text: str, start: int, offset: int) -> re.Match[str] | None:
    """What stands of a step between the start of a line and the cursor."""
    calls = _CALL.finditer(text, start, offset)
    call = next(
        (call for call in calls if call.end() == offset and call["words"] is not None), None
    )
    if call is not None:
        return call
    lead = _LEAD.match(text, start, offset)
    assert lead is not None
    return _WORDS.fullmatch(text, lead.end(), offset)


def _split(words: str) -> list[str]:
    return words.lower().replace(",", " ").split()
