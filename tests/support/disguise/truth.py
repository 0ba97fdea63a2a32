"""What is what in a domain in disguise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.correspondence.names import Correspondence, names_of
from plancore.correspondence.pairs import (
    ActionPair,
    NamePair,
    Pairs,
    Side,
    SymbolPair,
    TypePredicate,
)
from plancore.model.types import OBJECT
from support.disguise.draft import Draft


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
