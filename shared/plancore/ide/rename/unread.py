"""Whether a name may stand in text that could not be read, where renaming would miss it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.ide.navigation.reach import ScopedDefinition, Subject, mentions, reach
from plancore.ide.navigation.references import FormInPart, forms_in
from plancore.ide.navigation.symbols import declared_as
from plancore.ide.rename.conflicts import is_rival
from plancore.ide.rename.refusal import Refusal
from plancore.lower.facts import lower_facts
from plancore.occurrences import SymbolKind
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.syntax.builder import COMPOUND_HEADS, TOKEN
from plancore.syntax.nodes import Form, FormRole, Place, lower

_WORDS: Final = COMPOUND_HEADS | {"start", "end", "all"}
"""What in sound text may be a word of the language: `at` of `(at start …)`."""

_IN_HEADS: Final = frozenset((SymbolKind.DOMAIN, SymbolKind.PROBLEM))
"""What is named in the heads of definitions only."""


def why_unread(
    project: ProjectSnapshot, subject: Subject, name: str, checkpoint: Checkpoint
) -> Refusal | None:
    """The first place at which `name`, be it the old or the new one, stands and may be meant while
    nobody can tell; None without one."""
    for part in reach(project, subject, name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            span = _in_plan(part, name)
        else:
            places = _in_part(part, subject, name, checkpoint)
            span = next(map(part.file.span, places), None)
        if span is not None:
            key = part.name if isinstance(part, PlanSnapshot) else part.file.name
            message = f"the {subject.kind.value} `{name}` may be meant here"
            return Refusal(f"{message}, in text that could not be read", key, span)
    return None


def _in_part(
    part: ScopedDefinition, subject: Subject, name: str, checkpoint: Checkpoint
) -> Iterator[Place]:
    if subject.form is None and subject.kind not in _IN_HEADS:
        for form in part.definition.definition.strays:
            yield from _words(form, name)
    for at in forms_in(part, name):
        checkpoint()
        is_head = at.section.keyword in ("domain", "problem", ":domain")
        if subject.form in (None, at.form) and (is_head or subject.kind not in _IN_HEADS):
            yield from _left_out(at, name)
            yield from _used_otherwise(at, subject, name)


def _left_out(at: FormInPart, name: str) -> Iterator[Place]:
    """The words of a form that read `name` and are not in its table."""
    if name in _WORDS and not _is_damaged(at):
        return
    base = at.part.file.tree.start(at.form)
    known = {span.start - base for _, span in at.occurrences()}
    yield from (word for word in _words(at.form, name) if word.start not in known)


def _used_otherwise(at: FormInPart, subject: Subject, name: str) -> Iterator[Place]:
    """Where `name` is used as something of another kind that is not declared, such as the
    predicate in `(over all all (p))`, which reads like a function."""
    base, environment = at.part.file.tree.start(at.form), at.part.environment
    for occurrence, (start, end) in at.occurrences():
        kind = occurrence.kind_in(environment)
        if (
            occurrence.name == name
            and kind is not subject.kind
            and is_rival(subject, kind, name, environment)
            and declared_as(kind, name, environment) is None
        ):
            yield at.form.place(start - base, end - base)


def _is_damaged(at: FormInPart) -> bool:
    if at.section.head in at.part.definition.damaged_forms or at.form.problems:
        return True
    is_piece_of_init = at.form.role is FormRole.ITEMS and at.section.keyword == ":init"
    return is_piece_of_init and lower_facts(at.form).uses.is_damaged


def _words(form: Form, name: str) -> Iterator[Place]:
    """Where `name` stands in a form as a word, be it with the dash of a typed list."""
    for match in TOKEN.finditer(lower(form.text)):
        token, start = match.group(), match.start()
        if token in (name, f"{name}-"):
            yield form.place(start, start + len(name))
        elif token == f"-{name}":
            yield form.place(start + 1, match.end())


def _in_plan(plan: PlanSnapshot, name: str) -> Span | None:
    """Where a step that cannot be read has the name."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    for finding in plan.findings:
        if finding.severity <= Severity.WARNING:
            damaged = lower(plan.text[finding.span.start : finding.span.end])
            match = word.search(damaged) if mentions(damaged, name) else None
            if match is not None:
                start = finding.span.start
                return Span(start + match.start(), start + match.end())
    return None
