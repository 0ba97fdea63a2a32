"""Comparison of what two domains declare: requirements, types, constants, predicates, functions,
axioms, constraints, and sections that are kept as text, such as methods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from functools import partial
from typing import Final

from plancore.compare.changes import ChangeKind
from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.canonical import kept_meaning, kept_text
from plancore.formula.conditions import condition_key
from plancore.formula.printing import AS_WRITTEN, Naming, formula_text, head_text, type_text
from plancore.grouping import grouped
from plancore.model.domain import (
    OBJECT,
    Axiom,
    Domain,
    Function,
    Predicate,
    UnparsedKind,
    UnparsedSection,
)
from plancore.model.formula import TypedName
from plancore.model.record import record
from plancore.syntax.nodes import Node, Place


class Declared(StrEnum):
    """The kinds of declarations. The value is the section's keyword without the colon, except for
    sections and slots of actions that the model does not represent."""

    REQUIREMENT = "requirements"
    TYPE = "types"
    CONSTANT = "constants"
    PREDICATE = "predicates"
    FUNCTION = "functions"
    AXIOM = "derived"
    CONSTRAINTS = "constraints"
    TASK = "task"
    METHOD = "method"
    SECTION = "sections"
    SLOT = "slots"
    OBJECT = "objects"

    @property
    def noun(self) -> str:
        """The noun for one declaration."""
        return _NOUNS.get(self.value, self.value.removesuffix("s"))

    @property
    def keyword(self) -> str:
        """The keyword to show before a declaration; empty if its text has one."""
        return "" if self in (Declared.SECTION, Declared.SLOT) else f":{self.value}"


KEPT: Final = {
    Declared.TASK: UnparsedKind.TASK,
    Declared.METHOD: UnparsedKind.METHOD,
    Declared.SECTION: UnparsedKind.SECTION,
    Declared.SLOT: UnparsedKind.SLOT,
}
"""The kinds that are compared as text."""

_NOUNS: Final = {"derived": "axiom", "constraints": "constraints"}


@record
class DeclarationChange:
    """A declaration that one side lacks, or that differs. `name` is the reference's, or the learned
    domain's if only that has it. The texts are as declared on each side; empty on the side that
    lacks it."""

    kind: ChangeKind
    what: Declared
    name: str
    learned_text: str = ""
    reference_text: str = ""
    learned_node: Node | None = None
    reference_node: Node | None = None

    @property
    def learned_place(self) -> Place | None:
        """The place in the learned file; None also for requirements."""
        return None if self.learned_node is None else self.learned_node.place

    @property
    def reference_place(self) -> Place | None:
        """The place in the reference; None also for requirements."""
        return None if self.reference_node is None else self.reference_node.place


@record
class DeclaredItem:
    """One declaration: its meaning under the reference's names, and how to print it. Printing is
    deferred, because few declarations of a large domain are shown."""

    meaning: object
    print: Callable[[], str] = field(compare=False)
    node: Node | None = None

    @property
    def text(self) -> str:
        """The text to show."""
        return self.print()


_NO_NAMES: Final[Mapping[str, str]] = {}

_IMPLIED: Final = {
    ":adl": (
        ":strips",
        ":typing",
        ":negative-preconditions",
        ":disjunctive-preconditions",
        ":equality",
        ":existential-preconditions",
        ":universal-preconditions",
        ":conditional-effects",
    ),
    ":quantified-preconditions": (":existential-preconditions", ":universal-preconditions"),
    ":fluents": (":numeric-fluents",),
}


def compare_declarations(
    learned: Domain, reference: Domain, correspondence: Correspondence = SAME_NAMES
) -> tuple[DeclarationChange, ...]:
    """All differences between the declarations of two domains, section by section. Names of
    parameters and the order of declarations do not matter. Requirements such as `:adl` are
    expanded, and `:strips` is ignored."""
    same: tuple[Declared, ...] = ()
    if correspondence.is_identity and learned.predicates == reference.predicates:
        same = (Declared.PREDICATE,)  # most declarations of a large domain are predicates
    ours = declared(learned, correspondence.to_reference, correspondence.actions, without=same)
    theirs = declared(reference, without=same)
    changes = (change for kind in ours for change in differences(kind, ours[kind], theirs[kind]))
    return tuple(change for change in changes if not _is_annotation(change))


def _is_annotation(change: DeclarationChange) -> bool:
    """Whether it is an extra annotation of possible literals, which are compared instead."""
    is_slot = change.name.endswith((" :poss-precondition", " :poss-effect"))
    return is_slot and change.kind is ChangeKind.EXTRA


def declared(
    domain: Domain,
    naming: Naming = AS_WRITTEN,
    actions: Mapping[str, str] = _NO_NAMES,
    *,
    without: Collection[Declared] = (),
) -> dict[Declared, dict[str, DeclaredItem]]:
    """The declarations of a domain, section by section, except the sections in `without`. Names are
    those of `naming`; `actions` renames the actions that methods mention."""
    sections: dict[Declared, Callable[[], dict[str, DeclaredItem]]] = {
        Declared.REQUIREMENT: lambda: _requirements(domain),
        Declared.TYPE: lambda: _types(domain, naming),
        Declared.CONSTANT: lambda: typed_entries(domain.constants, naming),
        Declared.PREDICATE: lambda: _predicates(domain, naming),
        Declared.FUNCTION: lambda: _functions(domain, naming),
        Declared.AXIOM: lambda: _axioms(domain, naming),
        Declared.CONSTRAINTS: lambda: _constraints(domain, naming),
        **{what: partial(_kept, domain, kind, naming, actions) for what, kind in KEPT.items()},
    }
    return {kind: entries() for kind, entries in sections.items() if kind not in without}


def predicate_text(predicate: Predicate, naming: Naming = AS_WRITTEN) -> str:
    """`(on ?a ?b - block)`."""
    name = naming.predicates.get(predicate.name, predicate.name)
    return head_text(name, predicate.parameters, naming)


def function_text(function: Function, naming: Naming = AS_WRITTEN) -> str:
    """`(distance ?a ?b - place) - number`."""
    name = naming.functions.get(function.name, function.name)
    text = head_text(name, function.parameters, naming)
    returns = function.returns
    return f"{text} - {'number' if returns == ('number',) else type_text(returns, naming)}"


def stated_requirements(requirements: Iterable[str]) -> list[str]:
    """The requirements with compound ones, such as `:adl`, expanded; without duplicates."""
    stated: dict[str, None] = {}
    for name in requirements:
        stated.update(dict.fromkeys(_IMPLIED.get(name, (name,))))
    return list(stated)


def real_requirements(requirements: Iterable[str]) -> list[str]:
    """The expanded requirements without `:strips`, which planners support and few files state."""
    return [name for name in stated_requirements(requirements) if name != ":strips"]


def axiom_text(axiom: Axiom, naming: Naming = AS_WRITTEN) -> str:
    """`(:derived (above ?a ?b) (on ?a ?b))`."""
    name = naming.predicates.get(axiom.predicate, axiom.predicate)
    return (
        f"(:derived {head_text(name, axiom.parameters, naming)} {formula_text(axiom.body, naming)})"
    )


def differences(
    kind: Declared, ours: Mapping[str, DeclaredItem], theirs: Mapping[str, DeclaredItem]
) -> Iterator[DeclarationChange]:
    """Yield missing and changed entries in the order of the reference, then extra ones."""
    for name, entry in theirs.items():
        mine = ours.get(name)
        if mine is None:
            yield DeclarationChange(
                ChangeKind.MISSING, kind, name, "", entry.text, None, entry.node
            )
        elif mine.meaning != entry.meaning:
            yield DeclarationChange(
                ChangeKind.CHANGED, kind, name, mine.text, entry.text, mine.node, entry.node
            )
    for name, entry in ours.items():
        if name not in theirs:
            yield DeclarationChange(ChangeKind.EXTRA, kind, name, entry.text, "", entry.node)


def _requirements(domain: Domain) -> dict[str, DeclaredItem]:
    return {
        name: DeclaredItem(None, partial(str, name))
        for name in real_requirements(domain.requirements)
    }


def _types(domain: Domain, naming: Naming) -> dict[str, DeclaredItem]:
    """The types, also those that occur only as a supertype."""
    parents = domain.hierarchy.stated_parents
    nodes = {declared.name: declared.node for declared in reversed(domain.types)}
    implied = (above for types in parents.values() for above in types)
    entries: dict[str, DeclaredItem] = {}
    for name in (*parents, *implied):
        theirs = naming.types.get(name, name)
        if theirs != OBJECT and theirs not in entries:
            above = parents.get(name, ())
            shown = partial(_typed_text, name, above)
            entries[theirs] = DeclaredItem(naming.type_names(above), shown, nodes.get(name))
    return entries


def typed_entries(names: Iterable[TypedName], naming: Naming) -> dict[str, DeclaredItem]:
    """Constants or objects by their reference names."""
    entries: dict[str, DeclaredItem] = {}
    for declared in names:
        name = naming.terms.get(declared.name, declared.name)
        shown = partial(_typed_text, declared.name, declared.types)
        entries.setdefault(
            name, DeclaredItem(naming.type_names(declared.types), shown, declared.node)
        )
    return entries


def _predicates(domain: Domain, naming: Naming) -> dict[str, DeclaredItem]:
    entries: dict[str, DeclaredItem] = {}
    for predicate in domain.predicates:
        name = naming.predicates.get(predicate.name, predicate.name)
        meaning = _types_of(predicate.parameters, naming)
        shown = partial(predicate_text, predicate)
        entries.setdefault(name, DeclaredItem(meaning, shown, predicate.node))
    return entries


def _functions(domain: Domain, naming: Naming) -> dict[str, DeclaredItem]:
    entries: dict[str, DeclaredItem] = {}
    for function in domain.functions:
        name = naming.functions.get(function.name, function.name)
        meaning = (_types_of(function.parameters, naming), naming.type_names(function.returns))
        shown = partial(function_text, function)
        entries.setdefault(name, DeclaredItem(meaning, shown, function.node))
    return entries


def _axioms(domain: Domain, naming: Naming) -> dict[str, DeclaredItem]:
    """The axioms by the predicate they derive; all axioms of a predicate are one entry."""
    names = naming.predicates
    groups = grouped((names.get(each.predicate, each.predicate), each) for each in domain.axioms)
    return {
        name: DeclaredItem(
            frozenset(_axiom_meaning(axiom, naming) for axiom in group),
            partial(_axiom_texts, group),
            group[0].node,
        )
        for name, group in groups.items()
    }


def _constraints(domain: Domain, naming: Naming) -> dict[str, DeclaredItem]:
    formula = domain.constraints
    if formula is None:
        return {}
    shown = partial(formula_text, formula)
    return {"constraints": DeclaredItem(condition_key(formula, naming), shown, formula.node)}


def _kept(
    domain: Domain, kind: UnparsedKind, naming: Naming, actions: Mapping[str, str]
) -> dict[str, DeclaredItem]:
    """The sections kept as text, by name; all of one name are one entry."""
    groups = grouped((each.name, each) for each in domain.kept if each.kind is kind)
    return {
        name: DeclaredItem(
            tuple(sorted(kept_meaning(each, naming, actions) for each in group)),
            partial(_kept_texts, group),
            group[0].node,
        )
        for name, group in groups.items()
    }


def _kept_texts(group: Sequence[UnparsedSection]) -> str:
    """The texts of sections; of a task or method without its keyword."""
    shown = {UnparsedKind.SECTION: "({0} {1})", UnparsedKind.SLOT: "{0} {1}"}
    return " ".join(
        shown.get(kept.kind, "{1}").format(kept.name, kept_text(kept)) for kept in group
    )


def _typed_text(name: str, types: tuple[str, ...]) -> str:
    return f"{name} - {type_text(types)}"


def _axiom_texts(axioms: Sequence[Axiom]) -> str:
    return " ".join(map(axiom_text, axioms))


def _axiom_meaning(axiom: Axiom, naming: Naming) -> object:
    parameters = _in_their_order(axiom, naming)
    numbered = {parameter.name: f"?{k}" for k, parameter in enumerate(parameters)}
    body = condition_key(axiom.body, naming.with_terms(numbered))
    return _types_of(parameters, naming), body


def _in_their_order(axiom: Axiom, naming: Naming) -> Sequence[TypedName]:
    """The parameters of an axiom in the order of the predicate's counterpart."""
    shape, parameters = naming.shapes.get(axiom.predicate), axiom.parameters
    if shape is None or {*shape.places} != {*range(len(parameters))}:
        return parameters
    return [parameters[place] for place in shape.places if place is not None]


def _types_of(names: Iterable[TypedName], naming: Naming) -> tuple[tuple[str, ...], ...]:
    return tuple([naming.type_names(name.types) for name in names])
