"""Which steps of a plan may change places: the data for "same partial order".

Two steps are independent when neither reads what the other writes and they write nothing
differently (see `access`); swapping neighbours that are independent changes neither whether the
plan works nor where it ends.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from plancore.model.plan import Step
from plancore.simulate.access import Access, Pattern, Resources
from plancore.simulate.ground import Operator
from plancore.simulate.limits import Undecided
from plancore.simulate.task import Task


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a step reads and writes, as keys that can be hashed and compared for equality.

    Two steps depend on each other when one writes what the other reads or writes, but for what
    both write alike: `adds` of both, `deletes` of both. A step that reads or writes an unknown
    number of atoms of a predicate has the predicate's name among its `wide_reads` or
    `wide_writes`, and each step has the names of all predicates it touches in `read_names` and
    `write_names`.
    """

    reads: frozenset[Hashable]
    adds: frozenset[Hashable]
    deletes: frozenset[Hashable]
    wide_reads: frozenset[str] = frozenset()
    wide_writes: frozenset[str] = frozenset()
    read_names: frozenset[str] = frozenset()
    write_names: frozenset[str] = frozenset()


class Independence:
    """Answers for the steps of plans of one task; answers for actions are kept."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._known: dict[tuple[str, ...], Access | None] = {}

    def independent(self, one: Step, two: Step) -> bool:
        """Whether two neighbouring steps may change places; false for malformed ones."""
        first, second = self.access(one), self.access(two)
        return first is not None and second is not None and first.conflict(second) is None

    def access(self, step: Step) -> Access | None:
        """What a step reads and writes; None for a malformed or unsupported one."""
        key = step.key
        if key not in self._known:
            self._known[key] = self._access(step)
        return self._known[key]

    def footprint(self, step: Step) -> Footprint | None:
        """The same in the form that a single pass over a plan needs."""
        access = self.access(step)
        if access is None:
            return None
        reads, adds, deletes = access.reads, access.adds, access.deletes
        return Footprint(
            reads.atoms,
            adds.atoms,
            deletes.atoms,
            _wide(reads),
            _wide(adds) | _wide(deletes),
            _names(reads),
            _names(adds) | _names(deletes),
        )

    def _access(self, step: Step) -> Access | None:
        united: Access | None = None
        for action in step.actions:
            try:
                operator = self._task.bind(action)
                if not isinstance(operator, Operator):
                    return None
                accesses = [self._task.access(part) for part in operator.parts.values()]
            except Undecided:
                return None
            for access in accesses:
                united = access if united is None else united.united(access)
        return united


def _wide(resources: Resources) -> frozenset[str]:
    return frozenset(_pattern_name(pattern) for pattern in resources.patterns)


def _names(resources: Resources) -> frozenset[str]:
    """Predicates by name; functions with a leading `=`, for they have names of their own."""
    ground = {f"={atom[1]}" if atom[0] == "=" else atom[0] for atom in resources.atoms}
    return _wide(resources) | ground


def _pattern_name(pattern: Pattern) -> str:
    if pattern.predicate == "=" and pattern.arguments:
        return f"={pattern.arguments[0]}"
    return pattern.predicate
