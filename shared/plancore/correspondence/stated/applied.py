"""Conversion of pairs to the correspondence that a comparison uses, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from plancore.correspondence.names import LEARNED_MARK, Correspondence, names_of, shape_of
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.formula.printing import Shape
from plancore.model.domain import Action, Domain
from plancore.model.formula import AtomicFormula, walk


def correspondence_of(pairs: Pairs, learned: Domain, reference: Domain) -> Correspondence:
    """Convert `pairs` to a mapping from names of `learned` to names of `reference`. The first pair
    of a learned name is its own, further ones are one-to-many. A name without a pair has no
    counterpart, even if the reference has the same name."""
    arities = arities_of(learned), arities_of(reference)
    own, one_to_many = _own_and_one_to_many(pairs.predicates)
    functions, function_covers = _own_and_one_to_many(pairs.functions)
    actions = {pair.learned: pair for pair in reversed(pairs.actions) if not pair.is_one_to_many}
    return Correspondence(
        actions=_renamed("actions", actions.values(), learned, reference),
        predicates={
            **_namesakes_of_several(pairs.predicates),
            **_renamed("predicates", own.values(), learned, reference),
        },
        functions=_renamed("functions", functions.values(), learned, reference),
        types=_renamed("types", pairs.types, learned, reference),
        constants=_renamed("constants", pairs.constants, learned, reference),
        parameters=_orders(actions.values(), learned, reference),
        shapes=_shapes(own, *arities),
        function_shapes=_shapes(functions, *arities),
        one_to_many=(*one_to_many, *function_covers),
        type_predicates=pairs.type_predicates,
    )


def renaming_of(pairs: Pairs, learned: Domain, reference: Domain) -> Correspondence:
    """The part of `pairs` that is a renaming: one to one, with every argument in its position."""
    arities, others = arities_of(learned), arities_of(reference)

    def plain(symbols: Iterable[SymbolPair]) -> tuple[SymbolPair, ...]:
        return tuple(
            pair
            for pair in symbols
            if not pair.is_one_to_many
            and changed_shape(pair, arities.get(pair.learned, 0), others.get(pair.reference, 0))
            is None
        )

    renamings = replace(
        pairs,
        predicates=plain(pairs.predicates),
        functions=plain(pairs.functions),
        type_predicates=(),
    )
    return correspondence_of(renamings, learned, reference)


def pairs_of(names: Correspondence, learned: Domain, reference: Domain) -> Pairs:
    """Convert stated names to pairs; arguments are left open."""
    actions: Mapping[str, Action] = names_of(learned, "actions")
    ordered = {name: name for name in names.parameters if name not in names.actions.values()}
    return Pairs(
        actions=tuple(
            ActionPair(mine, yours, parameters=_parameters(actions, reference, names, mine, yours))
            for mine, yours in {**names.actions, **ordered}.items()
        ),
        predicates=tuple(SymbolPair(*pair) for pair in names.predicates.items()),
        functions=tuple(SymbolPair(*pair) for pair in names.functions.items()),
        types=tuple(NamePair(*pair) for pair in names.types.items()),
        constants=tuple(NamePair(*pair) for pair in names.constants.items()),
    )


def changed_shape(pair: SymbolPair, n_ours: int, n_theirs: int) -> Shape | None:
    """How a learned name's arguments become those of the reference; None if they stay. A pair
    without stated arguments keeps their positions."""
    if not pair.arguments and n_ours:
        pair = replace(pair, arguments=tuple(range(n_ours)))
    shape = shape_of(pair, n_theirs)
    is_same = shape.places == tuple(range(n_ours)) and not pair.negated
    return None if is_same else shape


def _renamed(
    kind: str, pairs: Iterable[NamePair], learned: Domain, reference: Domain
) -> dict[str, str]:
    """The names that change, and the equal names without a pair, which are separated."""
    names = {pair.learned: pair.reference for pair in pairs}
    theirs = names_of(reference, kind)
    renamed = {mine: yours for mine, yours in names.items() if mine != yours}
    for name in names_of(learned, kind):
        if name not in names and name in theirs and name not in renamed.values():
            renamed[name] = f"{name}{LEARNED_MARK}"
    return renamed


def _namesakes_of_several(pairs: Iterable[SymbolPair]) -> dict[str, str]:
    """The equal names of both sides that another pair could displace."""
    taken = {pair.reference for pair in pairs if pair.learned != pair.reference}
    return {
        pair.learned: pair.reference
        for pair in pairs
        if pair.learned == pair.reference and pair.reference in taken
    }


def _parameters(
    actions: Mapping[str, Action], reference: Domain, names: Correspondence, mine: str, yours: str
) -> dict[str, str]:
    """The counterparts of parameters that `names` puts in an order."""
    counterpart, order = reference.action(yours), names.parameters.get(yours)
    if mine not in actions or counterpart is None or order is None:
        return {}
    others = counterpart.parameters
    return {
        parameter.name: others[place].name
        for parameter, place in zip(actions[mine].parameters, order, strict=False)
        if place < len(others)
    }


def _own_and_one_to_many(
    pairs: Iterable[SymbolPair],
) -> tuple[dict[str, SymbolPair], list[SymbolPair]]:
    own: dict[str, SymbolPair] = {}
    one_to_many: list[SymbolPair] = []
    for pair in sorted(pairs, key=lambda pair: pair.is_one_to_many):
        if own.setdefault(pair.learned, pair) is not pair:
            one_to_many.append(pair)
    return own, one_to_many


def _shapes(
    pairs: Mapping[str, SymbolPair], ours: Mapping[str, int], theirs: Mapping[str, int]
) -> dict[str, Shape]:
    shapes = {
        name: changed_shape(pair, ours.get(name, 0), theirs.get(pair.reference, 0))
        for name, pair in pairs.items()
    }
    return {name: shape for name, shape in shapes.items() if shape is not None}


def arities_of(domain: Domain) -> dict[str, int]:
    """The number of arguments of each name, from its declaration or else its first use."""
    arities = {f.name: len(f.parameters) for f in reversed(domain.functions)}
    arities |= {p.name: len(p.parameters) for p in reversed(domain.predicates)}
    for action in domain.actions:
        for formula in (action.precondition, action.effect):
            for part in walk(formula):
                if type(part) is AtomicFormula:
                    arities.setdefault(part.predicate, len(part.args))
    return arities


def _orders(
    pairs: Iterable[ActionPair], learned: Domain, reference: Domain
) -> dict[str, tuple[int, ...]]:
    ours: Mapping[str, Action] = names_of(learned, "actions")
    theirs: Mapping[str, Action] = names_of(reference, "actions")
    orders: dict[str, tuple[int, ...]] = {}
    for pair in pairs:
        if pair.learned in ours and pair.reference in theirs:
            order = _order(pair, ours[pair.learned], theirs[pair.reference])
            if order is not None:
                orders[pair.reference] = order
    return orders


def _order(pair: ActionPair, learned: Action, reference: Action) -> tuple[int, ...] | None:
    """For each learned parameter the position of its counterpart, or a free one after the last."""
    places = {p.name: k for k, p in reversed([*enumerate(reference.parameters)])}
    free = len(reference.parameters)
    order: list[int] = []
    for parameter in learned.parameters:
        place = places.get(pair.parameters.get(parameter.name, ""))
        if place is None or place in order:
            place, free = free, free + 1
        order.append(place)
    return None if order == list(range(len(order))) else tuple(order)
