"""Whether a name may stand in text that could not be read, where renaming would miss it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.diagnostic import Severity
from plancore.ide.reach import Subject, mentions, reach
from plancore.ide.references import FormInPart, forms_in
from plancore.ide.rename.refusal import Refusal
from plancore.lower.facts import lower_facts
from plancore.occurrences.table import SymbolKind
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.syntax.builder import TOKEN
from plancore.syntax.forms import Form, Role, lower
from plancore.syntax.keywords import COMPOUND_HEADS

_WORDS: Final = COMPOUND_HEADS | {"start", "end", "all"}
"""What in sound text may be a word of the language: `at` of `(at start …)`."""


def why_unread(
    project: ProjectSnapshot, subject: Subject, checkpoint: Checkpoint
) -> Refusal | None:
    """The first place at which the subject may be meant and nobody can tell; None without one."""
    for part in reach(project, subject, subject.name):
        checkpoint()
        if isinstance(part, PlanSnapshot):
            span = _in_plan(part, subject.name)
            if span is not None:
                return _refusal(subject, part.name, span)
            continue
        strays = () if subject.kind is SymbolKind.VARIABLE else part.definition.definition.strays
        for form in strays:
            for word in _words(form, subject.name):
                return _refusal(subject, part.file.name, part.file.span(form.place(*word)))
        for at in forms_in(part, subject.name):
            checkpoint()
            if at.form is subject.form or subject.form is None:
                for word in _left_out(at, subject.name):
                    return _refusal(subject, part.file.name, part.file.span(at.form.place(*word)))
    return None


def _left_out(at: FormInPart, name: str) -> Iterator[Span]:
    """The words of a form that read `name` and are not in its table."""
    if name in _WORDS and not _is_damaged(at):
        return
    base = at.part.file.tree.start(at.form)
    known = {span.start - base for _, span in at.occurrences()}
    yield from (word for word in _words(at.form, name) if word.start not in known)


def _is_damaged(at: FormInPart) -> bool:
    if at.section.head in at.part.definition.damaged_forms or at.form.problems:
        return True
    is_piece_of_init = at.form.role is Role.ITEMS and at.section.keyword == ":init"
    return is_piece_of_init and lower_facts(at.form).uses.is_damaged


def _words(form: Form, name: str) -> Iterator[Span]:
    """Where `name` stands in a form as a word, be it with the dash of a typed list."""
    for match in TOKEN.finditer(lower(form.text)):
        token, start = match.group(), match.start()
        if token in (name, f"{name}-"):
            yield Span(start, start + len(name))
        elif token == f"-{name}":
            yield Span(start + 1, match.end())


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


def _refusal(subject: Subject, file: str, span: Span) -> Refusal:
    message = f"the {subject.kind.value} `{subject.name}` may be meant here"
    return Refusal(f"{message}, in text that could not be read", file, span)
