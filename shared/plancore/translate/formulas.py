"""Translates initial states, goals, metrics and objects of problems for another model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, product
from math import prod
from typing import Final

from plancore.correspondence.roles import Types
from plancore.formula.printing import BLANK, Shape
from plancore.formula.translating import Translator, UntranslatableError
from plancore.model.domain import OBJECT, TypeHierarchy
from plancore.model.formula import (
    TRUE,
    And,
    Arithmetic,
    Assign,
    At,
    AtomicFormula,
    Comparison,
    Exists,
    Expression,
    Forall,
    Formula,
    FunctionTerm,
    Imply,
    Not,
    Number,
    Or,
    Term,
    TypedName,
    conjuncts,
)
from plancore.model.plan import GroundAtom
from plancore.model.problem import Problem
from plancore.simulate.atoms import Objects, UndecidedError
from plancore.simulate.successor import with_derived
from plancore.simulate.task import Task
from plancore.translate.translation import Counterpart, Translation

_MOST_FACTS: Final = 200_000
"""The maximum number of atoms that are true because a negated predicate of the source is false."""


class ConditionTranslator(Translator):
    """Translates conditions; raises UntranslatableError for a part without a counterpart. An
    argument that the source leaves implicit is the only object that fits, or else existentially
    quantified."""

    def __init__(self, translation: Translation, objects: TranslatedObjects) -> None:
        self._translation, self._objects = translation, objects

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        """Translate an atom."""
        if predicate == "=":
            return AtomicFormula("=", args)
        known = self._translation.predicates.get(predicate, [])
        fitting = [each for each in known if each.shape.n_before == len(args)]
        positive = [each for each in fitting if not each.shape.negated]
        if positive:
            first = (each for each in positive if self._fits(each, args))
            counterpart = next(first, positive[0])
            self._objects.remark_on_dropped(predicate, counterpart)
            return self._positive(counterpart, args)
        for counterpart in fitting:
            if counterpart.shape.is_exact:
                return Not(AtomicFormula(counterpart.name, tuple(counterpart.shape.of(args))))
        name = self._translation.plays.get(predicate)
        if name is not None and len(args) == 1 and args[0] in self._objects.all.types:
            return TRUE if self._objects.fits(str(args[0]), (name,)) else Or(())
        raise UntranslatableError(f"`{predicate}` has no counterpart")

    def term(self, term: Term) -> Term:
        """Translate an argument to an object of the target."""
        if not isinstance(term, str):
            raise UntranslatableError("an object fluent cannot be translated")
        return self._translation.object(term)

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """Quantify over variables of the target's types, guarded by predicates that play types."""
        typed, guard = self._variables(variables)
        if quantifier is Forall:
            return Forall(typed, Imply(guard, self.formula(body)))
        return Exists(typed, And((guard, self.formula(body))))

    def comparison(self, comparison: Comparison) -> Formula:
        """Translate a comparison of two numbers."""
        left, right = map(self.expression, (comparison.left, comparison.right))
        return Comparison(comparison.operator, left, right)

    def expression(self, expression: Expression) -> Expression:
        """Translate a numeric expression."""
        match expression:
            case Number() | FunctionTerm("total-time"):
                return expression
            case FunctionTerm(name, args):
                terms = tuple(map(self.term, args))
                for counterpart in self._translation.functions.get(name, []):
                    shape = counterpart.shape
                    if shape.n_before == len(terms) and None not in shape.places:
                        return FunctionTerm(counterpart.name, tuple(shape.of(terms)))
                raise UntranslatableError(f"`{name}` has no counterpart")
            case Arithmetic(_, args):
                return replace(expression, args=tuple(map(self.expression, args)))
        raise UntranslatableError("a number cannot be translated")

    def _positive(self, counterpart: Counterpart, args: tuple[Term, ...]) -> Formula:
        placed = self._objects.filled(counterpart).of(args)
        implicit: list[TypedName] = []
        for k, types in enumerate(counterpart.types):
            if placed[k] == BLANK:
                placed[k] = f"?:{len(implicit)}"
                implicit.append(TypedName(f"?:{len(implicit)}", types))
        atom = AtomicFormula(counterpart.name, tuple(placed))
        return Exists(tuple(implicit), atom) if implicit else atom

    def _fits(self, counterpart: Counterpart, args: tuple[Term, ...]) -> bool:
        """Whether the objects among `args` have the types of the counterpart's arguments."""
        return all(
            arg not in self._objects.all.types or self._objects.fits(str(arg), types)
            for arg, types in zip(counterpart.shape.of(args), counterpart.types, strict=True)
        )

    def _variables(self, variables: tuple[TypedName, ...]) -> tuple[tuple[TypedName, ...], Formula]:
        """Variables of the target's types, and a guard for types that predicates play."""
        names, played = self._translation.types, self._translation.played
        typed: list[TypedName] = []
        guards: list[Formula] = []
        for variable in variables:
            types = tuple(names[name] for name in variable.types if name in names)
            if len(types) == len(variable.types):
                typed.append(TypedName(variable.name, types))
                continue
            predicates = [played.get(name, []) for name in variable.types]
            if not all(predicates):
                raise UntranslatableError(f"the type of `{variable.name}` has no counterpart")
            typed.append(TypedName(variable.name))
            atoms = [AtomicFormula(first, (variable.name,)) for first, *_ in predicates]
            guards.append(Or(tuple(atoms)))
        return tuple(typed), And(tuple(guards))


class FactTranslator:
    """Translates initial facts; adds a remark for each kind of fact without a counterpart."""

    def __init__(
        self, translation: Translation, objects: TranslatedObjects, remarks: Remarks
    ) -> None:
        self._translation, self._objects, self._remarks = translation, objects, remarks
        self._counterparts = [
            (name, each) for name, known in translation.predicates.items() for each in known
        ]
        self._positive = {each.name for _, each in self._counterparts if not each.shape.negated}

    def facts(self, problem: Problem) -> tuple[Formula, ...]:
        """Translate an initial state."""
        facts = [part for whole in problem.init for part in conjuncts(whole)]
        derived = self._derived(problem)
        translated = dict.fromkeys(chain.from_iterable(map(self._fact, facts)))
        following = [
            *(part for atom in derived for part in self._atoms(atom.predicate, atom.args)),
            *self._type_facts(),
            *self._denied([*facts, *derived]),
        ]
        # Predicates that the target's axioms derive are not stated.
        defined = {axiom.predicate for axiom in self._translation.target.axioms}
        translated.update(dict.fromkeys(a for a in following if a.predicate not in defined))
        said = {each.name for _, each in self._counterparts} | defined
        said.update(name for names in self._translation.played.values() for name in names)
        for name in self._translation.target_predicates:
            if name not in said:
                self._remarks.add(f"initial facts of `{name}` are unknown")
        return tuple(translated)

    def _derived(self, problem: Problem) -> list[AtomicFormula]:
        """The initial facts that the source's axioms derive."""
        task = Task(self._translation.source, problem)
        if not task.axioms.predicates:
            return []
        try:
            state = with_derived(task, task.initial.facts)
        except UndecidedError as lack:
            self._remarks.add(f"initially derived facts are left out: {lack.reason}")
            return []
        derived = sorted(atom for atom in state if atom[0] in task.axioms.predicates)
        return [AtomicFormula(atom[0], atom[1:]) for atom in derived]

    def _fact(self, fact: Formula) -> Iterator[Formula]:
        match fact:
            case AtomicFormula(predicate, args):
                yield from self._atoms(predicate, args)
            case Not():
                return  # facts that are not listed are false
            case Comparison("=" as sign, FunctionTerm(name, args), Number() as number):
                yield from (Comparison(sign, term, number) for term in self._terms(name, args))
            case Assign(operator, FunctionTerm(name, args), Number() as number):
                yield from (Assign(operator, term, number) for term in self._terms(name, args))
            case At(time, AtomicFormula() as atom):
                yield from (At(time, part) for part in self._atoms(atom.predicate, atom.args))
            case At(time, Not(AtomicFormula() as atom)):
                yield from (At(time, Not(part)) for part in self._atoms(atom.predicate, atom.args))
            case _:
                self._remarks.add("an initial fact other than a literal is left out")

    def _atoms(self, predicate: str, args: tuple[Term, ...]) -> Iterator[AtomicFormula]:
        """Yield the atoms of the target that follow from an atom of the source."""
        known = self._translation.predicates.get(predicate, [])
        positive = [each for each in known if not each.shape.negated]
        placed = [(each, self._placed(each, args)) for each in positive]
        atoms = [(each, atom) for each, atom in placed if atom is not None]
        if positive and not atoms:
            what = "several objects fit a missing argument"
            self._remarks.add(f"a fact of `{predicate}` is left out: {what}")
        elif not known and predicate not in self._translation.plays:
            self._remarks.add(f"a fact of `{predicate}` is left out: it has no counterpart")
        # Types decide between several counterparts; otherwise the one-to-one pair counts.
        fitting = [
            atom for each, atom in atoms if all(map(self._objects.fits, atom[1:], each.types))
        ]
        for counterpart in positive:
            self._objects.remark_on_dropped(predicate, counterpart)
        for atom in fitting or [atom for _, atom in atoms[:1]]:
            yield AtomicFormula(atom[0], atom[1:])

    def _terms(self, name: str, args: tuple[Term, ...]) -> Iterator[FunctionTerm]:
        known = self._translation.functions.get(name, [])
        atoms = [atom for each in known if (atom := self._placed(each, args)) is not None]
        if not atoms:
            self._remarks.add(f"a value of `{name}` is left out: it has no counterpart")
        yield from (FunctionTerm(atom[0], atom[1:]) for atom in atoms)

    def _placed(self, counterpart: Counterpart, args: tuple[Term, ...]) -> GroundAtom | None:
        """The atom of a counterpart; None if an argument is unknown."""
        names = [self._translation.object(arg) for arg in args if isinstance(arg, str)]
        if len(names) < len(args) or len(args) != counterpart.shape.n_before:
            return None
        placed = self._objects.filled(counterpart).of(names)
        return None if BLANK in placed else (counterpart.name, *placed)

    def _type_facts(self) -> Iterator[AtomicFormula]:
        """Yield the facts of the target for types of the source that predicates play."""
        for name, predicates in self._translation.played.items():
            for member in self._objects.of_source_type(name):
                yield from (AtomicFormula(predicate, (member,)) for predicate in predicates)

    def _denied(self, facts: Iterable[Formula]) -> Iterator[AtomicFormula]:
        """Yield the atoms that are true because a negated predicate of the source is false."""
        given = {(fact.predicate, *fact.args) for fact in facts if isinstance(fact, AtomicFormula)}
        for predicate, counterpart in self._counterparts:
            name = counterpart.name
            if not counterpart.shape.negated or name in self._positive:
                continue
            if counterpart.shape.is_exact:
                yield from self._absent(predicate, counterpart, given)
            else:
                text = f"it is the negation of `{predicate}` with other arguments"
                self._remarks.add(f"initial facts of `{name}` are unknown: {text}")

    def _absent(
        self, predicate: str, counterpart: Counterpart, given: set[tuple[Term, ...]]
    ) -> Iterator[AtomicFormula]:
        names = {self._translation.object(name): name for name in self._objects.given}
        choices = [
            [name for name in self._objects.fitting(types) if name in names]
            for types in counterpart.types
        ]
        if prod(map(len, choices)) > _MOST_FACTS:
            self._remarks.add(f"`{counterpart.name}` is left out: it has too many instances")
            return
        back = counterpart.shape.reverse
        for args in product(*choices):
            if (predicate, *back.of([names[name] for name in args])) not in given:
                yield AtomicFormula(counterpart.name, args)


# Translation of a problem's objects.

_NEW: Final = "the-"


class Remarks:
    """Notes about parts that could not be translated as they are, in the order found."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def add(self, text: str) -> None:
        """Add a remark, or count it once more."""
        self._counts[text] += 1

    def add_once(self, text: str) -> None:
        """Add a remark without counting repetitions."""
        self._counts[text] = 1

    @property
    def texts(self) -> tuple[str, ...]:
        """The remarks, with the number of repetitions if there are any."""
        return tuple(
            text if count == 1 else f"{text} ({count} times)"
            for text, count in self._counts.items()
        )


class TranslatedObjects:
    """Objects with the types of the target, and fillers for arguments that the source leaves
    implicit. If the target requires an object of a type that has none, because the source leaves it
    implicit, one is added."""

    def __init__(self, translation: Translation, problem: Problem, remarks: Remarks) -> None:
        self.translation = translation
        self._hierarchy = translation.target.hierarchy
        self._source_hierarchy = translation.source.hierarchy
        self._remarks = remarks
        self.given: dict[str, TypedName] = {}
        for typed in (*translation.source.constants, *problem.objects):
            self.given.setdefault(typed.name, typed)
        self._source_objects = Objects(self._source_hierarchy, self.given.values())
        types = _ObjectTypes(translation, problem, remarks)
        constants = {constant.name for constant in translation.target.constants}
        self.added = [
            TypedName(translation.object(name), types.of(typed))
            for name, typed in self.given.items()
            if translation.object(name) not in constants
        ]
        self.all = Objects(self._hierarchy, (*translation.target.constants, *self.added))
        self._make_implicit()

    def fitting(self, types: Types) -> tuple[str, ...]:
        """The objects of the target that fit `types`."""
        return self.all.of(types)

    def fits(self, name: str, types: Types) -> bool:
        """Whether an object of the target fits `types`."""
        allowed = self.all.allowed(types)
        return allowed is None or name in allowed

    def of_source_type(self, name: str) -> Iterator[str]:
        """Yield the target's names of the objects that the source declares with a type."""
        for given in self.given.values():
            if given.types and self._source_hierarchy.accepts((name,), given.types):
                yield self.translation.object(given.name)

    def filled(self, counterpart: Counterpart) -> Shape:
        """The shape of a counterpart; the only object that fits fills an implicit argument."""
        return counterpart.shape.filled(lambda k: self.fitting(counterpart.types[k]))

    def remark_on_dropped(self, name: str, counterpart: Counterpart) -> None:
        """Add a remark for a predicate that loses an argument which several objects fit."""
        for place, types in enumerate(counterpart.given):
            if place not in counterpart.shape.places and len(self._source_objects.of(types)) > 1:
                self._remarks.add_once(f"several objects fit a missing argument of `{name}`")

    def _make_implicit(self) -> None:
        """Add an object for each type of an implicit argument that has none."""
        open_types = (t for each in self.translation.counterparts for t in each.open_types)
        for types in dict.fromkeys(open_types):
            if not types or OBJECT in types or self.fitting(types):
                continue
            name = f"{_NEW}{types[0]}"
            while name in self.all.types:
                name += "-"
            self.added.append(TypedName(name, (types[0],)))
            self.all = Objects(self._hierarchy, (*self.translation.target.constants, *self.added))
            self._remarks.add(f"object `{name}` is added: no other object of type {types[0]}")


class _ObjectTypes:
    """Finds the types of the source's objects in the target. An object has the type that a
    predicate of the source plays, or the counterpart of its type or of the nearest supertype that
    has one. Otherwise its type follows from the arguments and parameters that its type is used for,
    or else from the facts with the object."""

    def __init__(self, translation: Translation, problem: Problem, remarks: Remarks) -> None:
        self._translation, self._remarks = translation, remarks
        self._source, self._target = translation.source.hierarchy, translation.target.hierarchy
        facts = [part for whole in problem.init for part in conjuncts(whole)]
        atoms = [fact for fact in facts if isinstance(fact, AtomicFormula)]
        self._played = self._played_types(atoms)
        self._by_use = _least_of_each(self._target, self._asked_by_use())
        self._by_facts = _least_of_each(self._target, self._asked_by_facts(atoms))

    def of(self, typed: TypedName) -> Types:
        """The types of an object; none if nothing determines them."""
        played = self._played.get(typed.name, [])
        names = [*played, *filter(None, map(self._counterpart, typed.types))]
        if not names:
            names = [self._by_use[name] for name in typed.types if name in self._by_use]
        if not names and typed.name in self._by_facts:
            names = [self._by_facts[typed.name]]
        least = self._least(names)
        if len(least) > 1 and played:
            listed = " and ".join(least)
            self._remarks.add(f"`{typed.name}` has types {listed}; {least[0]} is used")
            return least[:1]
        return least

    def _least(self, names: list[str]) -> Types:
        """The types that are not supertypes of another one."""
        below = self._target.is_subtype
        return tuple(
            name
            for name in dict.fromkeys(names)
            if not any(other != name and below(other, name) for other in names)
        )

    def _played_types(self, facts: Iterable[AtomicFormula]) -> dict[str, list[str]]:
        """The types of the target that facts with type predicates give to objects."""
        types: dict[str, list[str]] = {}
        for fact in facts:
            name = self._translation.plays.get(fact.predicate)
            if name is not None and len(fact.args) == 1 and isinstance(fact.args[0], str):
                types.setdefault(fact.args[0], []).append(name)
        return types

    def _asked_by_use(self) -> Iterator[tuple[str, str]]:
        """Yield types without counterpart, with the target's types of corresponding arguments."""
        for counterpart in self._translation.counterparts:
            for mine, yours in counterpart.paired_types:
                own, asked = _proper(mine), _proper(yours)
                if len(own) == len(asked) == 1 and own[0] not in self._translation.types:
                    yield own[0], asked[0]

    def _asked_by_facts(self, facts: Iterable[AtomicFormula]) -> Iterator[tuple[str, str]]:
        """Yield objects with the types of the target that arguments of their facts have."""
        for fact in facts:
            for counterpart in self._translation.predicates.get(fact.predicate, []):
                for types, place in zip(counterpart.types, counterpart.shape.places, strict=True):
                    if place is not None and place < len(fact.args) and len(types) == 1:
                        yield str(fact.args[place]), types[0]

    def _counterpart(self, name: str) -> str | None:
        """The counterpart of `name` or of its nearest supertype that has one."""
        level = [name]
        seen = {name}
        while level:
            for candidate in level:
                if candidate in self._translation.types:
                    return self._translation.types[candidate]
            above = [parent for c in level for parent in self._source.parents.get(c, ())]
            level = [parent for parent in dict.fromkeys(above) if parent not in seen]
            seen.update(level)
        return None


def _least_of_each(hierarchy: TypeHierarchy, asked: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """For each name the required type that is a subtype of all others, if there is one."""
    types: dict[str, dict[str, None]] = {}
    for name, type_name in asked:
        types.setdefault(name, {})[type_name] = None
    least: dict[str, str] = {}
    for name, names in types.items():
        for candidate in names:
            if all(hierarchy.is_subtype(candidate, other) for other in names):
                least[name] = candidate
                break
    return least


def _proper(types: Types) -> Types:
    return tuple(name for name in types if name != OBJECT)
