"""What a text is: a domain, a problem or a plan, or neither; told by its name, else by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from plancore.kind import TextKind
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from plancore.unmerged import read_definitions, read_steps
from planfiles.errors import UserError
from planfiles.text import NO_TEXT

if TYPE_CHECKING:
    from plancore.diagnostic import Diagnostic
    from plancore.model.plan import Plan
    from plancore.report.plan.review import PlanSide
    from plandiff.inputs import Input

_COMMENT = re.compile(r";[^\r\n]*")
OTHER_TEXT: Final = (
    "identical steps, but different text around them; --as plan compares only the steps"
)
"""Why plans that nobody has called so are compared line by line."""
_PATH = re.compile(r"[^\s;:]*[./][^\s;:]*\n?")


class ContentKind(StrEnum):
    """What can be compared with what."""

    DOMAIN = "domain"
    PROBLEM = "problem"
    PLAN = "plan"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class PddlFile:
    """A file with definitions of `kinds`."""

    snapshot: FileSnapshot
    kinds: frozenset[ContentKind]


@dataclass(frozen=True, slots=True)
class PlanInput:
    """A file with a plan, and what its reader says of it."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """`/dev/null`, or a file with nothing but comments: the empty one of whatever kind."""

    name: str


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A file that holds neither PDDL nor a plan; `why` says so, and where."""

    name: str
    why: str


Content = PddlFile | PlanInput | Nothing | OtherFile


def recognise_both(
    inputs: tuple[Input, Input], held: TextKind | None = None, checkpoint: Checkpoint = NEVER
) -> tuple[Content, Content]:
    """The contents of both files, each as `recognise` has it; but that beside a plan words alone on
    lines are steps, unless git has chosen the files. Raises UserError, and what `checkpoint`
    does."""
    first = recognise(inputs[0], held=held, checkpoint=checkpoint)
    checkpoint()
    second = recognise(inputs[1], first, held, checkpoint)
    checkpoint()
    match first, second:
        case OtherFile(), PlanInput() if not inputs[0].by_name:
            first = _plan_in(inputs[0]) or first
        case PlanInput(), OtherFile() if not inputs[1].by_name:
            second = _plan_in(inputs[1]) or second
        case _:
            pass
    return first, second


def recognise(
    file: Input,
    beside: Content | None = None,
    held: TextKind | None = None,
    checkpoint: Checkpoint = NEVER,
) -> Content:
    """The content of a file, read as `held` or else its name says.

    A name that tells nothing leaves it to the text: definitions are PDDL anywhere, steps a plan
    where somebody has chosen the file, and the rest is an `OtherFile`. Raises UserError when a file
    does not hold what its name says, or is empty. What it has in the same words as the file
    `beside` it is read once. `checkpoint` may end it.
    """
    text, known = file.text, held or file.known_kind
    if file.is_null:
        return Nothing(file.label)
    if file.data is not None:
        return _other(file, known, f"cannot read {file.label}: {NO_TEXT}")
    if not text.strip():
        return _other(file, known, f"{file.label}: the file is empty")
    snapshot: FileSnapshot | None = None
    may_be_plan = held is not TextKind.PDDL and (known is not None or _is_chosen_plan(file))
    if known is TextKind.PDDL or (known is None and not may_be_plan):
        like = beside.snapshot if isinstance(beside, PddlFile) else None
        snapshot = read_definitions(text, file.label, like, checkpoint)
        if kinds := frozenset(ContentKind(d.kind) for d in snapshot.definitions if d.kind):
            return PddlFile(snapshot, kinds)
    is_path = held is None and file.by_name and _is_path(text, known)
    if may_be_plan and not is_path and (plan := _plan_in(file, checkpoint)) is not None:
        return plan
    if not _COMMENT.sub("", text).strip():
        return Nothing(file.label)
    at, reason = _first_problem(snapshot) if snapshot else _first_finding(text)
    where = SourceText(text).label(at)
    why = f"{file.label}:{where}: neither a domain nor a problem nor a plan{reason}"
    return _other(file, known, why)


def _is_path(text: str, known: TextKind | None) -> bool:
    """Whether `text` is what git hands over for a link: the path that it leads to. Names of steps
    have neither dot nor slash."""
    return "(" not in text and (known is TextKind.PDDL or _PATH.fullmatch(text) is not None)


def _other(file: Input, known: TextKind | None, why: str) -> OtherFile:
    """A file of which nobody says what it holds, or that git hands over whatever it holds. Raises
    UserError for one that somebody has chosen for what it does not hold."""
    if known is not None and not file.by_name:
        raise UserError(why)
    return OtherFile(file.label, why)


def _is_chosen_plan(file: Input) -> bool:
    """Whether a file whose name tells nothing has steps, and somebody who has chosen it."""
    if file.by_name:
        return False
    # Most files have names that tell.
    from plancore.notation.plans.scan import is_surely_plan

    return is_surely_plan(file.text)


def other_text_around(inputs: tuple[Input, Input]) -> bool:
    """Whether files of which only their texts say that they hold plans have other text besides the
    steps: then it is not known that the steps are all that matters."""
    if any(file.known_kind is not None for file in inputs):
        return False
    from plancore.notation.plans.scan import around_steps

    ours, theirs = (around_steps(file.text) for file in inputs)
    return ours != theirs


def _plan_in(file: Input, checkpoint: Checkpoint = NEVER) -> PlanInput | None:
    plan, findings = read_steps(file.text, checkpoint)
    return PlanInput(file.label, SourceText(file.text), plan, findings) if plan.steps else None


def _first_problem(snapshot: FileSnapshot) -> tuple[int, str]:
    """Where PDDL is broken first, and why, as the end of a message."""
    problems = sorted(snapshot.tree.problems, key=lambda problem: snapshot.span(problem.place))
    if not problems:
        return 0, ""
    return snapshot.span(problems[0].place).start, f": {problems[0].message}"


def _first_finding(text: str) -> tuple[int, str]:
    from plancore.notation.plans.reader import read_plan

    findings = read_plan(text)[1]
    return (findings[0].span.start, f": {findings[0].message}") if findings else (0, "")


def why_by_lines(inputs: tuple[Input, Input], contents: tuple[Content, Content]) -> str | None:
    """Why two files that git hands over can only be compared line by line; None where they need
    not be. Nothing is said where they are neither PDDL nor plans, by their names either."""
    whys = [content.why for content in contents if isinstance(content, OtherFile)]
    if not whys or not all(file.by_name for file in inputs):
        return None
    is_named = any(file.known_kind is not None for file in inputs)
    is_other = all(isinstance(content, OtherFile | Nothing) for content in contents)
    return whys[0] if is_named or not is_other else ""


def common_kind(first: Content, second: Content) -> ContentKind:
    """What the two files are compared as; raises UserError when they have nothing in common."""
    match first, second:
        case Nothing(), Nothing():
            raise UserError(f"{first.name} and {second.name} are both empty")
        case OtherFile(), OtherFile() | Nothing():
            return ContentKind.TEXT
        case Nothing(), OtherFile():
            return ContentKind.TEXT
        case (OtherFile(why=why), _) | (_, OtherFile(why=why)):
            raise UserError(why)
        case (Nothing(), content) | (content, Nothing()):
            kinds = kinds_of(content)
        case _:
            kinds = kinds_of(first) & kinds_of(second)
    if kinds:
        return min(kinds, key=list(ContentKind).index)
    raise UserError(f"cannot compare {_described(first)} with {_described(second)}")


def kinds_of(content: Content) -> frozenset[ContentKind]:
    """What the content can be compared as; nothing for `Nothing`, which goes with all."""
    match content:
        case PddlFile():
            return content.kinds
        case PlanInput():
            return frozenset((ContentKind.PLAN,))
        case Nothing() | OtherFile():
            return frozenset()


def snapshot_of(content: Content) -> FileSnapshot:
    """The definitions of a file; none of one that holds nothing."""
    if isinstance(content, PddlFile):
        return content.snapshot
    return FileSnapshot.of("", content.name)


def plan_of(content: Content) -> PlanSide:
    """The plan of a file; one without steps of one that holds nothing."""
    # Domains and problems need nothing of this.
    from plancore.model.plan import Plan
    from plancore.report.plan.review import PlanSide

    if isinstance(content, PlanInput):
        return PlanSide(content.name, content.source, content.plan, content.findings)
    return PlanSide(_name(content), SourceText(""), Plan())


def _name(content: Content) -> str:
    return content.snapshot.name if isinstance(content, PddlFile) else content.name


def _described(content: Content) -> str:
    match content:
        case PddlFile():
            kinds = " and a ".join(sorted(content.kinds))
            return f"{content.snapshot.name} (a {kinds})"
        case _:
            return f"{content.name} (a plan)"
