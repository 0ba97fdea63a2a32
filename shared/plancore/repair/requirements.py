"""What a precondition or a goal asks for, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from plancore.model.formula import Formula, conjuncts
from plancore.simulate.access import Resources
from plancore.simulate.atoms import Literal
from plancore.simulate.conditions import Frame, normalise
from plancore.simulate.parts import GroundPart, SchemaPart
from plancore.simulate.task import Task
from plancore.simulate.world import Env, World

NOTHING: Final = Resources()


class Requirement(NamedTuple):
    """One of the conditions that are joined, for given objects.

    It asks for `literal`; where that is None, for more than a literal can say, which rests on what
    it `reads`.
    """

    formula: Formula
    literal: Literal | None
    reads: Resources = NOTHING


class Requirements:
    """The requirements of one precondition or goal, compiled once for all objects.

    Raises UndecidedError for what the simulator does not support.
    """

    def __init__(self, condition: Formula, frame: Frame, task: Task) -> None:
        self._task = task
        self._parts: list[tuple[Formula, SchemaPart]] = []
        for formula in conjuncts(condition):
            node = normalise(formula, frame, frame.scope)
            part = SchemaPart(node, (), task.objects, task.axioms.predicates)
            self._parts.append((formula, part))
        self._size = frame.size

    def all(self, args: tuple[str, ...]) -> Iterator[Requirement]:
        """Every requirement where `args` stand for the parameters."""
        for formula, part in self._grounded(args):
            for literal in part.literals:
                yield Requirement(formula, literal)
            if part.tests:
                yield self._opaque(formula, part)

    def false(self, args: tuple[str, ...], world: World) -> Iterator[Requirement]:
        """Those that do not hold in `world`."""
        for formula, part in self._grounded(args):
            for literal in part.literals:
                if world.holds(literal.atom) is not literal.positive:
                    yield Requirement(formula, literal)
            if not all(test(part.env, world) for _, test in part.tests):
                yield self._opaque(formula, part)

    def _grounded(self, args: tuple[str, ...]) -> Iterator[tuple[Formula, GroundPart]]:
        env: Env = [*args, *[""] * (self._size - len(args))]
        return ((formula, part.ground(env)) for formula, part in self._parts)

    def _opaque(self, formula: Formula, part: GroundPart) -> Requirement:
        reads = self._task.access_schema(part.schema).reads
        return Requirement(formula, None, reads.ground(part.env))
