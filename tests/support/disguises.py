"""A domain as somebody else would have written it, and what is what in it.

Each disguise is one of those in which models that were written independently differ: other names,
other orders of arguments and parameters, one argument more or less, types instead of predicates,
and some literals that are wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from plancore.correspondence.pairs import Pairs
from plancore.model.domain import Domain
from support.disguise.added_argument import add_argument
from support.disguise.draft import Draft
from support.disguise.dropped_argument import drop_argument
from support.disguise.noise import edit_literals
from support.disguise.orders import permute_arguments, permute_parameters, rename_variables, shuffle
from support.disguise.predicates_to_types import turn_predicates_into_types
from support.disguise.truth import true_pairs
from support.disguise.types_to_predicates import turn_types_into_predicates
from support.other_names import Names, other_names
from support.renamed_domains import written_again


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
