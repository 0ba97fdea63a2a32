"""Read the two files of a comparison, and detect what each has: a domain, a problem or a plan."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from plancore.directives import directives
from plancore.kind import TextKind, kind_of_name
from plancore.report.lines import visible
from plancore.source import SourceText
from plancore.stop import NEVER, Checkpoint
from planfiles.errors import FileError, UserError
from planfiles.files import NO_TEXT, REVIEW_MARKS, STDIN, decode, read_bytes, read_stdin, read_text

if TYPE_CHECKING:
    from plancore.diagnostic import Diagnostic
    from plancore.model.plan import Plan
    from plancore.report.plan.review import PlanSide
    from plancore.snapshot import FileSnapshot


@dataclass(frozen=True, slots=True)
class Input:
    """A text with its name for reports. `path` is None if there is no file to edit.

    `data` are the bytes of a binary file. `by_name`: the user did not choose this file, since git
    passes everything that changed; it is a plan only if its name says so. `among_changes`: it is a
    copy in a folder of changed files only, so files that belong to it may not be there.
    """

    label: str
    text: str
    path: str | None
    is_null: bool = False
    data: bytes | None = None
    by_name: bool = False
    among_changes: bool = False

    @property
    def home(self) -> str | None:
        """The path next to which to search for related files; None if there is none."""
        return None if self.among_changes else self.path

    @property
    def known_kind(self) -> TextKind | None:
        """The kind of content by the file's name."""
        return kind_of_name(self.label) or kind_of_name(self.path or "")

    @property
    def marks_path(self) -> str | None:
        """The path of the review marks of a learned file."""
        return None if self.path is None else f"{self.path}{REVIEW_MARKS}"


def read_inputs(files: tuple[str, str], labels: tuple[str, ...]) -> tuple[Input, Input]:
    """Read both files. Raises UserError if one cannot be read."""
    if files[0] == files[1] == STDIN:
        raise UserError("only one of the two files can be standard input")
    first, second = map(_read, files, _labels(files, labels))
    # git gives a single name for both.
    by_name = len(labels) == 1
    return replace(first, by_name=by_name), replace(second, by_name=by_name)


def read_version(file: str, label: str) -> Input:
    """Read a version of a file for git. Raises UserError."""
    return replace(_read(file, label), path=None, by_name=True)


def read_input(file: str) -> Input:
    """Read another file of a comparison. Raises UserError, also for standard input."""
    if file == STDIN:
        raise UserError("only one of the compared files can be standard input")
    return _read(file, visible(file))


def with_reference(file: str) -> tuple[str, str]:
    """A learned file and the reference that it names. Raises UserError if it names none."""
    named = "" if file == STDIN else reference_of(file, read_text(file))
    if not named:
        shown = visible(file)
        raise UserError(f"missing REFERENCE: plandiff {shown} REFERENCE")
    return file, named


def reference_of(path: str, text: str) -> str:
    """The path of the reference that the text of the file `path` names; empty if it names none."""
    named = directives(text).get("reference")
    return os.path.normpath(os.path.join(os.path.dirname(path), named.path)) if named else ""


def swapped(inputs: tuple[Input, Input]) -> list[str]:
    """A remark if the reference names the learned file as its own reference."""
    learned, reference = inputs
    if not _names(reference, learned) or _names(learned, reference):
        return []
    named = f"{reference.label} names {learned.label} as its reference"
    return [f"{named}: the arguments look swapped"]


def _names(file: Input, other: Input) -> bool:
    """Whether a file names `other` as its reference."""
    if file.path is None or other.path is None:
        return False
    named = reference_of(file.path, file.text)
    return bool(named) and os.path.realpath(named) == os.path.realpath(other.path)


def reread(file: Input) -> Input:
    """Read the file of an input again, if it has one. Raises UserError."""
    if file.path is None:
        return file
    read = _read(file.path, file.label)
    return replace(read, by_name=file.by_name, among_changes=file.among_changes)


def _labels(files: tuple[str, str], labels: tuple[str, ...]) -> tuple[str, str]:
    match labels:
        case (label,):
            # As in git: `a/` is the old version, which is the reference, and `b/` the new one.
            return f"b/{label}", f"a/{label}"
        case (first, second):
            return first, second
        case ():
            return visible(files[0]), visible(files[1])
        case _:
            raise UserError(f"--label is given {len(labels)} times; expected at most 2")


def _read(file: str, label: str) -> Input:
    if file == os.devnull:
        return Input(label, "", None, is_null=True)
    if file == STDIN:
        name = "<stdin>" if label == STDIN else label
        return Input(name, decode(read_stdin(name), name), None)
    data = read_bytes(file)
    try:
        return Input(label, decode(data, file), file)
    except FileError:
        return Input(label, "", file, data=data)


# What a file has, by its name, else by its text.

_COMMENT = re.compile(r";[^\r\n]*")
OTHER_TEXT: Final = (
    "identical steps, but different text around them; --as plan compares only the steps"
)
"""Why plans that were only detected from their text are compared line by line."""
_PATH = re.compile(r"[^\s;:]*[./][^\s;:]*\n?")


class ContentKind(StrEnum):
    """The kinds of content; only content of the same kind can be compared."""

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
    """A file with a plan, and the diagnostics of its reader."""

    name: str
    source: SourceText
    plan: Plan
    findings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Nothing:
    """`/dev/null`, or a file with only comments: the empty content of any kind."""

    name: str


@dataclass(frozen=True, slots=True)
class OtherFile:
    """A file with neither PDDL nor a plan; `why` is a message with the place."""

    name: str
    why: str


Content = PddlFile | PlanInput | Nothing | OtherFile


def recognise_both(
    inputs: tuple[Input, Input], held: TextKind | None = None, checkpoint: Checkpoint = NEVER
) -> tuple[Content, Content]:
    """The contents of both files, each as from `recognise`, except that next to a plan a file of
    lines with single words is also a plan, unless git chose the files. Raises UserError, and what
    `checkpoint` raises."""
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
    """The content of a file of the kind `held`, else of the kind of its name.

    If the name has no known kind, the text decides: definitions are PDDL, steps are a plan if the
    user chose the file, and everything else is an `OtherFile`. Definitions with the same text as in
    `beside` are parsed once. Raises UserError if a file that the user chose has a known kind, but
    no such content; and what `checkpoint` raises.
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
        # Imported late, also below: the viewer paints before it reads.
        from plancore.snapshot import read_definitions

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
    """Whether `text` is the target of a symbolic link, which git passes as the file's content.
    Names of steps have neither dots nor slashes."""
    return "(" not in text and (known is TextKind.PDDL or _PATH.fullmatch(text) is not None)


def _other(file: Input, known: TextKind | None, why: str) -> OtherFile:
    """A file of unknown kind, or one that git passed. Raises UserError for a file that the user
    chose, if its name or an option gives it a kind."""
    if known is not None and not file.by_name:
        raise UserError(why)
    return OtherFile(file.label, why)


def _is_chosen_plan(file: Input) -> bool:
    """Whether the user chose a file, and its text is surely a plan."""
    if file.by_name:
        return False
    # Imported late: most files have names with a known kind.
    from plancore.notation.plans.scan import is_surely_plan

    return is_surely_plan(file.text)


def other_text_around(inputs: tuple[Input, Input]) -> bool:
    """Whether two plans that were only detected from their text differ in the text around their
    steps: then that text may matter, too."""
    if any(file.known_kind is not None for file in inputs):
        return False
    from plancore.notation.plans.scan import around_steps

    ours, theirs = (around_steps(file.text) for file in inputs)
    return ours != theirs


def _plan_in(file: Input, checkpoint: Checkpoint = NEVER) -> PlanInput | None:
    from plancore.snapshot import read_steps

    plan, findings = read_steps(file.text, checkpoint)
    return PlanInput(file.label, SourceText(file.text), plan, findings) if plan.steps else None


def _first_problem(snapshot: FileSnapshot) -> tuple[int, str]:
    """The offset of the first syntax error in PDDL, and the reason as the end of a message."""
    problems = sorted(snapshot.tree.problems, key=lambda problem: snapshot.span(problem.place))
    if not problems:
        return 0, ""
    return snapshot.span(problems[0].place).start, f": {problems[0].message}"


def _first_finding(text: str) -> tuple[int, str]:
    from plancore.notation.plans.reader import read_plan

    findings = read_plan(text)[1]
    return (findings[0].span.start, f": {findings[0].message}") if findings else (0, "")


def why_by_lines(inputs: tuple[Input, Input], contents: tuple[Content, Content]) -> str | None:
    """Why two files that git passed can only be compared line by line; None if they need not be.
    Empty if they are neither PDDL nor plans, and not named like them."""
    whys = [content.why for content in contents if isinstance(content, OtherFile)]
    if not whys or not all(file.by_name for file in inputs):
        return None
    is_named = any(file.known_kind is not None for file in inputs)
    is_other = all(isinstance(content, OtherFile | Nothing) for content in contents)
    return whys[0] if is_named or not is_other else ""


def common_kind(first: Content, second: Content) -> ContentKind:
    """The kind that two files are compared as. Raises UserError if they have none in common."""
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
    """The kinds that the content can be compared as; empty for `Nothing`, which fits all kinds."""
    match content:
        case PddlFile():
            return content.kinds
        case PlanInput():
            return frozenset((ContentKind.PLAN,))
        case Nothing() | OtherFile():
            return frozenset()


def snapshot_of(content: Content) -> FileSnapshot:
    """The definitions of a file; an empty file for `Nothing`."""
    if isinstance(content, PddlFile):
        return content.snapshot
    from plancore.snapshot import FileSnapshot

    return FileSnapshot.of("", content.name)


def plan_of(content: Content) -> PlanSide:
    """The plan of a file; a plan without steps for `Nothing`."""
    # Imported late: not needed for domains and problems.
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
