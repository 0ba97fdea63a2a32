"""Views of a model: types, predicates by action, enabling actions, and the initial state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from plancore.formula.printing import type_text
from plancore.memo import lazy
from plancore.model.domain import Domain, Function, Predicate
from plancore.model.formula import TypedName
from plancore.model.problem import Problem
from plancore.occurrences import NameRole, SymbolKind, occurrences_of
from plancore.phrases import count_of, some_of
from plancore.report import document as doc
from plancore.report.files import place_piece, where
from plancore.report.lines import Piece, Tone, line, visible
from plancore.report.plots import Arc, Arcs, Tree
from plancore.simulate.atoms import UndecidedError, show_value
from plancore.simulate.task import Task
from plancore.snapshot import DefinitionSnapshot, FileSnapshot

_MOST_ACTIONS: Final = 40
"""The maximum number of columns of the table of predicates."""
_MOST_FACTS: Final = 200
"""The maximum number of facts listed of a predicate."""
_MOST_ARCS: Final = 120
_LETTERS: Final = {
    NameRole.NEEDS: "needs",
    NameRole.NEEDS_FALSE: "needs not",
    NameRole.ADDS: "+",
    NameRole.DELETES: "-",
    NameRole.CHANGES: "~",
}
"""The labels for an action's uses of a predicate, in the order within a cell."""


@dataclass(frozen=True)
class Model:
    """A domain and, on request, a problem of it."""

    kind: ClassVar[str] = "model"

    file: FileSnapshot
    definition: DefinitionSnapshot
    problem: Problem | None = None
    problem_name: str = ""

    @property
    def domain(self) -> Domain:
        """The domain."""
        return self.definition.domain

    @lazy
    def uses(self) -> Mapping[str, Mapping[str, frozenset[NameRole]]]:
        """The roles of each predicate and function, by action or axiom."""
        found: dict[str, dict[str, set[NameRole]]] = {a.name: {} for a in self.domain.actions}
        environment = self.definition.environment
        for section, model in self.definition.sections:
            users = [action.name for action in model.actions]
            users += [f"(:derived {axiom.predicate})" for axiom in model.axioms]
            if not users:
                continue
            for each in occurrences_of(section, model, section.head):
                if each.kind_in(environment) in _USED and each.role in _LETTERS:
                    for user in users:
                        found.setdefault(user, {}).setdefault(each.name, set()).add(each.role)
        return {
            user: {name: frozenset(roles) for name, roles in of.items()}
            for user, of in found.items()
        }

    @lazy
    def enabled(self) -> Sequence[tuple[str, str, tuple[str, ...]]]:
        """Triples of an action, an action that it enables, and the names of the predicates or
        functions by which it does: it makes them true or false as needed, or changes their
        values."""
        found = []
        for giver, given in self.uses.items():
            for taker, taken in self.uses.items():
                names = tuple(
                    name
                    for name, roles in given.items()
                    if _gives(roles, taken.get(name, frozenset()))
                )
                if names:
                    found.append((giver, taker, names))
        return found


_USED: Final = (SymbolKind.PREDICATE, SymbolKind.FUNCTION)


def _gives(given: frozenset[NameRole], taken: frozenset[NameRole]) -> bool:
    makes_true = NameRole.ADDS in given and NameRole.NEEDS in taken
    makes_false = NameRole.DELETES in given and NameRole.NEEDS_FALSE in taken
    return makes_true or makes_false or (NameRole.CHANGES in given and NameRole.NEEDS in taken)


def headline(model: Model) -> str:
    """The numbers of types, predicates and actions."""
    domain = model.domain
    counts = (
        count_of(len(domain.types), "type"),
        count_of(len(domain.predicates), "predicate"),
        count_of(len(domain.actions), "action"),
    )
    return f"{domain.name}: {', '.join(counts)}"


def document(model: Model, detail: doc.Detail) -> doc.Document:
    """The views in order; on a page some are drawings."""
    title = line(Piece(visible(model.file.name), Tone.TITLE))
    return doc.Document("Model", title, _blocks(model, is_page=detail is doc.Detail.FULL))


def _blocks(model: Model, *, is_page: bool) -> Iterator[doc.Block]:
    domain, problem = model.domain, model.problem
    yield doc.Paragraph([line(visible(headline(model)))])
    figures = [("requirements", " ".join(domain.requirements) or "–")]
    if problem is not None:
        figures += [("objects", f"{len(problem.objects):,}"), ("facts", f"{len(problem.init):,}")]
    yield doc.KeyFigures(figures)
    if domain.types:
        yield doc.Section("Types", [_types(domain, problem, is_page=is_page)])
    if domain.predicates or domain.functions:
        note = "needs it, makes it true (+) or false (-), changes its value (~)"
        yield doc.Section("Predicates by actions", _matrix(model), note)
    if model.enabled:
        yield doc.Section("Actions", _graph(model, is_page=is_page), "what each enables")
    if problem is not None:
        yield doc.Section("Initial state", _init(model, problem), visible(model.problem_name))


# Types


def _types(domain: Domain, problem: Problem | None, *, is_page: bool) -> doc.Block:
    """The tree of types, each with its direct objects."""
    objects: dict[str, list[str]] = {}
    for each in (*domain.constants, *(problem.objects if problem else ())):
        for name in each.types or ("object",):
            objects.setdefault(name, []).append(each.name)
    rows = list(_below("object", _children(domain), 0, frozenset()))
    named = [(depth, visible(name), _some(objects.get(name, ()))) for depth, name in rows]
    if is_page:
        return doc.Plots([Tree("Types", named)])
    items = [
        doc.ListItem(line(f"{'  ' * depth}{name}", Piece(f"  {note}" if note else "", Tone.DIM)))
        for depth, name, note in named
    ]
    return doc.List(items)


def _children(domain: Domain) -> Mapping[str, Sequence[str]]:
    below: dict[str, list[str]] = {}
    for name, parents in domain.hierarchy.stated_parents.items():
        for parent in parents or ("object",):
            if name != parent:
                below.setdefault(parent, []).append(name)
    return below


def _below(
    name: str, children: Mapping[str, Sequence[str]], depth: int, above: frozenset[str]
) -> Iterator[tuple[int, str]]:
    """A type and its subtypes with their depths, below each parent. Cycles are not followed."""
    todo = [(depth, name, above)]
    while todo:
        depth, name, above = todo.pop()
        yield depth, name
        if name not in above:
            inner = above | {name}
            below = [(depth + 1, child, inner) for child in children.get(name, ())]
            todo.extend(each for each in reversed(below) if each[1] not in inner)


def _some(names: Sequence[str]) -> str:
    return some_of(names, 5, text=visible)


# Predicates by actions


def _matrix(model: Model) -> Iterator[doc.Block]:
    users = [*model.uses][:_MOST_ACTIONS]
    rows: list[list[doc.Cell]] = []
    declared: tuple[Predicate | Function, ...] = model.domain.predicates
    declared += model.domain.functions
    for each in declared:
        node = each.name_node
        at = where(model.file, None if node is None else node.place)
        written = f"({' '.join((each.name, *_parameters(each.parameters)))})"
        cells: list[doc.Cell] = [place_piece(written, at, Tone.PLAIN)._replace(is_code=True)]
        for user in users:
            roles = model.uses[user].get(each.name, frozenset())
            cells.append(" ".join(text for role, text in _LETTERS.items() if role in roles))
        if not any(each.name in of for of in model.uses.values()):
            cells[1:2] = [Piece("not used", Tone.DIM)]
        rows.append(cells)
    yield doc.Table(doc.columns("", *map(visible, users)), rows)
    yield doc.left_out(len(model.uses) - len(users), "actions")


def _parameters(parameters: Iterable[TypedName]) -> Iterator[str]:
    for each in parameters:
        yield f"{each.name} - {type_text(each.types)}" if each.types else each.name


# Enabling actions


def _graph(model: Model, *, is_page: bool) -> Iterator[doc.Block]:
    names = [*model.uses][:_MOST_ARCS]
    numbers = {name: number for number, name in enumerate(names)}
    arcs = [
        Arc(numbers[giver], numbers[taker], ", ".join(map(visible, given)))
        for giver, taker, given in model.enabled
        if giver in numbers and taker in numbers
    ]
    rows: list[list[doc.Cell]] = [
        [Piece(visible(giver), is_code=True), Piece(visible(taker), is_code=True), ", ".join(given)]
        for giver, taker, given in model.enabled
    ]
    table = doc.Table(doc.columns("action", "enables", "by"), rows)
    if is_page:
        note = "from each action to those that it enables, which have the dot"
        yield doc.Plots([Arcs("Actions", [*map(visible, names)], arcs)], note)
        yield doc.left_out(len(model.uses) - len(names), "actions")
        yield doc.Details(line("as a table"), [table])
    else:
        yield table


# The initial state


def _init(model: Model, problem: Problem) -> Iterator[doc.Block]:
    """A table for each predicate, then the values of functions."""
    try:
        state = Task(model.domain, problem).initial
    except UndecidedError as error:
        yield doc.Paragraph([line(Piece(f"not known: {visible(error.reason)}", Tone.FAILING))])
        return
    facts: dict[str, list[tuple[str, ...]]] = {}
    for name, *args in sorted(state.facts):
        facts.setdefault(name, []).append(tuple(args))
    declared = {each.name: each for each in model.domain.predicates}
    for name, found in facts.items():
        parameters = declared[name].parameters if name in declared else ()
        width = max(map(len, found))
        titles = [each.name for each in parameters][:width]
        titles += [""] * (width - len(titles))
        rows = [[visible(word) for word in args] for args in found[:_MOST_FACTS]]
        title = line(Piece(visible(name), is_code=True))
        table: list[doc.Block] = [doc.Table(doc.columns(*titles), rows)] if width else []
        more = doc.left_out(len(found) - len(rows), "facts")
        yield doc.Section(
            title, [*table, more], count_of(len(found), "fact"), anchor=f"init-{name}"
        )
    if state.values:
        values: list[list[doc.Cell]] = [
            [Piece(visible(f"({' '.join(fluent)})"), is_code=True), show_value(value)]
            for fluent, value in sorted(state.values.items())[:_MOST_FACTS]
        ]
        table = [doc.Table(doc.columns("function", "value", numbers=(1,)), values)]
        rest = doc.left_out(len(state.values) - len(values), "values")
        yield doc.Section("values", [*table, rest])
