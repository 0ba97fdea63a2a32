"""Effects at the end of a durative action whose conditions are about earlier times too, such as
`(forall (?x) (when (and (at start (p ?x)) (over all (q ?x))) (at end (r ?x))))`.

As in PDDL 2.1 (Fox & Long, JAIR 2003, section 8.1), a durative action in progress remembers for
which objects its conditions have been true so far: `at start` in the state before its start, `over
all` in every state between start and end.
"""

from __future__ import annotations

from typing import NamedTuple

from plancore.model.plan import GroundAtom
from plancore.simulate.atoms import Objects
from plancore.simulate.effects import Changes, EffectBlock, Since, Update
from plancore.simulate.expressions import DURATION
from plancore.simulate.queries import Query, compile_test
from plancore.simulate.state import Env, World


class SpanningEffect:
    """Effects at the end, compiled."""

    def __init__(self, block: EffectBlock, since: Since, objects: Objects) -> None:
        self._block = block
        self.slots = tuple(variable.slot for variable in since.variables)
        self.start = Query(since.variables, since.start, objects)
        self.all = tuple(compile_test(node, objects) for node in since.all)
        others = block.variables[len(since.variables) :]
        self._end = Query(others, block.conditions, objects)

    @property
    def reads(self) -> EffectBlock:
        """What it reads at the start, as a block without effects."""
        since = self._block.since
        assert since is not None, "that makes it one"
        return EffectBlock(since.variables, since.start, (), (), (), since=since)

    def changes(
        self,
        env: Env,
        world: World,
        adds: list[GroundAtom],
        dels: list[GroundAtom],
        updates: list[Update],
    ) -> None:
        """Add the effects for the objects in the slots of its variables."""
        for _ in self._end.solutions(env, world):
            self._block.collect(env, world, adds, dels, updates)


class _Remembered(NamedTuple):
    """The objects for which the conditions of an effect have been true so far."""

    effect: SpanningEffect
    rows: list[tuple[str, ...]]


class Memory:
    """What an action in progress remembers."""

    def __init__(self, effects: tuple[SpanningEffect, ...], env: Env, world: World) -> None:
        """Of an action that starts in the state of `world`."""
        self._env = env
        self._duration = world.values.get((DURATION,))
        self._kept = [
            _Remembered(
                effect,
                [
                    tuple([env[slot] for slot in effect.slots])
                    for _ in effect.start.solutions(env, world)
                ],
            )
            for effect in effects
        ]

    @property
    def lasts(self) -> bool:
        """Whether something must be true over all of the action."""
        return any(effect.all for effect, _ in self._kept)

    def pass_through(self, world: World) -> None:
        """Forget that for which a condition over all is false in a state between start and end.
        Sets `?duration` in `world`."""
        if self._duration is not None and self.lasts:
            world.values[DURATION,] = self._duration
        for effect, rows in self._kept:
            if effect.all:
                rows[:] = [row for row in rows if self._holds(effect, row, world)]

    def changes(self, world: World) -> Changes:
        """The effects if the action ends in the state of `world`; raises InapplicableError."""
        adds: list[GroundAtom] = []
        dels: list[GroundAtom] = []
        updates: list[Update] = []
        for effect, rows in self._kept:
            for row in rows:
                self._bind(effect, row)
                effect.changes(self._env, world, adds, dels, updates)
        # Sorted, because the order of solutions depends on string hashes.
        return Changes(
            tuple(sorted(dict.fromkeys(adds))), tuple(sorted(dict.fromkeys(dels))), tuple(updates)
        )

    def _holds(self, effect: SpanningEffect, row: tuple[str, ...], world: World) -> bool:
        world.spend(1)
        self._bind(effect, row)
        return all(test(self._env, world) for test in effect.all)

    def _bind(self, effect: SpanningEffect, row: tuple[str, ...]) -> None:
        for slot, name in zip(effect.slots, row, strict=True):
            self._env[slot] = name
