"""Analyses of forms and definitions that several rules share.

**Invariant**: nothing here reports anything.

A summary has the names that a form mentions, as sets. It is cached with its form, so after an edit
only the edited form is summarised again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.diagnostic import Severity
from plancore.lower.applied import applied_in
from plancore.lower.environment import Environment, resolve
from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.resolution import Declared, Resolution
from plancore.lower.section import AtomUse, Scope, SectionModel, Use, Uses, ValueUse
from plancore.memo import Key, lazy
from plancore.model.domain import OBJECT, TypeNames
from plancore.model.formula import (
    Assign,
    AtomicFormula,
    Formula,
    FunctionTerm,
    Not,
    Term,
    Timed,
    TypedName,
    conjuncts,
    walk,
)
from plancore.model.requirements import has_extension
from plancore.snapshot import DefinitionSnapshot
from plancore.spelling import nearest
from plancore.syntax.nodes import Atom, Form, FormRole, List, Node

# Severity of undeclared names, depending on the dialect.


_NUMBER = ("number",)


def undeclared_severity(environment: Environment) -> Severity:
    """The severity of an undeclared name: a warning if types and functions may be defined
    elsewhere, otherwise an error.

    They may with a requirement that is not PDDL, such as `:arrays`, and if a function returns
    values of an undeclared type, such as `- integer` (PDDL.jl).
    """
    if has_extension(environment.requirements):
        return Severity.WARNING
    declared = environment.hierarchy.names
    for function in environment.functions.values():
        if function.returns != _NUMBER and not declared.issuperset(function.returns):
            return Severity.WARNING
    return Severity.ERROR


# Types inferred from uses, for declarations written by fixes.


def types_of(term: Term, scope: Scope, environment: Environment) -> TypeNames | None:
    """The declared types of a term, empty for `object`; None if it is not declared."""
    if type(term) is FunctionTerm:
        function = environment.functions.get(term.name)
        return function.returns if function else None
    if type(term) is not str:
        return None
    declared = scope.get(term) or environment.objects.get(term)
    return declared.types if declared else None


def covering(alternatives: Iterable[TypeNames | None], environment: Environment) -> TypeNames:
    """The narrowest type that includes all of `alternatives`; empty (`object`) if there is none.

    Unknown types, None, are ignored.
    """
    candidates = [types or (OBJECT,) for types in alternatives if types is not None]
    if not candidates:
        return ()
    hierarchy = environment.hierarchy
    common: frozenset[str] | None = None
    for types in candidates:
        for name in types:
            above = hierarchy.ancestors(name)
            common = above if common is None else common & above
    assert common is not None
    declared = sorted((common & hierarchy.names) - {OBJECT})
    if not declared:
        return ()
    return (max(declared, key=lambda name: len(hierarchy.ancestors(name))),)


def narrowest(alternatives: Iterable[TypeNames], environment: Environment) -> TypeNames | None:
    """The element of `alternatives` that is accepted wherever any of them is required.

    Undeclared types are ignored, because writing them again would add an error. None if they
    exclude each other, or if the narrowest is an `either`.
    """
    known = environment.hierarchy.names
    candidates = list(
        dict.fromkeys(
            types
            for types in alternatives
            if types and types != (OBJECT,) and known.issuperset(types)
        )
    )
    if not candidates:
        return ()
    for types in candidates:
        if len(types) == 1 and all(
            environment.accepts(candidate, types) for candidate in candidates
        ):
            return types
    return None


def fits(args: Sequence[Term], scope: Scope, declared: Declared, environment: Environment) -> bool:
    """Whether `declared` can be applied to `args`, judged by their number and known types."""
    if len(args) != len(declared.parameters):
        return False
    for arg, parameter in zip(args, declared.parameters, strict=True):
        types = types_of(arg, scope, environment)
        if types is not None and not environment.accepts(parameter.types, types):
            return False
    return True


def asked_for(uses: Uses, environment: Environment) -> Iterator[tuple[Node, TypeNames]]:
    """Each argument in a form with the types required at its position."""
    for declared, _, node, _ in applied_in(uses, environment):
        items = node.items[1:] if type(node) is List else ()
        for item, parameter in zip(items, declared.parameters, strict=False):
            yield item, parameter.types


def arguments(uses: Uses) -> Iterator[tuple[Node, Scope]]:
    """Each argument of an atom, a function or a task in a form, with the variables in scope."""
    for node, scope in (
        *((use.atom.node, use.scope) for use in uses.atoms),
        *((use.term.node, use.scope) for use in uses.functions),
        *((task.node, scope) for task, scope in uses.tasks),
    ):
        if type(node) is List:
            for item in node.items[1:]:
                yield item, scope


def truth_values(uses: Uses, resolution: Resolution) -> Iterator[tuple[ValueUse, bool]]:
    """Each `(= (p ?x) true)` of a predicate, which is not PDDL, and whether it should hold."""
    formulas = {id(use.term) for use in resolution.formulas}
    for value in uses.values if formulas else ():
        if id(value.term) in formulas and value.value in ("true", "false"):
            yield value, value.value == "true"


# Operators as written: the slots that are in the text.

_OPERATORS: Final = frozenset((":action", ":durative-action", ":process", ":event", ":method"))


def operator_list(model: SectionModel) -> List | None:
    """The list of an action, process, event or method; None for anything else."""
    if model.keyword not in _OPERATORS:
        return None
    operators = model.actions or model.methods
    node = operators[0].node if operators else None
    return node if type(node) is List else None


def lacks_parameters(model: SectionModel) -> bool:
    """Whether the form is an operator without `:parameters`, however misspelt."""
    root = operator_list(model)
    if root is None:
        return False
    keywords = [item.key for item in root.items if type(item) is Atom and item.key[0] == ":"]
    return ":parameters" not in keywords and nearest(":parameters", keywords[1:]) is None


def glued(uses: Uses, environment: Environment, key: str) -> Atom | None:
    """The variable `?x-t` of a form that stands for `?x - t`: `key` is `?x`, and `t` a type."""
    for names in uses.lists:
        for name in names:
            begins = name.name.startswith(f"{key}-")
            if begins and name.name[len(key) + 1 :] in environment.hierarchy.names:
                return name.node if type(name.node) is Atom else None
    return None


# All declarations of a definition, in textual order.


class Declaration(NamedTuple):
    """One declaration: the kind of its name, and its place. `node` is the whole declaration."""

    kind: str
    key: str
    name: Atom
    node: Node
    value: object


def declarations(model: SectionModel) -> tuple[Declaration, ...]:
    """The declarations of one section."""
    return tuple(_declarations(model))


def _declarations(model: SectionModel) -> Iterator[Declaration]:
    what = "constant" if model.keyword == ":constants" else "object"
    yield from _names("type", model.types)
    yield from _names(what, model.names)
    for kind, items in (
        ("predicate", model.predicates),
        ("function", model.functions),
        ("task", model.tasks),
        ("method", model.methods),
        ("action", model.actions),
    ):
        for item in items:
            if type(item.name_node) is Atom and item.node is not None:
                yield Declaration(kind, item.name, item.name_node, item.node, item)


def _names(kind: str, names: tuple[TypedName, ...]) -> Iterator[Declaration]:
    for name in names:
        if type(name.node) is Atom:
            yield Declaration(kind, name.name, name.node, name.node, name)


# A domain and a problem together: the atoms that can ever become true.

_RESOLVES: Final = Key[bool]("resolves")


def literals(condition: Formula) -> Iterator[AtomicFormula | Not]:
    """The literals that a condition always requires, at any time of a durative action."""
    stack = [condition]
    while stack:
        for part in conjuncts(stack.pop()):
            if type(part) is Timed:
                stack.append(part.body)
                continue
            atom = part.body if type(part) is Not else part
            if type(atom) is AtomicFormula and isinstance(part, AtomicFormula | Not):
                yield part


class Reachability:
    """An approximation of the atoms that can become true in `problem`."""

    def __init__(
        self, domain: DefinitionSnapshot, problem: DefinitionSnapshot, environment: Environment
    ) -> None:
        self.domain = domain
        self.problem = problem
        self.environment = environment
        self._known_facts: dict[str, frozenset[tuple[Term, ...]]] = {}

    @lazy
    def is_sound(self) -> bool:
        """Whether both are completely understood; only then can anything be excluded.

        A damaged effect or fact, or a section of an unknown dialect, may add what is missing. So
        may `:timeless` facts, which are not analysed here.
        """
        if any(model.timeless for model in self.domain.models):
            return False
        for definition in (self.domain, self.problem):
            for section, model in definition.sections:
                if model.uses.findings or model.uses.bare or section.head.problems:
                    return False
            if definition.definition.problems:
                return False
            if any(form.problems or form.role is FormRole.STRAY for form in definition.fact_forms):
                return False
            for form in definition.fact_forms:
                if fact_table(form) is None:
                    uses = lower_facts(form).uses
                    if uses.findings or uses.bare:
                        return False
        return all(self._resolves(section.head, model) for section, model in self.domain.sections)

    def _resolves(self, form: Form, model: SectionModel) -> bool:
        """Whether every name in a section of the domain is declared and fits; cached with the form.

        A misspelt predicate in an effect may be the one that a goal needs.
        """
        environment = self.domain.environment
        return form.memo.get(
            _RESOLVES,
            (model, environment),
            lambda: not any(resolve(model.uses, environment)) and not model.uses.unbound,
        )

    @lazy
    def domain_names(self) -> Summary:
        """All names that the domain mentions."""
        return union([summary(section.head, model) for section, model in self.domain.sections])

    @lazy
    def stated(self) -> frozenset[str]:
        """The predicates of the initial state."""
        summaries = [facts_summary(form).predicates for form in self.problem.fact_forms]
        return frozenset().union(*summaries)

    def is_assigned(self, function: str) -> bool:
        """Whether an effect assigns a value to `function`, independent of its old value."""
        return any(
            type(part) is Assign and part.operator == "assign" and part.target.name == function
            for model in self.domain.models
            for action in model.actions
            for part in walk(action.effect)
        )

    def may_hold(self, atom: AtomicFormula, scope: Scope) -> bool:
        """Whether some instance of `atom` may ever hold."""
        name = atom.predicate
        names = self.domain_names
        if name == "=" or name in names.derived or name not in self.environment.predicates:
            return True
        if any(self._unifies(atom.args, scope, u.atom.args, u.scope) for u in self._adders(name)):
            return True
        rows = self._facts(name)
        if atom.args in rows:
            return True
        if all(type(arg) is str and arg[0] != "?" for arg in atom.args):
            return False
        return any(self._unifies(atom.args, scope, row, {}) for row in rows)

    def _adders(self, predicate: str) -> list[AtomUse]:
        """The effects that add atoms of `predicate`."""
        return self._adders_by_name.get(predicate, [])

    @lazy
    def _adders_by_name(self) -> dict[str, list[AtomUse]]:
        adders: dict[str, list[AtomUse]] = {}
        for model in self.domain.models:
            for use in model.uses.atoms:
                if use.use is Use.ADD:
                    adders.setdefault(use.atom.predicate, []).append(use)
        return adders

    def _facts(self, predicate: str) -> frozenset[tuple[Term, ...]]:
        """The arguments of all facts of `predicate`, including uncertain facts."""
        facts = self._known_facts.get(predicate)
        if facts is None:
            rows: set[tuple[Term, ...]] = set()
            for form in self.problem.fact_forms if predicate in self.stated else ():
                table = fact_table(form)
                if table is not None:
                    rows.update(map(tuple, table.atoms.get(predicate, ())))
                    continue
                atoms = (use.atom for use in lower_facts(form).uses.atoms)
                rows.update(atom.args for atom in atoms if atom.predicate == predicate)
            facts = self._known_facts[predicate] = frozenset(rows)
        return facts

    def _unifies(
        self, args: tuple[Term, ...], scope: Scope, other_args: tuple[Term, ...], other_scope: Scope
    ) -> bool:
        """Whether two lists of terms may be the same objects, compared position by position."""
        if len(args) != len(other_args):
            return False
        for term, other_term in zip(args, other_args, strict=True):
            if type(term) is not str or type(other_term) is not str:
                continue
            if term[0] != "?" and other_term[0] != "?":
                if term != other_term:
                    return False
                continue
            types = self._types(term, scope)
            other_types = self._types(other_term, other_scope)
            if types is None or other_types is None:
                continue
            if not self.environment.hierarchy.overlaps(types, other_types):
                return False
        return True

    def _types(self, name: str, scope: Scope) -> tuple[str, ...] | None:
        declared = scope.get(name) if name[0] == "?" else self.environment.objects.get(name)
        return declared.types if declared else None


Names = frozenset[str]


class Summary(NamedTuple):
    """Names in lower case. `predicates` and `functions` include every use."""

    predicates: Names
    added: Names
    """Predicates that an effect adds."""
    derived: Names
    functions: Names
    read: Names
    """Functions whose value is read."""
    changed: Names
    """Functions that an effect or the initial state assigns or changes."""
    objects: Names
    """Arguments that are not variables."""
    types: Names
    tasks: Names


_NOTHING: Names = frozenset()
_SUMMARY: Final = Key[Summary]("summary")
_FACTS_SUMMARY: Final = Key[Summary]("summary of facts")


def summary(form: Form, model: SectionModel) -> Summary:
    """The names that a section mentions; cached with its form."""
    return form.memo.get(_SUMMARY, (model,), lambda: summarise(model.uses))


def facts_summary(form: Form) -> Summary:
    """The names that a piece of `:init` mentions; cached with the form."""
    return form.memo.get(_FACTS_SUMMARY, (), lambda: _summarised(form))


def _summarised(form: Form) -> Summary:
    table = fact_table(form)
    if table is None:
        return summarise(lower_facts(form).uses)
    objects: set[str] = set()
    for rows in (*table.atoms.values(), *table.fluents.values()):
        objects.update(*rows)
    fluents = frozenset(table.fluents)
    # `(f = 5)` assigns a value to `f`, although it is reported.
    changed = fluents.union(table.atoms) if "=" in objects else fluents
    return Summary(
        frozenset(table.atoms),
        _NOTHING,
        _NOTHING,
        fluents,
        _NOTHING,
        changed,
        frozenset(objects),
        _NOTHING,
        _NOTHING,
    )


def summarise(uses: Uses) -> Summary:
    """The names in `uses`."""
    predicates: set[str] = set()
    added: set[str] = set()
    derived: set[str] = set()
    functions: set[str] = set()
    read: set[str] = set()
    changed: set[str] = set()
    objects = {node.key for node in uses.constants}
    for atom_use in uses.atoms:
        atom, use = atom_use.atom, atom_use.use
        predicates.add(atom.predicate)
        if use is Use.ADD:
            added.add(atom.predicate)
        elif use is Use.DERIVED:
            derived.add(atom.predicate)
        for arg in atom.args:
            if type(arg) is str and arg[0] != "?":
                objects.add(arg)
    for term, use, _ in uses.functions:
        functions.add(term.name)
        (changed if use is Use.CHANGE or use is Use.INIT else read).add(term.name)
        for arg in term.args:
            if type(arg) is FunctionTerm:
                read.add(arg.name)
            elif type(arg) is str and arg[0] != "?":
                objects.add(arg)
    return Summary(
        frozenset(predicates),
        frozenset(added),
        frozenset(derived),
        frozenset(functions),
        frozenset(read),
        frozenset(changed),
        frozenset(objects),
        frozenset(uses.type_names()),
        frozenset([task.name for task, _ in uses.tasks]),
    )


def union(summaries: Sequence[Summary]) -> Summary:
    """All names of several forms."""
    if not summaries:
        return Summary(*[_NOTHING] * len(Summary._fields))
    return Summary(*[_NOTHING.union(*column) for column in zip(*summaries, strict=True)])
