"""Two actions side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from plancore.correspondence.roles import LiteralUse


def counterpart(term: str, parameters: Mapping[str, str]) -> str:
    """What a learned term is in the reference's action: a constant stands for itself where nothing
    else is known, a variable without a counterpart for nothing, whatever is called like it there.
    """
    other = parameters.get(term)
    if other is None:
        return "" if term.startswith("?") else term
    return other


class LiteralAgreement(NamedTuple):
    """The literals of two actions that are the same under `parameters`, and their weight."""

    weight: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[LiteralUse, LiteralUse], ...]


class ActionMatch(NamedTuple):
    """Two actions side by side.

    `structure` is the share of their literals that are alike, in 0..1; `parameters` are the learned
    variables with a counterpart; `literals` the uses that belong together.
    """

    structure: float
    parameters: Mapping[str, str]
    literals: tuple[tuple[LiteralUse, LiteralUse], ...]

    def under(self, agreement: LiteralAgreement, size: float) -> ActionMatch:
        """The match with what agrees in full for certain; `size` is the weight of all literals."""
        if agreement.parameters == self.parameters:
            return self
        ours, theirs = {x for x, _ in agreement.literals}, {y for _, y in agreement.literals}
        rest = ((x, y) for x, y in self.literals if x not in ours and y not in theirs)
        structure = max(self.structure, agreement.weight / size)
        return ActionMatch(structure, agreement.parameters, (*agreement.literals, *rest))
