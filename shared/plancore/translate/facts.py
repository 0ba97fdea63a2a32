"""The initial state of a problem in the words of another model."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from plancore.model.formula import (
    Assign,
    At,
    AtomicFormula,
    Comparison,
    Formula,
    FunctionTerm,
    Not,
    Number,
    Term,
    conjuncts,
)
from plancore.model.ground import GroundAtom
from plancore.model.problem import Problem
from plancore.simulate.limits import UndecidedError
from plancore.simulate.successor import with_derived
from plancore.simulate.task import Task
from plancore.translate.objects import TranslatedObjects
from plancore.translate.remarks import Remarks
from plancore.translate.translation import Counterpart, Translation

_MOST_FACTS: Final = 200_000
"""Of the atoms that hold because a predicate of the source does not."""


class FactTransfer:
    """Puts facts into the words of the target; what has no words there is left out and told."""

    def __init__(self, way: Translation, objects: TranslatedObjects, remarks: Remarks) -> None:
        self.way, self.objects, self.remarks = way, objects, remarks

    def of(self, problem: Problem) -> tuple[Formula, ...]:
        """The facts of an initial state."""
        facts = [part for whole in problem.init for part in conjuncts(whole)]
        facts += self._derived(problem)
        translated: dict[Formula, None] = {}
        for fact in facts:
            translated.update(dict.fromkeys(self._fact(fact)))
        translated.update(dict.fromkeys(self._type_facts()))
        translated.update(dict.fromkeys(self._denied(facts)))
        for name in self.way.target_roles.predicates:
            if not self._is_said(name):
                self.remarks.add(f"nothing says where `{name}` holds at first")
        return tuple(translated)

    def _derived(self, problem: Problem) -> list[AtomicFormula]:
        """What the axioms of the source say of the initial state."""
        task = Task(self.way.source, problem)
        if not task.axioms.predicates:
            return []
        try:
            state = with_derived(task, task.initial.facts)
        except UndecidedError as lack:
            self.remarks.add(f"what is derived at first is left out: {lack.reason}")
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
                self.remarks.add("a fact that is no literal is left out")

    def _atoms(self, predicate: str, args: tuple[Term, ...]) -> Iterator[AtomicFormula]:
        """The atoms of the target that hold because one of the source does."""
        ways = self.way.predicates.get(predicate, [])
        positive = [way for way in ways if not way.negated]
        atoms = [atom for way in positive if (atom := self._placed(way, args)) is not None]
        if positive and not atoms:
            what = "it lacks an argument for which several objects fit"
            self.remarks.add(f"a fact of `{predicate}` is left out: {what}")
        elif not ways and predicate not in self.way.plays:
            self.remarks.add(f"a fact of `{predicate}` is left out: it has no counterpart")
        # Types tell which counterpart is meant; where they do not, it is the one-to-one pair.
        fitting = [atom for atom in atoms if self._fits(atom)] or atoms[:1]
        for way in positive:
            self.objects.tell_what_drops(predicate, way)
        yield from (AtomicFormula(atom[0], atom[1:]) for atom in fitting)

    def _terms(self, name: str, args: tuple[Term, ...]) -> Iterator[FunctionTerm]:
        atoms = [self._placed(way, args) for way in self.way.functions.get(name, [])]
        terms = [FunctionTerm(atom[0], atom[1:]) for atom in atoms if atom is not None]
        if not terms:
            self.remarks.add(f"a value of `{name}` is left out: it has no counterpart")
        yield from terms

    def _placed(self, way: Counterpart, args: tuple[Term, ...]) -> GroundAtom | None:
        """The atom of a counterpart; None where an argument is not known."""
        if len(args) != way.n_given:
            return None
        wanted = self.way.target_roles.symbols[way.name].args
        placed: list[str] = []
        for types, place in zip(wanted, way.places, strict=True):
            if place is None:
                fitting = self.objects.fitting(types)
                if len(fitting) != 1:
                    return None
                placed.append(fitting[0])
                continue
            argument = args[place]
            if not isinstance(argument, str):
                return None
            placed.append(self.way.object(argument))
        return (way.name, *placed)

    def _fits(self, atom: GroundAtom) -> bool:
        wanted = self.way.target_roles.symbols[atom[0]].args
        return all(map(self.objects.fits, atom[1:], wanted))

    def _type_facts(self) -> Iterator[AtomicFormula]:
        """What the target says with predicates and the source with types."""
        for name, predicates in self.way.played.items():
            for member in self.objects.of_source_type(name):
                yield from (AtomicFormula(predicate, (member,)) for predicate in predicates)

    def _denied(self, facts: list[Formula]) -> Iterator[AtomicFormula]:
        """What holds in the target because a predicate of the source does not."""
        given = {(fact.predicate, *fact.args) for fact in facts if isinstance(fact, AtomicFormula)}
        positive = self._targets(negated=False)
        for predicate, ways in self.way.predicates.items():
            for way in ways:
                if not way.negated or way.name in positive:
                    continue
                if not way.is_exact:
                    text = f"`{way.name}` is not `{predicate}`, but has other arguments"
                    self.remarks.add(f"nothing says where `{way.name}` holds at first: {text}")
                    continue
                yield from self._absent(predicate, way, given)

    def _absent(
        self, predicate: str, way: Counterpart, given: set[tuple[Term, ...]]
    ) -> Iterator[AtomicFormula]:
        names = {self.way.object(name): name for name in self.objects.given}
        choices = [
            [name for name in self.objects.fitting(types) if name in names]
            for types in self.way.target_roles.symbols[way.name].args
        ]
        count = 1
        for choice in choices:
            count *= len(choice)
        if count > _MOST_FACTS:
            self.remarks.add(f"`{way.name}` is left out: it holds of too many objects")
            return
        for args in product(*choices):
            source = [""] * way.n_given
            for place, name in zip(way.places, args, strict=True):
                if place is not None:
                    source[place] = names[name]
            if (predicate, *source) not in given:
                yield AtomicFormula(way.name, args)

    def _targets(self, *, negated: bool) -> set[str]:
        return {
            way.name
            for ways in self.way.predicates.values()
            for way in ways
            if way.negated is negated
        }

    def _is_said(self, predicate: str) -> bool:
        said = self._targets(negated=False) | self._targets(negated=True)
        played = {name for names in self.way.played.values() for name in names}
        derived = {axiom.predicate for axiom in self.way.target.axioms}
        return predicate in said | played | derived
