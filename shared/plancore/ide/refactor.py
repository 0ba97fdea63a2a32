"""Refactorings that keep the meaning of a text, and many fixes applied at once.

When all fixes are applied, fixes of the remaining diagnostics follow, until none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, Edit, Fix, Severity, apply_edits
from plancore.formula.printing import typed_list
from plancore.ide.shape import lists
from plancore.lower.environment import Environment
from plancore.lower.section import AtomUse, Use
from plancore.model.domain import Action, ActionKind, Axiom
from plancore.model.finding import PlaceEdit
from plancore.model.formula import TypedName
from plancore.model.requirements import MEANING, closure
from plancore.occurrences import Occurrence, SymbolKind, occurrences_of
from plancore.patch.declare import declare_list, declare_name
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span, changed_span
from plancore.syntax.nodes import Atom, List, Node, Place
from plancore.syntax.tree import Section

_MOST_ROUNDS: Final = 8

Check = Callable[[FileSnapshot], Iterable[Diagnostic]]
"""Returns all diagnostics of a text."""


def fix_all(file: FileSnapshot, check: Check, *, unsafe: bool = False) -> Fix | None:
    """A fix of all safe fixes, and with `unsafe` the first of each error; None if none."""
    return _at_once("Apply all safe fixes", file, check, _error_fix if unsafe else _safe_fix)


def remove_unused(file: FileSnapshot, check: Check) -> Fix | None:
    """A fix that removes all unused declarations, including those that only unused ones use."""
    return _at_once("Remove all unused declarations", file, check, _removal)


def _safe_fix(diagnostic: Diagnostic) -> Fix | None:
    return next((fix for fix in diagnostic.fixes if fix.safe), None)


def _error_fix(diagnostic: Diagnostic) -> Fix | None:
    first = diagnostic.fixes[0] if diagnostic.fixes else None
    return _safe_fix(diagnostic) or (first if diagnostic.severity is Severity.ERROR else None)


def _removal(diagnostic: Diagnostic) -> Fix | None:
    return diagnostic.fixes[0] if diagnostic.unnecessary and diagnostic.fixes else None


def _at_once(
    title: str, file: FileSnapshot, check: Check, choose: Callable[[Diagnostic], Fix | None]
) -> Fix | None:
    rounds: list[tuple[Edit, ...]] = []
    current = file
    while len(rounds) < _MOST_ROUNDS:
        fixes = (choose(diagnostic) for diagnostic in check(current))
        edits = _compatible(fix for fix in fixes if fix and fix.file in (None, file.name))
        if not edits:
            break
        rounds.append(edits)
        current = FileSnapshot.of(apply_edits(current.text, edits), file.name, current)
    if not rounds or current.text == file.text:
        return None
    # Edits of later rounds refer to a text that the client does not have.
    edits = rounds[0] if len(rounds) == 1 else (Edit(*changed_span(file.text, current.text)),)
    return Fix(title, edits)


def _compatible(fixes: Iterable[Fix]) -> tuple[Edit, ...]:
    """The edits of all fixes that do not touch those of an earlier fix."""
    taken: list[Edit] = []
    for fix in fixes:
        if not any(_touch(edit, other) for edit in fix.edits for other in taken):
            taken += fix.edits
    return tuple(sorted(taken, key=lambda edit: edit.span))


def _touch(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end


_ORDER: Final = {requirement: number for number, requirement in enumerate(MEANING)}


def sort_requirements(file: FileSnapshot, definition: DefinitionSnapshot) -> Fix | None:
    """A fix that sorts the requirements of a definition; None if they are sorted.

    Unknown requirements come last, in their order. Only the words change places: blanks, line
    breaks and comments between them stay.
    """
    edits: list[Edit] = []
    for model in definition.models:
        ranked = sorted(model.requirements, key=_rank)
        edits += [
            Edit(file.span(place.place), node.text)
            for place, node in zip(model.requirements, ranked, strict=True)
            if place.text != node.text
        ]
    return Fix("Sort the requirements", tuple(edits)) if edits else None


def _rank(node: Atom) -> int:
    return _ORDER.get(node.key, len(_ORDER))


# Extract a part of a condition to a derived predicate

_TIMES: Final = (("at", "start"), ("at", "end"), ("over", "all"))
_QUANTIFIERS: Final = ("forall", "exists")
_CONNECTIVES: Final = ("and", "or", "not", "imply", *_QUANTIFIERS)
_NAME: Final = "condition"


class _Selected(NamedTuple):
    """Consecutive parts of a condition, in the action in `section`."""

    definition: DefinitionSnapshot
    section: Section
    action: Action
    parts: Sequence[Node]

    @property
    def place(self) -> Place:
        return Place(self.parts[0].form, self.parts[0].start, self.parts[-1].end)

    @property
    def text(self) -> str:
        """The parts as one formula."""
        text = self.place.form.text[self.place.start : self.place.end]
        return text if len(self.parts) == 1 else f"(and {text})"


def extract_predicate(file: FileSnapshot, span: Span) -> Fix | None:
    """A fix that extracts the selected part of a precondition to a derived predicate.

    Its parameters are the variables that are bound outside the selection. None if the selection
    does not consist of whole parts of a precondition, or if the file has unmatched parentheses.
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
    return Fix(f"Extract derived predicate `{name}`", made)


def _selected(file: FileSnapshot, span: Span) -> _Selected | None:
    for definition in file.definitions:
        for section, model in definition.sections:
            for action in model.actions:
                node = action.precondition_node
                if type(node) is List and file.span(node.place).contains(span.start):
                    start = file.tree.start(node.form)
                    parts = _parts(node, span.shifted(-start))
                    # In a durative action only parts within a time specifier can be replaced.
                    if action.kind is ActionKind.DURATIVE and not _have_time_around(node, parts):
                        return None
                    formulas = [each for each in parts if type(each) is List]
                    if any(one.head == "preference" for each in formulas for one in lists(each)):
                        return None  # which no derived predicate may have
                    return _Selected(definition, section, action, parts) if parts else None
    return None


def _parts(around: List, span: Span) -> Sequence[Node]:
    """The consecutive items of a list that `span` covers exactly; empty if it cuts one.

    A time specifier such as `at start` cannot be part of a derived predicate.
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
    # The list of variables after a quantifier is not a formula.
    is_formula = inside[0] is around.items[-1] if around.head in _QUANTIFIERS else True
    return inside if around.head in _CONNECTIVES and is_formula else []


def _covers(span: Span, node: Node) -> bool:
    return span.start <= node.start and node.end <= span.end


def _is_timed(node: Node) -> bool:
    """Whether it is or contains `(at start …)`, `(at end …)` or `(over all …)`."""
    return any(True for _ in _timed(node))


def _have_time_around(node: Node, parts: Sequence[Node]) -> bool:
    """Whether `parts` are inside a time specifier in `node`."""
    return any(
        time.start < part.start and part.end < time.end for time in _timed(node) for part in parts
    )


def _timed(node: Node) -> Iterator[List]:
    stack = [node]
    while stack:
        part = stack.pop()
        if type(part) is not List:
            continue
        time = part.items[1] if len(part.items) == 3 else None
        if type(time) is Atom and (part.head, time.key) in _TIMES:
            yield part
        stack += part.items


def _free_variables(selected: _Selected) -> Iterator[TypedName]:
    """The variables in the selection that are bound outside of it, once each, in order."""
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
    """Insert the axiom before the action."""
    form = section.head
    return PlaceEdit(form.place(0, 0), f"{text}\n\n  ")


# Inline a derived predicate

_CONDITIONS: Final = (Use.CONDITION, Use.NEGATIVE_CONDITION, Use.GOAL)


class _Defined(NamedTuple):
    """The only axiom of a predicate: its variables and its body."""

    parameters: Sequence[Atom]
    body: List
    axiom: Axiom


def inline_predicate(file: FileSnapshot, offset: int) -> Fix | None:
    """A fix that replaces the atom at `offset` by the body of its axiom.

    None if there is no condition, if the predicate has several axioms or a recursive one, if a
    quantifier would capture an argument, or if the file has unmatched parentheses.
    """
    if file.tree.problems:
        return None
    for definition in file.definitions:
        use = _atom_at(file, definition, offset)
        node = use.atom.node if use else None
        if use is None or type(node) is not List:
            continue
        defined = _defined(definition, use.atom.predicate)
        if defined is None or len(defined.parameters) != len(node.items) - 1:
            return None
        text = _instance(definition, defined, [item.text for item in node.items[1:]])
        if text is None:
            return None
        title = f"Inline derived predicate `{use.atom.predicate}`"
        return Fix(title, (Edit(file.span(node.place), text),))
    return None


def _atom_at(file: FileSnapshot, definition: DefinitionSnapshot, offset: int) -> AtomUse | None:
    """The innermost atom of a condition around `offset`."""
    found = None
    for model in definition.models:
        for use in model.uses.atoms:
            node = use.atom.node
            if (
                use.use not in _CONDITIONS
                or type(node) is not List
                or not file.tree.holds(node.form)
            ):
                continue
            if file.span(node.place).contains(offset):
                found = use
    return found


def _defined(definition: DefinitionSnapshot, predicate: str) -> _Defined | None:
    axioms = [
        axiom
        for model in definition.models
        for axiom in model.axioms
        if axiom.predicate == predicate
    ]
    root = axioms[0].node if len(axioms) == 1 else None
    if type(root) is not List or len(root.items) != 3:
        return None
    head, body = root.items[1], root.items[2]
    if type(head) is not List or type(body) is not List:
        return None
    if any(node.head == predicate for node in lists(body)):
        return None
    nodes = [parameter.node for parameter in axioms[0].parameters]
    parameters = [node for node in nodes if type(node) is Atom]
    return _Defined(parameters, body, axioms[0]) if len(parameters) == len(nodes) else None


def _instance(
    definition: DefinitionSnapshot, defined: _Defined, arguments: Sequence[str]
) -> str | None:
    """The body with `arguments` in place of the parameters.

    None if a quantifier in the body would capture one of them.
    """
    body = defined.body
    if {atom.key for atom in _bound_inside(body)} & {text.lower() for text in arguments}:
        return None
    texts = {id(node): text for node, text in zip(defined.parameters, arguments, strict=True)}
    edits: list[Edit] = []
    for section, model in definition.sections:
        table = occurrences_of(section, model, body.form) if section.head is body.form else ()
        for name in table:
            text = texts.get(id(name.binder.node)) if name.binder else None
            if text is not None and body.start <= name.start < body.end:
                edits.append(Edit(Span(name.start, name.end).shifted(-body.start), text))
    return apply_edits(body.text, edits)


def _bound_inside(body: List) -> Iterator[Atom]:
    """The variables that quantifiers in a formula bind."""
    for node in lists(body):
        if node.head in ("forall", "exists") and len(node.items) > 1:
            variables = node.items[1]
            if type(variables) is List:
                yield from (item for item in variables.items if type(item) is Atom)
