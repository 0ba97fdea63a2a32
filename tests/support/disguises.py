"""A domain as somebody else would have written it, and what is what in it.

Each disguise is one of those in which models that were written independently differ: other names,
other orders of arguments and parameters, one argument more or less, types instead of predicates,
and some literals that are wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import NamedTuple, TypeVar

from plancore.correspondence.names import Correspondence, names_of
from plancore.correspondence.pairs import (
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.model.domain import OBJECT, Action, Domain, Function, Predicate
from plancore.model.formula import (
    And,
    AtomicFormula,
    Formula,
    Not,
    TypedName,
    conjuncts,
    walk,
)
from support.draft_domain import Draft
from support.formula_edits import Args, with_arguments, with_terms
from support.other_names import Names, other_names
from support.renamed_domains import written_again

D = TypeVar("D", Predicate, Function)


def add_argument(draft: Draft) -> None:
    """One predicate gets one argument more, and all actions that use it a parameter."""
    changed = {
        part.predicate
        for action in draft.domain.actions
        for part in walk(action.effect)
        if isinstance(part, AtomicFormula) and part.predicate != "="
    }
    in_rules = _in_axioms(draft.domain)
    declared = {p.name: len(p.parameters) for p in draft.domain.predicates}
    choices = sorted((changed & {*declared}) - in_rules)
    if not choices:
        return
    name = draft.random.choice(choices)
    position = draft.random.randint(0, declared[name])
    types = ("newcomer",) if draft.domain.types else ()
    if types:
        newcomer = TypedName("newcomer")
        draft.domain = replace(draft.domain, types=(*draft.domain.types, newcomer))

    def with_parameter(action: Action) -> Action:
        if not any(
            isinstance(part, AtomicFormula) and part.predicate == name
            for formula in (action.precondition, action.effect)
            for part in walk(formula)
        ):
            return action
        place = draft.random.randint(0, len(action.parameters))
        parameters = list(action.parameters)
        parameters.insert(place, TypedName("?newcomer", types))
        return replace(action, parameters=tuple(parameters))

    def with_argument(args: Args) -> Args:
        return (*args[:position], "?newcomer", *args[position:])

    draft.change_actions(with_parameter)
    draft.change_symbol(name, with_argument, TypedName("?newcomer", types))
    old = draft.arguments[name]
    draft.arguments[name] = (*old[:position], None, *old[position:])


def _in_axioms(domain: Domain) -> set[str]:
    """The predicates for which no action could bind one argument more."""
    bodies = [part for axiom in domain.axioms for part in walk(axiom.body)]
    used = {part.predicate for part in bodies if isinstance(part, AtomicFormula)}
    return used | {axiom.predicate for axiom in domain.axioms}


def drop_argument(draft: Draft) -> None:
    """One argument of one predicate stays implicit, with the parameters only it needs."""
    derived = {axiom.predicate for axiom in draft.domain.axioms}
    choices = [
        (predicate.name, position)
        for predicate in draft.domain.predicates
        if predicate.name not in derived
        for position in range(len(predicate.parameters))
        if len(predicate.parameters) > 1 and _stays_distinct(draft, predicate.name, position)
    ]
    if not choices:
        return
    name, position = draft.random.choice(choices)

    def without(args: Args) -> Args:
        return (*args[:position], *args[position + 1 :])

    before = {action.name: _variables(action) for action in draft.domain.actions}
    draft.change_symbol(name, without)
    draft.arguments[name] = tuple(k for k in draft.arguments[name] if k != position)

    def without_unused(action: Action) -> Action:
        lost = before[action.name] - _variables(action)
        left = tuple(p for p in action.parameters if p.name not in lost)
        for variable in lost:
            draft.parameters[action.name].pop(variable, None)
        return replace(action, parameters=left)

    draft.change_actions(without_unused)


def _stays_distinct(draft: Draft, name: str, position: int) -> bool:
    """Whether no action has two literals that only this argument tells apart."""
    for action in draft.domain.actions:
        for formula in (action.precondition, action.effect):
            uses = {
                part.args
                for part in walk(formula)
                if isinstance(part, AtomicFormula) and part.predicate == name
            }
            if len({(*u[:position], *u[position + 1 :]) for u in uses}) < len(uses):
                return False
    return True


def _variables(action: Action) -> set[str]:
    """The parameters that literals and numeric terms of the action have."""
    variables: set[str] = set()

    def note(_: str, args: Args) -> Args:
        variables.update(arg for arg in args if isinstance(arg, str))
        return args

    for formula in (action.precondition, action.effect, action.duration or And(())):
        with_arguments(formula, note)
    return variables


def edit_literals(draft: Draft, noise: float) -> None:
    """A share of the literals of all actions dropped, added or with another sign."""
    n_literals = sum(
        _is_literal(part)
        for action in draft.domain.actions
        for formula in (action.precondition, action.effect)
        for part in conjuncts(formula)
    )
    actions = list(draft.domain.actions)
    for _ in range(round(noise * n_literals)):
        number = draft.random.randrange(len(actions))
        actions[number] = _edited(draft, actions[number])
    draft.domain = replace(draft.domain, actions=tuple(actions))


def _edited(draft: Draft, action: Action) -> Action:
    in_effect = draft.random.random() < 0.5
    parts = list(conjuncts(action.effect if in_effect else action.precondition))
    literals = [number for number, part in enumerate(parts) if _is_literal(part)]
    edit = draft.random.choice(("drop", "add", "sign")) if literals else "add"
    if edit == "add":
        parts.append(_new_literal(draft, action))
    else:
        number = draft.random.choice(literals)
        part = parts[number]
        parts[number : number + 1] = (
            [] if edit == "drop" else [part.body if isinstance(part, Not) else Not(part)]
        )
    edited = And(tuple(parts))
    return replace(action, effect=edited) if in_effect else replace(action, precondition=edited)


def _new_literal(draft: Draft, action: Action) -> Formula:
    terms = [p.name for p in action.parameters] or [c.name for c in draft.domain.constants]
    choices = [p for p in draft.domain.predicates if terms or not p.parameters]
    if not choices:
        return And(())
    predicate = draft.random.choice(choices)
    args = tuple(draft.random.choice(terms) for _ in predicate.parameters)
    atom = AtomicFormula(predicate.name, args)
    return atom if draft.random.random() < 0.6 else Not(atom)


def _is_literal(part: Formula) -> bool:
    return isinstance(part, AtomicFormula) or (
        isinstance(part, Not) and isinstance(part.body, AtomicFormula)
    )


def permute_arguments(draft: Draft) -> None:
    """The arguments of all predicates and functions in an order of their own."""
    for declared in draft.symbols:
        order = draft.random.sample(range(len(declared.parameters)), len(declared.parameters))

        def permuted(args: Args, order: list[int] = order) -> Args:
            return tuple(args[k] for k in order) if len(args) == len(order) else args

        draft.change_symbol(declared.name, permuted)
        if declared.name in draft.arguments:
            old = draft.arguments[declared.name]
            draft.arguments[declared.name] = tuple(old[k] for k in order)


def permute_parameters(draft: Draft) -> None:
    """The parameters of all actions in an order of their own."""
    draft.change_actions(
        lambda action: replace(action, parameters=draft.shuffled(action.parameters))
    )


def shuffle(draft: Draft) -> None:
    """Declarations, actions and literals in another order."""

    def shuffled(action: Action) -> Action:
        return replace(
            action,
            precondition=And(draft.shuffled(conjuncts(action.precondition))),
            effect=And(draft.shuffled(conjuncts(action.effect))),
        )

    draft.change_actions(shuffled)
    draft.domain = replace(
        draft.domain,
        types=draft.shuffled(draft.domain.types),
        predicates=draft.shuffled(draft.domain.predicates),
        actions=draft.shuffled(draft.domain.actions),
    )


def rename_variables(draft: Draft) -> None:
    """Names for parameters that tell nothing."""

    def renamed(action: Action) -> Action:
        numbers = draft.random.sample(range(100, 999), len(action.parameters))
        new = {p.name: f"?v{n}" for p, n in zip(action.parameters, numbers, strict=True)}
        known = draft.parameters[action.name]
        draft.parameters[action.name] = {new[name]: known[name] for name in new if name in known}
        return replace(
            action,
            parameters=tuple(replace(p, name=new[p.name]) for p in action.parameters),
            precondition=with_terms(action.precondition, new),
            effect=with_terms(action.effect, new),
            duration=with_terms(action.duration, new) if action.duration else None,
        )

    draft.change_actions(renamed)


def turn_predicates_into_types(draft: Draft) -> None:
    """`(t ?x)` becomes `?x - t` in a domain without types."""
    if draft.domain.types or draft.has_quantifiers or draft.domain.axioms:
        return
    typed: dict[str, dict[str, str]] = {action.name: {} for action in draft.domain.actions}
    for predicate in draft.domain.predicates:
        if len(predicate.parameters) != 1:
            continue
        places = _places(draft, predicate.name, typed)
        if places:
            draft.new_types.append(predicate.name)
            for action, variable in places:
                typed[action][variable] = predicate.name
    chosen = {*draft.new_types}
    draft.domain = replace(
        draft.domain,
        types=tuple(TypedName(name) for name in draft.new_types),
        predicates=tuple(p for p in draft.domain.predicates if p.name not in chosen),
    )

    def with_types(action: Action) -> Action:
        parts = [
            part
            for part in conjuncts(action.precondition)
            if not (isinstance(part, AtomicFormula) and part.predicate in chosen)
        ]
        parameters = tuple(
            replace(p, types=(typed[action.name][p.name],)) if p.name in typed[action.name] else p
            for p in action.parameters
        )
        return replace(action, parameters=parameters, precondition=And(tuple(parts)))

    draft.change_actions(with_types)


def _places(
    draft: Draft, predicate: str, typed: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str]]:
    """Action and variable of all uses; none where one of them is more than a type."""
    places = []
    for action in draft.domain.actions:
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


def true_pairs(draft: Draft, new: Correspondence) -> Pairs:
    """All pairs of a finished draft; `new` are its names."""

    def paired(kind: str, known: Iterable[str]) -> Iterator[tuple[str, str]]:
        for name in dict.fromkeys(known):
            if name not in draft.new_predicates and name not in draft.new_types:
                yield new.of(kind).get(name, name), name

    return Pairs(
        actions=tuple(
            ActionPair(mine, yours, parameters=draft.parameters[yours])
            for mine, yours in paired("actions", names_of(draft.domain, "actions"))
        ),
        predicates=tuple(
            SymbolPair(mine, yours, arguments=draft.arguments[yours])
            for mine, yours in paired("predicates", names_of(draft.domain, "predicates"))
        ),
        functions=tuple(
            SymbolPair(mine, yours, arguments=draft.arguments[yours])
            for mine, yours in paired("functions", names_of(draft.domain, "functions"))
        ),
        types=tuple(
            NamePair(mine, yours)
            for mine, yours in paired("types", sorted(draft.domain.hierarchy.names))
            if yours not in (OBJECT, "newcomer")
        ),
        constants=tuple(
            NamePair(mine, yours)
            for mine, yours in paired("constants", names_of(draft.domain, "constants"))
        ),
        type_predicates=(
            *(
                TypePredicate(Side.LEARNED, new.predicates.get(name, name), name)
                for name in draft.new_predicates
            ),
            *(
                TypePredicate(Side.REFERENCE, name, new.types.get(name, name))
                for name in draft.new_types
            ),
        ),
    )


def turn_types_into_predicates(draft: Draft) -> None:
    """`?x - t` becomes `(t ?x)`, where no quantifier and no `either` needs the type."""
    parameters = [p for action in draft.domain.actions for p in action.parameters]
    if any(len(p.types) > 1 for p in parameters) or draft.has_quantifiers:
        return
    taken = {p.name for p in draft.domain.predicates}
    used = dict.fromkeys(t for p in parameters for t in p.types if t != OBJECT)
    if taken & {*used}:
        return
    draft.new_predicates = list(used)
    predicates = [Predicate(name, (TypedName("?x"),)) for name in used]
    draft.domain = replace(
        draft.domain,
        types=(),
        constants=tuple(TypedName(c.name) for c in draft.domain.constants),
        predicates=(*map(_untyped, draft.domain.predicates), *predicates),
        functions=tuple(map(_untyped, draft.domain.functions)),
    )
    draft.change_actions(_with_type_literals)


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
    draft = Draft(domain, Random(seed))
    if disguise.types is Types.TO_PREDICATES:
        turn_types_into_predicates(draft)
    elif disguise.types is Types.FROM_PREDICATES:
        turn_predicates_into_types(draft)
    if disguise.argument is Argument.DROPPED:
        drop_argument(draft)
    elif disguise.argument is Argument.ADDED:
        add_argument(draft)
    if disguise.permute_arguments:
        permute_arguments(draft)
    edit_literals(draft, disguise.noise)
    if disguise.names is not Names.SAME:
        rename_variables(draft)
    if disguise.permute_parameters:
        permute_parameters(draft)
    if disguise.names is Names.RANDOM:
        shuffle(draft)
    new = other_names(draft.domain, disguise.names, draft.random)
    return Disguised(written_again(draft.domain, new), true_pairs(draft, new))
