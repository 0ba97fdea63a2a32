"""Pairs of two models that differ in names and orders only: they need no evidence but the proof.

Unlike strong equivalence (`equivalence`) this lets the arguments of predicates and functions have
another order.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import starmap
from typing import Final

from plancore.correspondence.evidence.evidence import NO_EVIDENCE, TaskEvidence
from plancore.correspondence.exact.graph_match import (
    DomainGraphs,
    GraphMatch,
    Names,
    can_be_matched,
    with_common_names,
)
from plancore.correspondence.names import KINDS, names_of
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.correspondence.roles import Roles
from plancore.correspondence.words.words import NameSimilarity
from plancore.stop import NEVER, Checkpoint, SpentError

PROVED: Final = ("the models differ in names only",)
PERMUTED: Final = ("the models differ in names and orders of arguments only",)
BUDGET: Final = 1_000_000
UNDECIDED: Final = f"within {BUDGET:,} steps it was not found out whether only names differ"


def proved_pairs(
    ours: Roles,
    theirs: Roles,
    stated: Pairs,
    checkpoint: Checkpoint = NEVER,
    evidence: TaskEvidence = NO_EVIDENCE,
) -> Pairs | None:
    """The pairs of two models that are the same but for names and orders, `stated` ones included.

    None where they are not. Where a model has a symmetry several mappings make the two the same:
    of these one in which names are alike, or for which most of the `evidence` speaks. Raises
    SpentError where the budget does not suffice.
    """
    if not _same_sizes(ours, theirs) or not can_be_matched(ours.domain, theirs.domain):
        return None
    names = _stated_names(stated)
    match = None if names is None else _closest_match(ours, theirs, names, checkpoint, evidence)
    pairs = None if match is None else _pairs(ours, theirs, match)
    return pairs if pairs is not None and _keeps(pairs, stated) else None


def _closest_match(
    ours: Roles, theirs: Roles, stated: Names, checkpoint: Checkpoint, evidence: TaskEvidence
) -> GraphMatch | None:
    """The match that changes least: where possible arguments stay in place, and common names."""
    words = NameSimilarity(ours, theirs).symbols
    graphs: dict[bool, DomainGraphs] = {}

    def attempt(same: Names, *, in_place: bool) -> GraphMatch | None:
        if in_place not in graphs:
            graphs[in_place] = DomainGraphs(ours.domain, theirs.domain, in_place=in_place)
        return graphs[in_place].match(
            same, budget=BUDGET, alike=words.similarity, checkpoint=checkpoint
        )

    tried = [(stated, False)]
    try:
        # Where this finds nothing, nothing else does.
        widest = attempt(stated, in_place=False)
        if widest is None:
            return None
    except SpentError:
        widest = None
    common = with_common_names(ours.domain, theirs.domain, stated)
    told = _with_names(common, evidence.names)
    closer = ((told, True), (told, False), (common, True), (stated, True), (common, False))
    for same, in_place in closer:
        if (same, in_place) in tried:
            continue
        tried.append((same, in_place))
        with suppress(SpentError):
            match = attempt(same, in_place=in_place)
            if match is not None:
                return match
    if widest is None:
        raise SpentError
    return widest


def _same_sizes(ours: Roles, theirs: Roles) -> bool:
    return all(
        len(mine) == len(yours)
        for mine, yours in (
            (ours.operators, theirs.operators),
            (ours.predicates, theirs.predicates),
            (ours.functions, theirs.functions),
            (ours.declared_types, theirs.declared_types),
            (ours.domain.constants, theirs.domain.constants),
        )
    )


def _stated_names(stated: Pairs) -> Names | None:
    """The stated names of each kind; None where something is stated that is no renaming."""
    names: dict[str, dict[str, str]] = {kind: {} for kind in KINDS}
    if stated.type_predicates or any(pair.negated for pair in stated.predicates):
        return None
    for kind, pair in stated.named():
        if pair.learned in names[kind] or pair.reference in names[kind].values():
            return None
        names[kind][pair.learned] = pair.reference
    return names


def _with_names(names: Names, told: Names) -> Names:
    """`names`, and those `told` of which they say nothing."""
    return {
        kind: {
            **{a: b for a, b in told.get(kind, {}).items() if b not in {*own.values()}},
            **own,
        }
        for kind, own in names.items()
    }


def _keeps(pairs: Pairs, stated: Pairs) -> bool:
    """Whether no refusal, and no order that is stated, speaks against `pairs`."""
    orders = {(kind, pair.learned, pair.reference): _order(pair) for kind, pair in pairs.named()}
    return not any(refusal in orders for refusal in stated.refusals) and all(
        _order(pair) in ({}, (), orders.get((kind, pair.learned, pair.reference)))
        for kind, pair in stated.named()
    )


def _order(pair: NamePair) -> object:
    if isinstance(pair, ActionPair):
        return pair.parameters
    return pair.arguments if isinstance(pair, SymbolPair) else ()


def _pairs(ours: Roles, theirs: Roles, match: GraphMatch) -> Pairs:
    names = match.names()
    evidence = PROVED if match.is_in_place else PERMUTED
    our_actions, their_actions = (names_of(side.domain, "actions") for side in (ours, theirs))

    def named(kind: str, declared: Iterable[str]) -> list[tuple[str, str]]:
        return [(mine, names[kind][mine]) for mine in declared if mine in names[kind]]

    def action(mine: str, yours: str) -> ActionPair:
        own, others = our_actions[mine].parameters, their_actions[yours].parameters
        order = match.parameters(mine, yours)
        parameters = {own[k].name: others[place].name for k, place in enumerate(order)}
        return ActionPair(mine, yours, 1.0, evidence, parameters)

    def symbol(kind: str, mine: str, yours: str) -> SymbolPair:
        n_args = len(ours.symbols[mine].args)
        arguments = match.arguments(kind, mine, yours) or range(n_args)
        return SymbolPair(mine, yours, 1.0, evidence, tuple(arguments[:n_args]))

    constants = dict.fromkeys(constant.name for constant in ours.domain.constants)
    return Pairs(
        actions=tuple(starmap(action, named("actions", ours.operators))),
        predicates=tuple(
            symbol("predicates", *pair) for pair in named("predicates", ours.predicates)
        ),
        functions=tuple(symbol("functions", *pair) for pair in named("functions", ours.functions)),
        types=tuple(NamePair(*pair, 1.0, evidence) for pair in named("types", ours.declared_types)),
        constants=tuple(NamePair(*pair, 1.0, evidence) for pair in named("constants", constants)),
    )
