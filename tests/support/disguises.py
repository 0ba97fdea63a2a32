"""A domain as somebody else would have written it, and what is what in it.

Each disguise is one of those in which models that were written independently differ: other names,
other orders of arguments and parameters, one argument more or less, types instead of predicates,
and some literals that are wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import NamedTuple, TypeVar

from plancore.correspondence.names import Correspondence, names_of
from plancore.correspondence.pairs import (
    ActionPair,
    Arguments,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.model.domain import Action, Domain, Function, Predicate
from plancore.model.formula import (
    And,
    AtomicFormula,
    Exists,
    Forall,
    Formula,
    Not,
    TypedName,
    conjuncts,
    walk,
)
from plancore.model.types import OBJECT
from support.formula_edits import Args, with_arguments, with_terms
from support.other_names import Names, other_names
from support.renamed_domains import written_again

T = TypeVar("T")


class Argument(StrEnum):
    """What becomes of one argument of one predicate."""

    KEPT = "kept"
    DROPPED = "dropped"
    ADDED = "added"


class Types(StrEnum):
    """What becomes of types."""

    KEPT = "kept"
    TO_PREDICATES = "to predicates"
    FROM_PREDICATES = "from predicates"


@dataclass(frozen=True)
class Disguise:
    """How a domain is written in another way; `noise` is the share of literals that are edited."""

    names: Names = Names.RANDOM
    permute_arguments: bool = False
    permute_parameters: bool = False
    argument: Argument = Argument.KEPT
    types: Types = Types.KEPT
    noise: float = 0.0

    def __str__(self) -> str:
        parts = [self.names.value]
        parts += ["arguments permuted"] * self.permute_arguments
        parts += ["parameters permuted"] * self.permute_parameters
        parts += [f"argument {self.argument}"] * (self.argument is not Argument.KEPT)
        parts += [f"types {self.types}"] * (self.types is not Types.KEPT)
        parts += [f"{self.noise:.0%} noise"] * bool(self.noise)
        return ", ".join(parts)


class Disguised(NamedTuple):
    """A learned domain as text, and its true pairs."""

    text: str
    pairs: Pairs


def disguised(domain: Domain, disguise: Disguise, seed: int) -> Disguised:
    """`domain` under `disguise`; the same seed gives the same text."""
    draft = _Draft(domain, Random(seed))
    if disguise.types is Types.TO_PREDICATES:
        draft.turn_types_into_predicates()
    elif disguise.types is Types.FROM_PREDICATES:
        draft.turn_predicates_into_types()
    if disguise.argument is Argument.DROPPED:
        draft.drop_argument()
    elif disguise.argument is Argument.ADDED:
        draft.add_argument()
    if disguise.permute_arguments:
        draft.permute_arguments()
    draft.edit_literals(disguise.noise)
    if disguise.names is not Names.SAME:
        draft.rename_variables()
    if disguise.permute_parameters:
        draft.permute_parameters()
    if disguise.names is Names.RANDOM:
        draft.shuffle()
    return draft.finished(disguise.names)


class _Draft:
    """The learned domain in the making. Its names are the reference's until it is finished."""

    def __init__(self, domain: Domain, random: Random) -> None:
        self.domain = replace(domain, actions=tuple(names_of(domain, "actions").values()))
        self.random = random
        self.arguments: dict[str, Arguments] = {
            declared.name: tuple(range(len(declared.parameters))) for declared in _symbols(domain)
        }
        self.parameters: dict[str, dict[str, str]] = {
            action.name: {p.name: p.name for p in action.parameters} for action in domain.actions
        }
        self.new_predicates: list[str] = []
        self.new_types: list[str] = []

    def turn_types_into_predicates(self) -> None:
        """`?x - t` becomes `(t ?x)`, where no quantifier and no `either` needs the type."""
        parameters = [p for action in self.domain.actions for p in action.parameters]
        if any(len(p.types) > 1 for p in parameters) or _has_quantifiers(self.domain):
            return
        taken = {p.name for p in self.domain.predicates}
        used = dict.fromkeys(t for p in parameters for t in p.types if t != OBJECT)
        if taken & {*used}:
            return
        self.new_predicates = list(used)
        predicates = [Predicate(name, (TypedName("?x"),)) for name in used]
        self.domain = replace(
            self.domain,
            types=(),
            constants=tuple(TypedName(c.name) for c in self.domain.constants),
            predicates=(*map(_untyped, self.domain.predicates), *predicates),
            functions=tuple(map(_untyped, self.domain.functions)),
        )
        self._change_actions(_with_type_literals)

    def turn_predicates_into_types(self) -> None:
        """`(t ?x)` becomes `?x - t` in a domain without types."""
        if self.domain.types or _has_quantifiers(self.domain) or self.domain.axioms:
            return
        typed: dict[str, dict[str, str]] = {action.name: {} for action in self.domain.actions}
        for predicate in self.domain.predicates:
            if len(predicate.parameters) != 1:
                continue
            places = self._places_of_types(predicate.name, typed)
            if places:
                self.new_types.append(predicate.name)
                for action, variable in places:
                    typed[action][variable] = predicate.name
        chosen = {*self.new_types}
        self.domain = replace(
            self.domain,
            types=tuple(TypedName(name) for name in self.new_types),
            predicates=tuple(p for p in self.domain.predicates if p.name not in chosen),
        )

        def with_types(action: Action) -> Action:
            parts = [
                part
                for part in conjuncts(action.precondition)
                if not (isinstance(part, AtomicFormula) and part.predicate in chosen)
            ]
            parameters = tuple(
                replace(p, types=(typed[action.name][p.name],))
                if p.name in typed[action.name]
                else p
                for p in action.parameters
            )
            return replace(action, parameters=parameters, precondition=And(tuple(parts)))

        self._change_actions(with_types)

    def _places_of_types(
        self, predicate: str, typed: Mapping[str, Mapping[str, str]]
    ) -> list[tuple[str, str]]:
        """Action and variable of all uses; none where one of them is more than a type."""
        places = []
        for action in self.domain.actions:
            required = [
                part.args[0]
                for part in conjuncts(action.precondition)
                if isinstance(part, AtomicFormula) and part.predicate == predicate
            ]
            n_uses = sum(
                isinstance(part, AtomicFormula) and part.predicate == predicate
                for formula in (action.precondition, action.effect)
                for part in walk(formula)
            )
            names = {p.name for p in action.parameters} - {*typed[action.name]}
            if n_uses > len(required) or not names.issuperset(map(str, required)):
                return []
            places += [(action.name, str(variable)) for variable in dict.fromkeys(required)]
        return places

    def drop_argument(self) -> None:
        """One argument of one predicate stays implicit, with the parameters only it needs."""
        choices = [
            (predicate.name, position)
            for predicate in self.domain.predicates
            for position in range(len(predicate.parameters))
            if len(predicate.parameters) > 1 and self._stays_distinct(predicate.name, position)
        ]
        if not choices:
            return
        name, position = self.random.choice(choices)

        def without(_: str, args: Args) -> Args:
            return (*args[:position], *args[position + 1 :])

        before = {action.name: _variables(action) for action in self.domain.actions}
        self._change_symbol(name, without)
        self.arguments[name] = tuple(k for k in self.arguments[name] if k != position)

        def without_unused(action: Action) -> Action:
            lost = before[action.name] - _variables(action)
            left = tuple(p for p in action.parameters if p.name not in lost)
            for variable in lost:
                self.parameters[action.name].pop(variable, None)
            return replace(action, parameters=left)

        self._change_actions(without_unused)

    def _stays_distinct(self, name: str, position: int) -> bool:
        """Whether no action has two literals that only this argument tells apart."""
        for action in self.domain.actions:
            for formula in (action.precondition, action.effect):
                uses = {
                    part.args
                    for part in walk(formula)
                    if isinstance(part, AtomicFormula) and part.predicate == name
                }
                if len({(*u[:position], *u[position + 1 :]) for u in uses}) < len(uses):
                    return False
        return True

    def add_argument(self) -> None:
        """One predicate gets one argument more, and all actions that use it a parameter."""
        changed = {
            part.predicate
            for action in self.domain.actions
            for part in walk(action.effect)
            if isinstance(part, AtomicFormula) and part.predicate != "="
        }
        derived = {axiom.predicate for axiom in self.domain.axioms}
        declared = {p.name: len(p.parameters) for p in self.domain.predicates}
        choices = sorted((changed & {*declared}) - derived)
        if not choices:
            return
        name = self.random.choice(choices)
        position = self.random.randint(0, declared[name])
        types = ("newcomer",) if self.domain.types else ()
        if types:
            newcomer = TypedName("newcomer")
            self.domain = replace(self.domain, types=(*self.domain.types, newcomer))

        def with_parameter(action: Action) -> Action:
            if not any(
                isinstance(part, AtomicFormula) and part.predicate == name
                for formula in (action.precondition, action.effect)
                for part in walk(formula)
            ):
                return action
            place = self.random.randint(0, len(action.parameters))
            parameters = list(action.parameters)
            parameters.insert(place, TypedName("?newcomer", types))
            return replace(action, parameters=tuple(parameters))

        def with_argument(_: str, args: Args) -> Args:
            return (*args[:position], "?newcomer", *args[position:])

        self._change_actions(with_parameter)
        self._change_symbol(name, with_argument, TypedName("?newcomer", types))
        old = self.arguments[name]
        self.arguments[name] = (*old[:position], None, *old[position:])

    def permute_arguments(self) -> None:
        """The arguments of all predicates and functions in an order of their own."""
        for declared in _symbols(self.domain):
            order = self.random.sample(range(len(declared.parameters)), len(declared.parameters))

            def permuted(_: str, args: Args, order: list[int] = order) -> Args:
                return tuple(args[k] for k in order) if len(args) == len(order) else args

            self._change_symbol(declared.name, permuted)
            if declared.name in self.arguments:
                old = self.arguments[declared.name]
                self.arguments[declared.name] = tuple(old[k] for k in order)

    def edit_literals(self, noise: float) -> None:
        """A share of the literals of all actions dropped, added or with another sign."""
        n_literals = sum(
            _is_literal(part)
            for action in self.domain.actions
            for formula in (action.precondition, action.effect)
            for part in conjuncts(formula)
        )
        actions = list(self.domain.actions)
        for _ in range(round(noise * n_literals)):
            number = self.random.randrange(len(actions))
            actions[number] = self._edited(actions[number])
        self.domain = replace(self.domain, actions=tuple(actions))

    def _edited(self, action: Action) -> Action:
        in_effect = self.random.random() < 0.5
        parts = list(conjuncts(action.effect if in_effect else action.precondition))
        literals = [number for number, part in enumerate(parts) if _is_literal(part)]
        edit = self.random.choice(("drop", "add", "sign")) if literals else "add"
        if edit == "add":
            parts.append(self._new_literal(action))
        else:
            number = self.random.choice(literals)
            part = parts[number]
            parts[number : number + 1] = (
                [] if edit == "drop" else [part.body if isinstance(part, Not) else Not(part)]
            )
        edited = And(tuple(parts))
        return replace(action, effect=edited) if in_effect else replace(action, precondition=edited)

    def _new_literal(self, action: Action) -> Formula:
        terms = [p.name for p in action.parameters] or [c.name for c in self.domain.constants]
        choices = [p for p in self.domain.predicates if terms or not p.parameters]
        if not choices:
            return And(())
        predicate = self.random.choice(choices)
        args = tuple(self.random.choice(terms) for _ in predicate.parameters)
        atom = AtomicFormula(predicate.name, args)
        return atom if self.random.random() < 0.6 else Not(atom)

    def rename_variables(self) -> None:
        """Names for parameters that tell nothing."""

        def renamed(action: Action) -> Action:
            numbers = self.random.sample(range(100, 999), len(action.parameters))
            new = {p.name: f"?v{n}" for p, n in zip(action.parameters, numbers, strict=True)}
            known = self.parameters[action.name]
            self.parameters[action.name] = {new[name]: known[name] for name in new if name in known}
            return replace(
                action,
                parameters=tuple(replace(p, name=new[p.name]) for p in action.parameters),
                precondition=with_terms(action.precondition, new),
                effect=with_terms(action.effect, new),
                duration=with_terms(action.duration, new) if action.duration else None,
            )

        self._change_actions(renamed)

    def permute_parameters(self) -> None:
        """The parameters of all actions in an order of their own."""
        self._change_actions(
            lambda action: replace(action, parameters=self._shuffled(action.parameters))
        )

    def shuffle(self) -> None:
        """Declarations, actions and literals in another order."""

        def shuffled(action: Action) -> Action:
            return replace(
                action,
                precondition=And(self._shuffled(conjuncts(action.precondition))),
                effect=And(self._shuffled(conjuncts(action.effect))),
            )

        self._change_actions(shuffled)
        self.domain = replace(
            self.domain,
            types=self._shuffled(self.domain.types),
            predicates=self._shuffled(self.domain.predicates),
            actions=self._shuffled(self.domain.actions),
        )

    def finished(self, names: Names) -> Disguised:
        """The text under its new names, and the pairs."""
        new = other_names(self.domain, names, self.random)
        text = written_again(self.domain, new)
        return Disguised(text, self._pairs(new))

    def _pairs(self, new: Correspondence) -> Pairs:
        def paired(kind: str, known: Iterable[str]) -> Iterator[tuple[str, str]]:
            for name in dict.fromkeys(known):
                if name not in self.new_predicates and name not in self.new_types:
                    yield new.of(kind).get(name, name), name

        return Pairs(
            actions=tuple(
                ActionPair(mine, yours, parameters=self.parameters[yours])
                for mine, yours in paired("actions", names_of(self.domain, "actions"))
            ),
            predicates=tuple(
                SymbolPair(mine, yours, arguments=self.arguments[yours])
                for mine, yours in paired("predicates", names_of(self.domain, "predicates"))
            ),
            functions=tuple(
                SymbolPair(mine, yours, arguments=self.arguments[yours])
                for mine, yours in paired("functions", names_of(self.domain, "functions"))
            ),
            types=tuple(
                NamePair(mine, yours)
                for mine, yours in paired("types", sorted(self.domain.hierarchy.names))
                if yours not in (OBJECT, "newcomer")
            ),
            constants=tuple(
                NamePair(mine, yours)
                for mine, yours in paired("constants", names_of(self.domain, "constants"))
            ),
            type_predicates=(
                *(
                    TypePredicate(Side.LEARNED, new.predicates.get(name, name), name)
                    for name in self.new_predicates
                ),
                *(
                    TypePredicate(Side.REFERENCE, name, new.types.get(name, name))
                    for name in self.new_types
                ),
            ),
        )

    def _change_actions(self, change: Callable[[Action], Action]) -> None:
        self.domain = replace(self.domain, actions=tuple(map(change, self.domain.actions)))

    def _change_symbol(
        self, name: str, change: Callable[[str, Args], Args], extra: TypedName | None = None
    ) -> None:
        """Change the arguments of a predicate or function wherever it stands."""

        def if_named(symbol: str, args: Args) -> Args:
            return change(symbol, args) if symbol == name else args

        def declared(declaration: Predicate) -> Predicate:
            if declaration.name != name:
                return declaration
            by_name = {p.name: p for p in declaration.parameters}
            if extra is not None:
                by_name[extra.name] = extra
            args = change(name, tuple(p.name for p in declaration.parameters))
            return replace(declaration, parameters=tuple(by_name[str(arg)] for arg in args))

        def declared_function(declaration: Function) -> Function:
            if declaration.name != name:
                return declaration
            by_name = {p.name: p for p in declaration.parameters}
            args = change(name, tuple(by_name))
            return replace(declaration, parameters=tuple(by_name[str(arg)] for arg in args))

        self._change_actions(
            lambda action: replace(
                action,
                precondition=with_arguments(action.precondition, if_named),
                effect=with_arguments(action.effect, if_named),
                duration=with_arguments(action.duration, if_named) if action.duration else None,
            )
        )
        self.domain = replace(
            self.domain,
            predicates=tuple(map(declared, self.domain.predicates)),
            functions=tuple(map(declared_function, self.domain.functions)),
        )

    def _shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        listed = list(items)
        return tuple(self.random.sample(listed, len(listed)))


def _symbols(domain: Domain) -> Iterator[Predicate | Function]:
    yield from domain.predicates
    yield from domain.functions


def _is_literal(part: Formula) -> bool:
    return isinstance(part, AtomicFormula) or (
        isinstance(part, Not) and isinstance(part.body, AtomicFormula)
    )


def _has_quantifiers(domain: Domain) -> bool:
    formulas = [f for action in domain.actions for f in (action.precondition, action.effect)]
    formulas += [axiom.body for axiom in domain.axioms]
    return any(isinstance(part, Forall | Exists) for f in formulas for part in walk(f))


def _variables(action: Action) -> set[str]:
    """The parameters that literals and numeric terms of the action have."""
    variables: set[str] = set()

    def note(_: str, args: Args) -> Args:
        variables.update(arg for arg in args if isinstance(arg, str))
        return args

    for formula in (action.precondition, action.effect, action.duration or And(())):
        with_arguments(formula, note)
    return variables


D = TypeVar("D", Predicate, Function)


def _untyped(declaration: D) -> D:
    parameters = tuple(TypedName(p.name) for p in declaration.parameters)
    return replace(declaration, parameters=parameters)


def _with_type_literals(action: Action) -> Action:
    literals = [
        AtomicFormula(p.types[0], (p.name,))
        for p in action.parameters
        if p.types and p.types[0] != OBJECT
    ]
    return replace(
        action,
        parameters=tuple(TypedName(p.name) for p in action.parameters),
        precondition=And((*literals, *conjuncts(action.precondition))),
    )
