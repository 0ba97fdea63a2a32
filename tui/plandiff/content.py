"""What a text is: a domain, a problem or a plan, told by its content."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from plancore.diagnostic import Diagnostic
from plancore.model.plan import Plan
from plancore.notation.plans.reader import read_plan
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plandiff.inputs import Input
from plandiff.trouble import Trouble

_PDDL = re.compile(r"\(\s*(?:define\b|domain\b|problem\b|:[a-z])", re.IGNORECASE)
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


def recognise(given: Input) -> Content:
    """The content of a file; raises Trouble when it is neither PDDL nor a plan, or is empty."""
    text = given.text
    if given.is_null:
        return Nothing(given.label)
    if not text.strip():
        raise Trouble(f"{given.shown}: the file is empty")
    if _PDDL.search(text) and _PDDL.search(_COMMENT.sub("", text)):
        return _pddl(given)
    plan, findings = read_plan(text)
    if plan.steps:
        return PlanFile(given.label, SourceText(text), plan, findings)
    if not _COMMENT.sub("", text).strip():
        return Nothing(given.label)
    reason = f": {findings[0].message}" if findings else ""
    where = SourceText(text).label(findings[0].span.start) if findings else "1:1"
    raise Trouble(f"{given.shown}:{where}: neither a domain nor a problem nor a plan{reason}")


def common_kind(first: Content, second: Content) -> Kind:
    """What the two files are compared as; raises Trouble when they have nothing in common."""
    match first, second:
        case Nothing(), Nothing():
            raise Trouble(f"{first.name} and {second.name} are both empty")
        case (Nothing(), other) | (other, Nothing()):
            kinds = _kinds(other)
        case _:
            kinds = _kinds(first) & _kinds(second)
    if kinds:
        return min(kinds, key=list(Kind).index)
    raise Trouble(f"cannot compare {_described(first)} with {_described(second)}")


def _pddl(given: Input) -> PddlFile:
    snapshot = FileSnapshot.of(given.text, given.label)
    kinds = frozenset(Kind(d.kind) for d in snapshot.definitions if d.kind)
    if kinds:
        return PddlFile(snapshot, kinds)
    problems = sorted(snapshot.tree.problems, key=lambda problem: snapshot.span(problem.place))
    reason = f": {problems[0].message}" if problems else ""
    start = snapshot.span(problems[0].place).start if problems else 0
    where = snapshot.source.label(start)
    raise Trouble(f"{given.shown}:{where}: neither a domain nor a problem nor a plan{reason}")


def _kinds(content: Content) -> frozenset[Kind]:
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
