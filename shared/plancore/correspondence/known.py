"""Pairs that need not be looked for: those that people state, those that have the same name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from plancore.correspondence.pairs import Arguments, Pair, Pairs
from plancore.correspondence.roles import Roles
from plancore.model.record import record


@record
class Known:
    """For pairs of each kind 1 where they belong together, 0 where they do not."""

    actions: Mapping[Pair, float] = field(default_factory=dict)
    symbols: Mapping[Pair, float] = field(default_factory=dict)
    types: Mapping[Pair, float] = field(default_factory=dict)
    arguments: Mapping[Pair, Arguments] = field(default_factory=dict)
    parameters: Mapping[Pair, Mapping[str, str]] = field(default_factory=dict)


def known_pairs(ours: Roles, theirs: Roles, stated: Pairs) -> Known:
    """What is known of two models: `stated` pairs and refusals first, then the same names.

    A stated name has no other counterpart than those stated. Of predicates and functions with the
    same name the number of arguments must be the same, too.
    """
    actions = _stated((p.learned, p.reference) for p in stated.actions)
    symbol_pairs = [p for p in (*stated.predicates, *stated.functions) if not p.negated]
    symbols = _stated((p.learned, p.reference) for p in symbol_pairs)
    types = _stated(
        [
            *((p.learned, p.reference) for p in stated.types),
            *(
                (p.predicate, p.type) if p.side == "learned" else (p.type, p.predicate)
                for p in stated.type_predicates
            ),
        ]
    )
    for kind, mine, yours in stated.refusals:
        table = {"actions": actions, "types": types}.get(kind, symbols)
        table[mine, yours] = 0.0
    _add_same_names(actions, ours.operators, theirs.operators)
    _add_same_names(types, ours.declared_types, theirs.declared_types)
    alike: dict[Pair, float] = dict(symbols)
    for mine_names, your_names in (
        (ours.predicates, theirs.predicates),
        (ours.functions, theirs.functions),
    ):
        _add_same_names(alike, mine_names, your_names)
    for pair, score in alike.items():
        mine_symbol, your_symbol = ours.symbols.get(pair[0]), theirs.symbols.get(pair[1])
        if pair in symbols or mine_symbol is None or your_symbol is None:
            continue
        if len(mine_symbol.args) == len(your_symbol.args):
            symbols[pair] = score
    return Known(
        actions,
        symbols,
        types,
        {
            (p.learned, p.reference): p.arguments
            for p in symbol_pairs
            if p.learned in ours.symbols and len(p.arguments) == len(ours.symbols[p.learned].args)
        },
        {(p.learned, p.reference): p.parameters for p in stated.actions if p.parameters},
    )


def is_same_name(pair: Pair) -> bool:
    """Whether two names differ in hyphens and underscores at most."""
    return plain(pair[0]) == plain(pair[1])


def plain(name: str) -> str:
    """`name` without hyphens and underscores."""
    return re.sub("[-_]", "", name)


def _stated(pairs: Iterable[Pair]) -> dict[Pair, float]:
    return dict.fromkeys(pairs, 1.0)


def _add_same_names(known: dict[Pair, float], mine: Iterable[str], yours: Iterable[str]) -> None:
    """Add what is called the same and not stated otherwise: exactly first, then but for hyphens."""
    yours = list(yours)
    taken = {a for (a, _), score in known.items() if score}
    given = {b for (_, b), score in known.items() if score}
    for same in (str, plain):
        by_name: dict[str, list[str]] = {}
        for name in yours:
            if name not in given:
                by_name.setdefault(same(name), []).append(name)
        for name in mine:
            matches = by_name.get(same(name), [])
            if name in taken or len(matches) != 1 or known.get((name, matches[0])) == 0.0:
                continue
            known[name, matches[0]] = 1.0
            taken.add(name)
            given.add(matches.pop())
