"""Part of a condition made a derived predicate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from plancore.diagnostic import Fix
from plancore.formula.printing import typed_list
from plancore.lower.environment import Environment
from plancore.model.domain import Action
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TypedName
from plancore.model.requirements import closure
from plancore.occurrences import Occurrence, SymbolKind, occurrences_of
from plancore.patch.declare import declare_list, declare_name
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.tree import Section

_TIMES: Final = (("at", "start"), ("at", "end"), ("over", "all"))
_QUANTIFIERS: Final = ("forall", "exists")
_CONNECTIVES: Final = ("and", "or", "not", "imply", *_QUANTIFIERS)
_NAME: Final = "condition"


class _Selected(NamedTuple):
    """Neighbouring parts of a condition, of the action in `section`."""

    definition: DefinitionSnapshot
    section: Section
    action: Action
    parts: Sequence[Node]

    @property
    def place(self) -> Place:
        """All of it."""
        return Place(self.parts[0].form, self.parts[0].start, self.parts[-1].end)

    @property
    def text(self) -> str:
        """One formula."""
        text = self.place.form.text[self.place.start : self.place.end]
        return text if len(self.parts) == 1 else f"(and {text})"


def extract_predicate(file: FileSnapshot, span: Span) -> Fix | None:
    """The fix that makes what is selected in the precondition of an action a derived predicate.

    Its parameters are the variables that what is selected takes from around it. None where no
    whole parts of a precondition are selected, and where parentheses are wrong.
    """
    selected = None if file.tree.problems else _selected(file, span)
    if selected is None:
        return None
    definition, environment = selected.definition, selected.definition.environment
    parameters = tuple(_free_variables(selected))
    name = _fresh(environment)
    head = " ".join((name, *(parameter.name for parameter in parameters)))
    declared = " ".join(filter(None, (name, typed_list(parameters))))
    edits = [
        PlaceEdit(selected.place, f"({head})"),
        declare_list(definition, ":predicates", f"({declared})"),
        _axiom(selected.section, f"(:derived ({declared})\n    {selected.text})"),
    ]
    if ":derived-predicates" not in closure(environment.requirements):
        edits.append(declare_name(definition, ":requirements", ":derived-predicates"))
    if any(edit is None for edit in edits):
        return None
    made = tuple(file.edit(edit) for edit in edits if edit is not None)
    return Fix(f"Make this a derived predicate `{name}`", made)


def _selected(file: FileSnapshot, span: Span) -> _Selected | None:
    for definition in file.definitions:
        for section, model in definition.sections:
            for action in model.actions:
                node = action.precondition_node
                if type(node) is List and file.span(node.place).contains(span.start):
                    start = file.tree.start(node.form)
                    parts = _parts(node, span.shifted(-start))
                    return _Selected(definition, section, action, parts) if parts else None
    return None


def _parts(around: List, span: Span) -> Sequence[Node]:
    """The neighbours in a list that `span` covers, and nothing else; empty where it cuts one.

    A time such as `at start` has no truth of its own to be derived.
    """
    inside = [item for item in around.items if item.start < span.end and span.start < item.end]
    is_covered = span.start <= around.start and around.end <= span.end
    if is_covered or span.start == span.end:
        return [around] if is_covered and not _is_timed(around) else []
    if len(inside) == 1 and type(inside[0]) is List and not _covers(span, inside[0]):
        return _parts(inside[0], span)
    wanted = inside and all(type(item) is List and _covers(span, item) for item in inside)
    is_whole = around.head == "and" or len(inside) == 1
    if not wanted or not is_whole or any(_is_timed(item) for item in inside):
        return []
    # Behind a quantifier the list of variables is no formula.
    is_formula = inside[0] is around.items[-1] if around.head in _QUANTIFIERS else True
    return inside if around.head in _CONNECTIVES and is_formula else []


def _covers(span: Span, node: Node) -> bool:
    return span.start <= node.start and node.end <= span.end


def _is_timed(node: Node) -> bool:
    """Whether it is `(at start …)`, `(at end …)` or `(over all …)`."""
    time = node.items[1] if type(node) is List and len(node.items) == 3 else None
    return type(node) is List and type(time) is Atom and (node.head, time.key) in _TIMES


def _free_variables(selected: _Selected) -> Iterator[TypedName]:
    """The variables in it that are bound outside of it, each once, in order."""
    place = selected.place
    told: set[str] = set()
    for occurrence in _occurrences(selected):
        binder = occurrence.binder
        if occurrence.kind is not SymbolKind.VARIABLE or binder is None or binder.node is None:
            continue
        is_own = place.start <= binder.node.start < place.end
        if not is_own and binder.name not in told:
            told.add(binder.name)
            yield TypedName(binder.name, binder.types)


def _occurrences(selected: _Selected) -> Iterator[Occurrence]:
    place = selected.place
    for section, model in selected.definition.sections:
        if section is selected.section:
            for occurrence in occurrences_of(section, model, place.form):
                if place.start <= occurrence.start < place.end:
                    yield occurrence


def _fresh(environment: Environment) -> str:
    taken = environment.predicates.keys() | environment.functions.keys()
    names = (f"{_NAME}-{number}" if number else _NAME for number in count())
    return next(name for name in names if name not in taken)


def _axiom(section: Section, text: str) -> PlaceEdit:
    """The axiom in front of the action, whose line it takes."""
    form = section.head
    return PlaceEdit(form.place(0, 0), f"{text}\n\n  ")
