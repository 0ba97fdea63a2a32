"""How much of two models is paired, and what has no counterpart."""

from __future__ import annotations

from collections.abc import Iterable

from plancore.correspondence.names import KINDS
from plancore.correspondence.pairs import Pairs, Side
from plancore.correspondence.roles import Roles
from plancore.model.domain import Domain
from plancore.model.record import record


@record
class UnpairedNames:
    """The names of one kind that have no counterpart, in the order of each file.

    `n_reference` counts all names of the kind in the reference.
    """

    kind: str
    n_reference: int
    learned: tuple[str, ...]
    reference: tuple[str, ...]

    @property
    def n_covered(self) -> int:
        """How many names of the reference have a counterpart."""
        return self.n_reference - len(self.reference)


def coverage(learned: Domain, reference: Domain, pairs: Pairs) -> tuple[UnpairedNames, ...]:
    """One entry for each of `KINDS`.

    A predicate that plays a type is a counterpart of that type, and the type one of the predicate.
    """
    ours, theirs = _names(learned), _names(reference)
    paired = {kind: (set[str](), set[str]()) for kind in KINDS}
    for kind, pair in pairs.named():
        paired[kind][0].add(pair.learned)
        paired[kind][1].add(pair.reference)
    for played in pairs.type_predicates:
        side = 0 if played.side is Side.LEARNED else 1
        paired["predicates"][side].add(played.predicate)
        paired["types"][1 - side].add(played.type)
    return tuple(
        UnpairedNames(
            kind,
            len(theirs[kind]),
            tuple(name for name in ours[kind] if name not in paired[kind][0]),
            tuple(name for name in theirs[kind] if name not in paired[kind][1]),
        )
        for kind in KINDS
    )


def _names(domain: Domain) -> dict[str, tuple[str, ...]]:
    """What is declared or used, by kind."""
    roles = Roles(domain)
    names: dict[str, Iterable[str]] = {
        "actions": roles.operators,
        "predicates": roles.predicates,
        "functions": roles.functions,
        "types": roles.declared_types,
        "constants": dict.fromkeys(constant.name for constant in domain.constants),
    }
    return {kind: tuple(names[kind]) for kind in KINDS}
