"""Step 3: what comes into a state with an object, and leaves it with that object.

Blocks that are stacked together are unstacked together: after `stack.2` the next `unstack.2` of a
block has the same first argument. A hypothesis says so of two transitions that meet in a state; it
stands when some object goes through both, one after the other, and none does with other objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from plancore.learn.locm.machines import Machine, Sequences, Transition, lives_of
from plancore.stop import Checkpoint


class Hypothesis(NamedTuple):
    """The argument `set_by` of the transition into a state is the argument `read_by` of the next
    one out of it. Arguments count from 1."""

    into: Transition
    set_by: int
    out_of: Transition
    read_by: int


class Followed(NamedTuple):
    """Two transitions that an object went through one after the other."""

    into: Transition
    out_of: Transition


class Tested(NamedTuple):
    """What sequences say: the pairs of transitions that occur, and the hypotheses that stand."""

    followed: frozenset[Followed]
    hypotheses: tuple[Hypothesis, ...]


def surviving_hypotheses(
    machines: Sequence[Machine], sequences: Sequences, checkpoint: Checkpoint
) -> Tested:
    """The hypotheses that some consecutive transitions support and none contradict, in order."""
    sorts = {
        transition: number
        for number, machine in enumerate(machines)
        for transition in machine.starts
    }
    standing: dict[Followed, set[Hypothesis]] = {}
    for number, sequence in enumerate(sequences):
        checkpoint(number, "testing hypotheses")
        for life in lives_of(sequence).values():
            for before, after in pairwise(life):
                pair = Followed(before.transition, after.transition)
                if pair.into not in sorts:
                    continue  # the imaginary object, when it has one state only
                if pair not in standing:
                    standing[pair] = _possible(pair, sorts, len(before.args), len(after.args))
                standing[pair] = {
                    each
                    for each in standing[pair]
                    if before.args[each.set_by - 1] == after.args[each.read_by - 1]
                }
    hypotheses = sorted(each for found in standing.values() for each in found)
    return Tested(frozenset(standing), tuple(hypotheses))


def _possible(
    pair: Followed, sorts: dict[Transition, int], n_before: int, n_after: int
) -> set[Hypothesis]:
    """All other arguments of one sort in two transitions that meet."""
    return {
        Hypothesis(pair.into, set_by, pair.out_of, read_by)
        for set_by in range(1, n_before + 1)
        for read_by in range(1, n_after + 1)
        if set_by != pair.into.place
        and read_by != pair.out_of.place
        and sorts[Transition(pair.into.action, set_by)]
        == sorts[Transition(pair.out_of.action, read_by)]
    }
