"""What a text is: a domain, a problem or a plan, told by its content."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from plancore.kind import TextKind, text_kind
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plancore.diagnostic import Diagnostic
    from plancore.model.plan import Plan
    from plandiff.inputs import Input

_COMMENT = re.compile(r";[^\r\n]*")


class Kind(StrEnum):
    """What can be compared with what."""

    DOMAIN = "domain"
    PROBLEM = "problem"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class PddlFile:
    """A file with definitions of `kinds`."""

    snapshot: FileSnapshot
    kinds: frozenset[Kind]


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A file with a plan, and what its reader says of it."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """`/dev/null`, or a file with nothing but comments: the empty one of whatever kind."""

    name: str


Content = PddlFile | PlanFile | Nothing


def recognise(file: Input, beside: Content | None = None) -> Content:
    """The content of a file, read as `text_kind` says; raises Trouble when it is neither PDDL nor
    a plan, or is empty. What it has in the same words as the file `beside` it is read once."""
    text = file.text
    if file.is_null:
        return Nothing(file.label)
    if not text.strip():
        raise Trouble(f"{file.label}: the file is empty")
    snapshot: FileSnapshot | None = None
    if text_kind(text, file.label) is TextKind.PDDL:
        like = beside.snapshot if isinstance(beside, PddlFile) else None
        snapshot = FileSnapshot.of(text, file.label, like)
        if kinds := frozenset(Kind(d.kind) for d in snapshot.definitions if d.kind):
            return PddlFile(snapshot, kinds)
    from plancore.notation.plans.reader import read_plan

    plan, findings = read_plan(text)
    if plan.steps:
        return PlanFile(file.label, SourceText(text), plan, findings)
    if not _COMMENT.sub("", text).strip():
        return Nothing(file.label)
    at, reason = _first_problem(snapshot) if snapshot else _first_finding(findings)
    where = SourceText(text).label(at)
    raise Trouble(f"{file.label}:{where}: neither a domain nor a problem nor a plan{reason}")


def _first_problem(snapshot: FileSnapshot) -> tuple[int, str]:
    """Where PDDL is broken first, and why, as the end of a message."""
    problems = sorted(snapshot.tree.problems, key=lambda problem: snapshot.span(problem.place))
    if not problems:
        return 0, ""
    return snapshot.span(problems[0].place).start, f": {problems[0].message}"


def _first_finding(findings: Sequence[Diagnostic]) -> tuple[int, str]:
    return (findings[0].span.start, f": {findings[0].message}") if findings else (0, "")


def common_kind(first: Content, second: Content) -> Kind:
    """What the two files are compared as; raises Trouble when they have nothing in common."""
    match first, second:
        case Nothing(), Nothing():
            raise Trouble(f"{first.name} and {second.name} are both empty")
        case (Nothing(), content) | (content, Nothing()):
            kinds = kinds_of(content)
        case _:
            kinds = kinds_of(first) & kinds_of(second)
    if kinds:
        return min(kinds, key=list(Kind).index)
    raise Trouble(f"cannot compare {_described(first)} with {_described(second)}")


def kinds_of(content: Content) -> frozenset[Kind]:
    """What the content can be compared as; nothing for `Nothing`, which goes with all."""
    match content:
        case PddlFile():
            return content.kinds
        case PlanFile():
            return frozenset((Kind.PLAN,))
        case Nothing():
            return frozenset()


def _described(content: Content) -> str:
    match content:
        case PddlFile():
            kinds = " and a ".join(sorted(content.kinds))
            return f"{content.snapshot.name} (a {kinds})"
        case _:
            return f"{content.name} (a plan)"
