"""Initial states, goals and metrics in the vocabulary of another model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final

from plancore.formula.naming import BLANK
from plancore.formula.translating import Translator, UntranslatableError
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
from plancore.model.ground import GroundAtom
from plancore.model.problem import Problem
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import with_derived
from plancore.simulate.task import Task
from plancore.translate.objects import Remarks, TranslatedObjects
from plancore.translate.translation import Counterpart, Translation

_MOST_FACTS: Final = 200_000
"""Of the atoms that hold because a predicate of the source does not."""


class ConditionTranslator(Translator):
    """Translates conditions; raises UntranslatableError for what has no counterpart.

    An argument that the source leaves implicit is the only object that fits, else one of them.
    """

    def __init__(self, translation: Translation, objects: TranslatedObjects) -> None:
        self._translation, self._objects = translation, objects

    def atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        """The condition of the target that stands for an atom."""
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
        raise UntranslatableError(f"`{predicate}` has no counterpart that can be said")

    def term(self, term: Term) -> Term:
        """The object of the target that stands for an argument."""
        if not isinstance(term, str):
            raise UntranslatableError("an object fluent cannot be put into other words")
        return self._translation.object(term)

    def quantified(
        self, quantifier: type[Forall | Exists], variables: tuple[TypedName, ...], body: Formula
    ) -> Formula:
        """A condition on variables of the target's types, with what its types do not say."""
        typed, guard = self._variables(variables)
        if quantifier is Forall:
            return Forall(typed, Imply(guard, self.formula(body)))
        return Exists(typed, And((guard, self.formula(body))))

    def comparison(self, comparison: Comparison) -> Formula:
        """The comparison of what stands for the two numbers."""
        left, right = map(self.expression, (comparison.left, comparison.right))
        return Comparison(comparison.operator, left, right)

    def expression(self, expression: Expression) -> Expression:
        """The numeric expression of the target that stands for `expression`."""
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
        raise UntranslatableError("a number cannot be put into other words")

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
        """Whether the objects among `args` may stand where they are put."""
        return all(
            arg not in self._objects.all.types or self._objects.fits(str(arg), types)
            for arg, types in zip(counterpart.shape.of(args), counterpart.types, strict=True)
        )

    def _variables(self, variables: tuple[TypedName, ...]) -> tuple[tuple[TypedName, ...], Formula]:
        """Variables of the target's types, and the condition that says what types do not."""
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
    """Translates the facts of initial states; remarks on what has no counterpart."""

    def __init__(
        self, translation: Translation, objects: TranslatedObjects, remarks: Remarks
    ) -> None:
        self._translation, self._objects, self._remarks = translation, objects, remarks
        self._counterparts = [
            (name, each) for name, known in translation.predicates.items() for each in known
        ]
        self._positive = {each.name for _, each in self._counterparts if not each.shape.negated}

    def facts(self, problem: Problem) -> tuple[Formula, ...]:
        """The facts of an initial state."""
        facts = [part for whole in problem.init for part in conjuncts(whole)]
        facts += self._derived(problem)
        translated: dict[Formula, None] = {}
        for fact in facts:
            translated.update(dict.fromkeys(self._fact(fact)))
        translated.update(dict.fromkeys(self._type_facts()))
        translated.update(dict.fromkeys(self._denied(facts)))
        said = {each.name for _, each in self._counterparts}
        said.update(name for names in self._translation.played.values() for name in names)
        said.update(axiom.predicate for axiom in self._translation.target.axioms)
        for name in self._translation.target_predicates:
            if name not in said:
                self._remarks.add(f"nothing says where `{name}` holds at first")
        return tuple(translated)

    def _derived(self, problem: Problem) -> list[AtomicFormula]:
        """What the axioms of the source say of the initial state."""
        task = Task(self._translation.source, problem)
        if not task.axioms.predicates:
            return []
        try:
            state = with_derived(task, task.initial.facts)
        except UndecidedError as lack:
            self._remarks.add(f"what is derived at first is left out: {lack.reason}")
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
                self._remarks.add("a fact that is no literal is left out")

    def _atoms(self, predicate: str, args: tuple[Term, ...]) -> Iterator[AtomicFormula]:
        """The atoms of the target that hold because one of the source does."""
        known = self._translation.predicates.get(predicate, [])
        positive = [each for each in known if not each.shape.negated]
        placed = [(each, self._placed(each, args)) for each in positive]
        atoms = [(each, atom) for each, atom in placed if atom is not None]
        if positive and not atoms:
            what = "it lacks an argument for which several objects fit"
            self._remarks.add(f"a fact of `{predicate}` is left out: {what}")
        elif not known and predicate not in self._translation.plays:
            self._remarks.add(f"a fact of `{predicate}` is left out: it has no counterpart")
        # Types tell which counterpart is meant; where they do not, it is the one-to-one pair.
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
        """The atom of a counterpart; None where an argument is not known."""
        names = [self._translation.object(arg) for arg in args if isinstance(arg, str)]
        if len(names) < len(args) or len(args) != counterpart.shape.n_before:
            return None
        placed = self._objects.filled(counterpart).of(names)
        return None if BLANK in placed else (counterpart.name, *placed)

    def _type_facts(self) -> Iterator[AtomicFormula]:
        """What the target says with predicates and the source with types."""
        for name, predicates in self._translation.played.items():
            for member in self._objects.of_source_type(name):
                yield from (AtomicFormula(predicate, (member,)) for predicate in predicates)

    def _denied(self, facts: list[Formula]) -> Iterator[AtomicFormula]:
        """What holds in the target because a predicate of the source does not."""
        given = {(fact.predicate, *fact.args) for fact in facts if isinstance(fact, AtomicFormula)}
        for predicate, counterpart in self._counterparts:
            name = counterpart.name
            if not counterpart.shape.negated or name in self._positive:
                continue
            if counterpart.shape.is_exact:
                yield from self._absent(predicate, counterpart, given)
            else:
                text = f"`{name}` is not `{predicate}`, but has other arguments"
                self._remarks.add(f"nothing says where `{name}` holds at first: {text}")

    def _absent(
        self, predicate: str, counterpart: Counterpart, given: set[tuple[Term, ...]]
    ) -> Iterator[AtomicFormula]:
        names = {self._translation.object(name): name for name in self._objects.given}
        choices = [
            [name for name in self._objects.fitting(types) if name in names]
            for types in counterpart.types
        ]
        if prod(map(len, choices)) > _MOST_FACTS:
            self._remarks.add(f"`{counterpart.name}` is left out: it holds of too many objects")
            return
        back = counterpart.shape.reverse
        for args in product(*choices):
            if (predicate, *back.of([names[name] for name in args])) not in given:
                yield AtomicFormula(counterpart.name, args)
