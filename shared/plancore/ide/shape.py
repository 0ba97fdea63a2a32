"""The structure of a file: folding ranges, selection ranges, and the outline."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, pairwise
from typing import Final, NamedTuple, TypeVar

from plancore.formula.printing import type_text, typed_list
from plancore.lower.section import SectionModel
from plancore.memo import Key
from plancore.model.domain import AbstractTask, Action, Axiom, Function, Predicate
from plancore.model.formula import TypedName
from plancore.project import AnySnapshot, PlanSnapshot
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import NEVER, Checkpoint, watched
from plancore.syntax.builder import SLOTS, TOKEN
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node
from plancore.syntax.tree import Section

# Folding ranges: definitions, sections, lists, slots and runs of comments

_LINE_BREAK: Final = re.compile(r"[\r\n]")
_INSIDE: Final = Key[tuple[Span, ...]]("folds")


class FoldingRange(NamedTuple):
    """A range of at least two lines that can be folded after its first line."""

    span: Span
    is_comment: bool = False


def folds(file: AnySnapshot, checkpoint: Checkpoint = NEVER) -> list[FoldingRange]:
    """The folds of `file`, sorted by start; overlapping folds are nested."""
    comments = [FoldingRange(span, True) for span in _comments(file)]
    code = [] if isinstance(file, PlanSnapshot) else map(FoldingRange, _code(file, checkpoint))
    wanted = {fold.span: fold for fold in (*code, *comments)}
    ordered = sorted(wanted.values(), key=lambda fold: (fold.span.start, -fold.span.end))
    return [fold for fold in ordered if _lines(file.source, fold.span)]


class LineFold(NamedTuple):
    """A fold of the lines after `first`, which stays visible, up to `last`."""

    first: int
    last: int
    is_comment: bool

    @property
    def span(self) -> Span:
        """Both lines as a span."""
        return Span(self.first, self.last)


AnyFold = TypeVar("AnyFold", FoldingRange, LineFold)


def line_folds(file: AnySnapshot, checkpoint: Checkpoint = NEVER) -> list[LineFold]:
    """The folds for clients that only fold whole lines.

    A last line with more than closing parentheses after the fold stays visible. At most one fold
    begins on a line, and folds are nested or have no line in common.
    """
    source = file.source
    by_line: list[LineFold] = []
    open_until: list[int] = []
    for fold in watched(folds(file, checkpoint), checkpoint):
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
    """At most `most` of the `folds`, in order; outer folds are preferred."""
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
    return source.line_of(span.end) - source.line_of(span.start)


def _code(file: FileSnapshot, checkpoint: Checkpoint) -> Iterator[Span]:
    tree = file.tree
    for definition in tree.definitions:
        if definition.define is not None:
            yield tree.definition_span(definition)
        for section in definition.sections:
            checkpoint()
            yield tree.section_span(section)
            if section.head.role is FormRole.SECTION:
                start = tree.start(section.head)
                yield from (span.shifted(start) for span in _inside(section.head, checkpoint))


def _inside(form: Form, checkpoint: Checkpoint) -> tuple[Span, ...]:
    """The lists and slots of several lines in a section, relative to its start."""
    return form.memo.get(_INSIDE, (), lambda: tuple(_with_lines(form, checkpoint)))


def _with_lines(form: Form, checkpoint: Checkpoint) -> Iterator[Span]:
    root = form.root
    breaks = [match.start() for match in _LINE_BREAK.finditer(form.text)]
    if root is not None and breaks:
        nodes = (Span(node.start, node.end) for node in watched(lists(root), checkpoint))
        for span in chain(slots(root), nodes):
            if bisect_left(breaks, span.start) < bisect_left(breaks, span.end):
                yield span


def _comments(file: AnySnapshot) -> Iterator[Span]:
    tree = None if isinstance(file, PlanSnapshot) else file.tree
    prose = [tree.span(form.place()) for form in tree.prose] if tree else []
    for span in comment_runs(file.text):
        if not any(span.start < part.end and part.start < span.end for part in prose):
            yield span


def lists(root: List, at: int | None = None) -> Iterator[List]:
    """`root` and all lists in it, outer ones first; with `at` only those that touch this offset."""
    stack = [root]
    while stack:
        node = stack.pop()
        if at is not None and not node.start <= at <= node.end:
            continue
        yield node
        if not node.words:
            stack.extend(item for item in node.items if type(item) is List)


def slots(root: List) -> Iterator[Span]:
    """Each keyword of `root` except the first, with its value, up to the next keyword."""
    start = end = 0
    for item in root.items[1:]:
        if type(item) is Atom and item.key[0] == ":":
            if start:
                yield Span(start, end)
            start = item.start
        end = item.end
    if start:
        yield Span(start, end)


_LINES: Final = re.compile(
    r"(?<![^\r\n])[ \t]*+(;[^\r\n]*+(?>(?:(?:\r\n|\n|\r)[ \t]*+;[^\r\n]*+)+))"
)


def comment_runs(text: str) -> Iterator[Span]:
    """Each run of at least two comment lines, from its first `;` to the end of its last line."""
    return (Span(*match.span(1)) for match in _LINES.finditer(text))


def comment_run_at(source: SourceText, offset: int) -> Span | None:
    """The run of comments around `offset`, or None. Only reads the lines of the run."""
    first = last = source.line_of(offset)
    if not _is_comment(source, first):
        return None
    while first > 0 and _is_comment(source, first - 1):
        first -= 1
    while _is_comment(source, last + 1):
        last += 1
    if first == last:
        return None
    start, end = source.line_span(first)
    run = Span(source.text.index(";", start, end), source.line_span(last).end)
    # An offset within a CR LF is after the last line.
    return run if offset <= run.end else None


def _is_comment(source: SourceText, line: int) -> bool:
    return source.line_text(line).lstrip(" \t").startswith(";")


# Selection ranges, from the word to the whole file

_WORD_OF_PLAN: Final = re.compile(r";[^\r\n]*|[^\s();:,\"{}\[\]]+")


def selections(file: AnySnapshot, offset: int) -> list[Span]:
    """The spans that touch `offset`, innermost first; each is a proper part of the next one.

    In PDDL: word, comment, list, slot, section, definition, file; in a plan: word, action, step,
    line, file.
    """
    around = _in_plan(file, offset) if isinstance(file, PlanSnapshot) else _in_pddl(file, offset)
    comments = comment_run_at(file.source, offset)
    candidates = chain(around, (comments,) if comments else ())
    touching = {span for span in candidates if span.contains(offset) and span.start < span.end}
    nested: list[Span] = []
    # Of two spans of equal length that touch at the offset, the later one is preferred.
    for span in sorted(touching, key=lambda span: (span.end - span.start, -span.start)):
        if not nested or (span.start <= nested[-1].start and nested[-1].end <= span.end):
            nested.append(span)
    whole = Span(0, len(file.text))
    return nested if nested and nested[-1] == whole else [*nested, whole]


def _in_pddl(file: FileSnapshot, offset: int) -> Iterator[Span]:
    tree = file.tree
    yield from _words(file.source, offset, TOKEN)
    for definition in tree.definitions:
        yield tree.definition_span(definition)
        yield from map(tree.section_span, definition.sections)
    at = tree.form_at(offset)
    if at is not None:
        form, inside = at
        start = offset - inside
        for node in form.nodes:
            if type(node) is List and node.start <= inside <= node.end:
                around = lists(node, inside)
                yield from (Span(part.start, part.end).shifted(start) for part in around)
                yield from (slot.shifted(start) for slot in slots(node))


def _in_plan(file: PlanSnapshot, offset: int) -> Iterator[Span]:
    yield from _words(file.source, offset, _WORD_OF_PLAN)
    yield file.source.line_span(file.source.line_of(offset))
    for step in file.plan.steps_at(offset):
        yield step.span
        yield from (action.span for action in step.actions)


def _words(source: SourceText, offset: int, pattern: re.Pattern[str]) -> Iterator[Span]:
    """The matches of `pattern` on the line of `offset` that touch it, except parentheses."""
    text = source.text
    start, end = source.line_span(source.line_of(offset))
    if not any(text.find(mark, start, offset) >= 0 for mark in ';"'):
        # Words have no blanks, so in a long line the search may start at a blank.
        start = max(text.rfind(" ", start, max(offset - 1, start)), start)
    for match in pattern.finditer(text, start, end):
        if match.start() > offset:
            break
        if match.group() not in "()":
            yield Span(*match.span())


# The outline of a file

MAX_CHILDREN = 1000
"""Maximum number of steps in an outline, and of types or objects in a section: with more of them
none are included, since nobody reads such a list."""


class OutlineKind(StrEnum):
    """The kind of an outline item."""

    DOMAIN = "domain"
    PROBLEM = "problem"
    SECTION = "section"
    PREDICATE = "predicate"
    FUNCTION = "function"
    ACTION = "action"
    AXIOM = "axiom"
    TASK = "task"
    TYPE = "type"
    OBJECT = "object"
    PARAMETER = "parameter"
    SLOT = "slot"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """An outline item: `span` is all of it, `name_span`, inside it, the target to jump to."""

    kind: OutlineKind
    name: str
    detail: str
    span: Span
    name_span: Span
    children: tuple[OutlineItem, ...] = ()


def outline(file: AnySnapshot, checkpoint: Checkpoint = NEVER) -> tuple[OutlineItem, ...]:
    """The outline of `file`, in text order."""
    if isinstance(file, PlanSnapshot):
        return tuple(_steps(file))
    outliner = _Outliner(file, checkpoint)
    return tuple(outliner.definition(definition) for definition in file.definitions)


def _steps(file: PlanSnapshot) -> Iterator[OutlineItem]:
    for number, action in enumerate(file.plan.actions, start=1):
        if number > MAX_CHILDREN:
            return
        yield OutlineItem(
            OutlineKind.STEP, action.original, f"step {number}", action.span, action.name_span
        )


class _Outliner:
    def __init__(self, file: FileSnapshot, checkpoint: Checkpoint) -> None:
        self.file = file
        self.tree = file.tree
        self.checkpoint = checkpoint

    def definition(self, definition: DefinitionSnapshot) -> OutlineItem:
        whole = self.tree.definition_span(definition.definition)
        name = definition.definition.name
        name_span = self.file.span(name.place) if name else Span(whole.start, whole.start)
        children = [
            item
            for section, model in definition.sections
            for item in self._section(section, model)
            if model.keyword not in ("domain", "problem")
        ]
        kind = OutlineKind.PROBLEM if definition.kind == "problem" else OutlineKind.DOMAIN
        return OutlineItem(
            kind,
            name.text if name else "(no name)",
            definition.kind,
            whole,
            name_span,
            tuple(children),
        )

    def _section(self, section: Section, model: SectionModel) -> Iterator[OutlineItem]:
        self.checkpoint()
        operators: tuple[Action | Axiom | AbstractTask, ...] = (
            *model.actions,
            *model.axioms,
            *model.tasks,
        )
        if operators:
            yield from (self._operator(operator) for operator in operators)
            return
        whole = self.tree.section_span(section)
        keyword = self.file.span(section.keyword_place)
        if not section.keyword:
            return
        yield OutlineItem(
            OutlineKind.SECTION,
            section.keyword,
            _detail(model),
            whole,
            keyword,
            tuple(self._names(model)),
        )

    def _names(self, model: SectionModel) -> Iterator[OutlineItem]:
        declared: Iterable[Predicate | Function] = (*model.predicates, *model.functions)
        for declaration in declared:
            is_predicate = isinstance(declaration, Predicate)
            kind = OutlineKind.PREDICATE if is_predicate else OutlineKind.FUNCTION
            item = self._item(
                kind, declaration.name_node, typed_list(declaration.parameters), declaration.node
            )
            if item:
                yield item
        typed = ((OutlineKind.TYPE, model.types), (OutlineKind.OBJECT, model.names))
        for kind, names in typed:
            if len(names) <= MAX_CHILDREN:
                yield from self._typed(kind, names)

    def _typed(self, kind: OutlineKind, names: Iterable[TypedName]) -> Iterator[OutlineItem]:
        for name in names:
            item = self._item(kind, name.node, type_text(name.types) if name.types else "")
            if item:
                yield item

    def _operator(self, operator: Action | Axiom | AbstractTask) -> OutlineItem:
        node = operator.node
        whole = self.file.span(node.place) if node else Span(0, 0)
        children = list(self._typed(OutlineKind.PARAMETER, operator.parameters))
        name_node: Node | None = None
        if isinstance(operator, Axiom):
            kind, name = OutlineKind.AXIOM, operator.predicate
            name_node = _head_of(node)
        elif isinstance(operator, AbstractTask):
            kind, name, name_node = OutlineKind.TASK, operator.name, operator.name_node
        else:
            kind, name, name_node = OutlineKind.ACTION, operator.name, operator.name_node
            children += self._slots(operator)
        name_span = self.file.span(name_node.place) if name_node else Span(whole.start, whole.start)
        text = name_node.text if name_node else name
        detail = typed_list(operator.parameters)
        return OutlineItem(kind, text or "(no name)", detail, whole, name_span, tuple(children))

    def _slots(self, action: Action) -> Iterator[OutlineItem]:
        """The slots of an action other than its parameters."""
        items = action.node.items if isinstance(action.node, List) else []
        for keyword, value in pairwise(items):
            is_slot = isinstance(keyword, Atom) and keyword.key in SLOTS - {":parameters"}
            if is_slot and not (isinstance(value, Atom) and value.key in SLOTS):
                name = self.file.span(keyword.place)
                whole = Span(name.start, self.file.span(value.place).end)
                yield OutlineItem(OutlineKind.SLOT, keyword.text, "", whole, name)

    def _item(
        self, kind: OutlineKind, name: Node | None, detail: str, node: Node | None = None
    ) -> OutlineItem | None:
        if name is None:
            return None
        name_span = self.file.span(name.place)
        whole = self.file.span((node or name).place)
        return OutlineItem(kind, name.text, detail, whole, name_span)


def _head_of(axiom: Node | None) -> Node | None:
    """The predicate `p` of `(:derived (p ?x) φ)`."""
    head = axiom.items[1] if isinstance(axiom, List) and len(axiom.items) > 1 else None
    return head.items[0] if isinstance(head, List) and head.items else None


def _detail(model: SectionModel) -> str:
    if model.requirements:
        return " ".join(node.text for node in model.requirements)
    count = len(model.types) + len(model.names) + len(model.predicates) + len(model.functions)
    return str(count) if count else ""
