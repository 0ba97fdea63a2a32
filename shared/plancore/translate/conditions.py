"""Goals and metrics in the words of another model."""

from __future__ import annotations

from dataclasses import replace

from plancore.model.formula import (
    TRUE,
    And,
    Arithmetic,
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
)
from plancore.translate.objects import TranslatedObjects
from plancore.translate.translation import Counterpart, Translation


class NoWordsError(Exception):
    """The target has no words for a formula; the message says for what."""


class ConditionTransfer:
    """Puts conditions into the words of the target; raises NoWordsError where there are none.

    An argument that the source leaves implicit is the only object that fits, else one of them.
    """

    def __init__(self, way: Translation, objects: TranslatedObjects) -> None:
        self.way, self.objects = way, objects

    def of(self, formula: Formula) -> Formula:
        """The condition of the target that stands for `formula`."""
        match formula:
            case AtomicFormula("=", args):
                return AtomicFormula("=", tuple(self._term(arg) for arg in args))
            case AtomicFormula(predicate, args):
                return self._atom(predicate, tuple(self._term(arg) for arg in args))
            case Not(body):
                return Not(self.of(body))
            case And(parts):
                return And(tuple(map(self.of, parts)))
            case Or(parts):
                return Or(tuple(map(self.of, parts)))
            case Imply(condition, conclusion):
                return Imply(self.of(condition), self.of(conclusion))
            case Forall(variables, body):
                typed, guard = self._variables(variables)
                return Forall(typed, Imply(guard, self.of(body)))
            case Exists(variables, body):
                typed, guard = self._variables(variables)
                return Exists(typed, And((guard, self.of(body))))
            case Comparison(operator, left, right):
                return Comparison(operator, self.expression(left), self.expression(right))
        raise NoWordsError(f"a {type(formula).__name__.lower()} cannot be put into other words")

    def expression(self, expression: Expression) -> Expression:
        """The numeric expression of the target that stands for `expression`."""
        match expression:
            case Number():
                return expression
            case FunctionTerm("total-time"):
                return expression
            case FunctionTerm(name, args):
                terms = tuple(self._term(arg) for arg in args)
                for way in self.way.functions.get(name, []):
                    if way.n_given == len(terms) and None not in way.places:
                        return FunctionTerm(way.name, _placed(way, terms))
                raise NoWordsError(f"`{name}` has no counterpart")
            case Arithmetic(_, args):
                return replace(expression, args=tuple(map(self.expression, args)))
        raise NoWordsError("a number cannot be put into other words")

    def _atom(self, predicate: str, args: tuple[Term, ...]) -> Formula:
        ways = [way for way in self.way.predicates.get(predicate, []) if way.n_given == len(args)]
        positive = [way for way in ways if not way.negated]
        if positive:
            fitting = (way for way in positive if self._fits(way, args))
            way = next(fitting, positive[0])
            self.objects.tell_what_drops(predicate, way)
            return self._positive(way, args)
        for way in ways:
            if way.negated and way.is_exact:
                return Not(AtomicFormula(way.name, _placed(way, args)))
        name = self.way.plays.get(predicate)
        if name is not None and len(args) == 1 and args[0] in self.objects.all.types:
            return TRUE if self.objects.fits(str(args[0]), (name,)) else Or(())
        raise NoWordsError(f"`{predicate}` has no counterpart that can be said")

    def _positive(self, way: Counterpart, args: tuple[Term, ...]) -> Formula:
        placed: list[Term] = []
        implicit: list[TypedName] = []
        for types, place in zip(
            self.way.target_roles.symbols[way.name].args, way.places, strict=True
        ):
            if place is not None:
                placed.append(args[place])
                continue
            fitting = self.objects.fitting(types)
            if len(fitting) == 1:
                placed.append(fitting[0])
            else:
                implicit.append(TypedName(f"?:{len(implicit)}", types))
                placed.append(implicit[-1].name)
        atom = AtomicFormula(way.name, tuple(placed))
        return Exists(tuple(implicit), atom) if implicit else atom

    def _fits(self, way: Counterpart, args: tuple[Term, ...]) -> bool:
        """Whether the objects among `args` may stand where they are put."""
        types = self.way.target_roles.symbols[way.name].args
        return all(
            place is None
            or not isinstance(args[place], str)
            or args[place] not in self.objects.all.types
            or self.objects.fits(str(args[place]), wanted)
            for wanted, place in zip(types, way.places, strict=True)
        )

    def _variables(self, variables: tuple[TypedName, ...]) -> tuple[tuple[TypedName, ...], Formula]:
        """Variables of the target's types, and the condition that says what types do not."""
        typed: list[TypedName] = []
        guards: list[Formula] = []
        for variable in variables:
            types = tuple(self.way.types[name] for name in variable.types if name in self.way.types)
            if len(types) == len(variable.types):
                typed.append(TypedName(variable.name, types))
                continue
            predicates = [self.way.played.get(name, []) for name in variable.types]
            if not all(predicates):
                raise NoWordsError(f"the type of `{variable.name}` has no counterpart")
            typed.append(TypedName(variable.name))
            atoms = [AtomicFormula(names[0], (variable.name,)) for names in predicates]
            guards.append(Or(tuple(atoms)))
        return tuple(typed), And(tuple(guards))

    def _term(self, term: Term) -> Term:
        if not isinstance(term, str):
            raise NoWordsError("an object fluent cannot be put into other words")
        return self.way.object(term)


def _placed(way: Counterpart, args: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple(args[place] for place in way.places if place is not None)
