"""What something that a plan reads depends on, through conditional effects of earlier steps."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from plancore.memo import lazy
from plancore.model.formula import conjuncts
from plancore.repair.edits import atom_of
from plancore.repair.forced import ForcedRun
from plancore.simulate.access import NUMBER, Access, Resources
from plancore.simulate.ground import GroundOperator
from plancore.simulate.normal_form import TRUE
from plancore.simulate.parts import SchemaPart


class Regression:
    """The conditional and numeric effects of one plan, and what decides them."""

    def __init__(self, run: ForcedRun) -> None:
        self._run = run
        self._parts: dict[str, list[SchemaPart]] = {}
        self._effects: dict[tuple[str, ...], list[Access]] = {}

    def steps(self, reads: Resources, moment: int) -> Iterator[tuple[int, Resources]]:
        """Each step before `moment`, the last one first, with the atoms behind it that decide what
        `reads` are before step `moment`.

        Two runs in which all steps leave these atoms alike have the same `reads`.
        """
        watched = reads
        for step in range(moment - 1, 0, -1):
            yield step, watched
            for effect in self._conditional(self._run.operators[step - 1]):
                if watched.common(effect.adds) or watched.common(effect.deletes):
                    watched = watched.united(effect.reads)

    @lazy
    def conditional_names(self) -> frozenset[str]:
        """The predicates that conditional effects of the plan change."""
        return frozenset(
            name
            for operator in {operator.name: operator for operator in self._run.operators}.values()
            for effect in self._conditional(operator)
            for resources in (effect.adds, effect.deletes)
            for name in resources.predicates
        )

    @property
    def numeric(self) -> Resources:
        """What decides which numbers change, and how."""
        reads = [
            effect.reads
            for operator in set(self._run.operators)
            for effect in self._conditional(operator)
            if NUMBER in effect.adds.predicates
        ]
        return reduce(Resources.united, reads, Resources())

    def _conditional(self, operator: GroundOperator) -> list[Access]:
        """The accesses of the conditional and numeric effects of a step."""
        key = (operator.name, *operator.args)
        known = self._effects.get(key)
        if known is None:
            task = self._run.task
            known = self._effects[key] = [
                task.access_schema(part).ground(operator.env)
                for part in self._conditional_parts(operator)
            ]
        return known

    def _conditional_parts(self, operator: GroundOperator) -> list[SchemaPart]:
        known = self._parts.get(operator.name)
        if known is None:
            task, schema = self._run.task, operator.part.schema
            plain = [p for p in conjuncts(operator.schema.action.effect) if atom_of(p) is not None]
            is_plain = len(plain) == len(schema.adds) + len(schema.dels)
            known = self._parts[operator.name] = []
            for block in schema.blocks:
                rest = block._replace(adds=(), dels=()) if is_plain and block.simple else block
                if rest.adds or rest.dels or rest.updates:
                    known.append(SchemaPart(TRUE, (rest,), task.objects, task.axioms.predicates))
        return known
