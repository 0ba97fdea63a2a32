"""Names for bound variables that depend neither on how they are called nor on their order.

The variables that quantifiers of one kind bind together are numbered by type, then by the places
where they occur, then so that the key becomes the least one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, groupby, permutations, product
from math import factorial, prod
from typing import Final, NamedTuple

from plancore.model.formula import TypedName
from plancore.stop import Budget

BOUND: Final = "?:"
"""What the name of a bound variable begins with; no variable of a file does."""

_THIS: Final = "?!"
_OTHER: Final = "?*"

MOST_STEPS: Final = 20_000
"""Parts of formulas that are looked at to number variables; after that they keep their order."""

KeyOf = Callable[[Sequence[str]], str]
"""The key of what the variables are bound in, for a name of each."""


def effort() -> Budget:
    """The budget of one formula: quantifiers nested in one another multiply."""
    return Budget(MOST_STEPS)


def bound_names(names: Sequence[str], variables: Sequence[TypedName]) -> Mapping[str, str]:
    """The new name of each variable; of two that are called the same the inner one counts."""
    return {variable.name: name for variable, name in zip(variables, names, strict=True)}


class BoundBlock(NamedTuple):
    """The list of bound variables as text, the key of what they are bound in, and their names."""

    binding: str
    key: str
    names: Sequence[str]


def numbered(
    types: Sequence[str], start: int, key_of: KeyOf, size: int, budget: Budget
) -> BoundBlock:
    """Number the variables of a block.

    `types` has the type of each variable, `start` is the first number, `size` counts the parts of
    what they are bound in.
    """
    count = len(types)
    orders: Iterator[Sequence[int]] = iter([range(count)])
    if count > 1 and _try_to_spend(budget, count * size):
        orders = _orders(types, key_of, size, budget)
    best: BoundBlock | None = None
    for order in orders:
        names = [""] * count
        for number, index in enumerate(order, start):
            names[index] = f"{BOUND}{number}"
        binding = " ".join(f"{names[index]}-{types[index]}" for index in order)
        candidate = BoundBlock(binding, key_of(names), names)
        if best is None or candidate < best:
            best = candidate
    assert best is not None, "there is always the order as written"
    return best


def _orders(
    types: Sequence[str], key_of: KeyOf, size: int, budget: Budget
) -> Iterator[Sequence[int]]:
    """The orders to try: variables that look different from inside have fixed places."""
    looks: list[tuple[str, str]] = []
    for index, type_name in enumerate(types):
        names = [_OTHER] * len(types)
        names[index] = _THIS
        looks.append((type_name, key_of(names)))
    ranked = sorted(range(len(types)), key=lambda index: looks[index])
    groups = [list(group) for _, group in groupby(ranked, key=lambda index: looks[index])]
    n_orders = prod(factorial(len(group)) for group in groups)
    if n_orders > 1 and not _try_to_spend(budget, n_orders * size):
        return iter([ranked])
    choices = product(*(permutations(group) for group in groups))
    return (list(chain.from_iterable(choice)) for choice in choices)


def _try_to_spend(budget: Budget, steps: int) -> bool:
    """Whether `steps` were left, which are spent then; too few are no error, unlike in `spend`."""
    if steps > budget.left:
        return False
    budget.spend(steps)
    return True
