"""Pairs of two models that differ in names only: they need no evidence but the proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from plancore.correspondence.equivalence import strong_equivalence
from plancore.correspondence.names import Correspondence
from plancore.correspondence.pairs import ActionPair, NamePair, Pairs, SymbolPair
from plancore.correspondence.roles import Roles
from plancore.stop import NEVER, Checkpoint

PROVED: Final = ("the models differ in names only",)
BUDGET: Final = 1_000_000


def proved_pairs(ours: Roles, theirs: Roles, checkpoint: Checkpoint = NEVER) -> Pairs | None:
    """The pairs of strongly equivalent models; None where they are not, or it is not decided."""
    if not _same_sizes(ours, theirs):
        return None
    equivalence = strong_equivalence(
        ours.domain, theirs.domain, budget=BUDGET, checkpoint=checkpoint
    )
    names = equivalence.correspondence
    if names is None:
        return None
    return Pairs(
        actions=tuple(
            _action(ours, theirs, names, mine, yours)
            for mine, yours in _all(names.actions, ours.operators)
        ),
        predicates=_symbols(_all(names.predicates, ours.predicates), ours),
        functions=_symbols(_all(names.functions, ours.functions), ours),
        types=_names(_all(names.types, dict.fromkeys(ours.declared_types))),
        constants=_names(
            _all(names.constants, dict.fromkeys(c.name for c in ours.domain.constants))
        ),
    )


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


def _all(renamed: Mapping[str, str], declared: Mapping[str, object]) -> list[tuple[str, str]]:
    """All pairs of names of one kind; a name that is not renamed stands for itself."""
    return [(name, renamed.get(name, name)) for name in declared]


def _action(ours: Roles, theirs: Roles, names: Correspondence, mine: str, yours: str) -> ActionPair:
    own, others = ours.operators[mine].parameters, theirs.operators[yours].parameters
    order = names.parameters.get(yours, range(len(own)))
    parameters = {name: others[place] for name, place in zip(own, order, strict=True)}
    return ActionPair(mine, yours, 1.0, PROVED, parameters)


def _symbols(pairs: list[tuple[str, str]], ours: Roles) -> tuple[SymbolPair, ...]:
    return tuple(
        SymbolPair(mine, yours, 1.0, PROVED, tuple(range(len(ours.symbols[mine].args))))
        for mine, yours in pairs
    )


def _names(pairs: list[tuple[str, str]]) -> tuple[NamePair, ...]:
    return tuple(NamePair(mine, yours, 1.0, PROVED) for mine, yours in pairs)
