"""Steps 4 and 5: hypotheses become parameters of states, and flawed ones go.

Two hypotheses of a state that set by the same argument, or read by the same one, are about one
parameter. It is flawed, and left out, where

- a transition into the state does not set it: its value would not be known;
- a transition out of the state does not read it: an action could not name the fact that it deletes
  (the authors allow it, as their operators are not STRIPS);
- two transitions that an object went through one after the other set and read it by arguments that
  are not the same: operators could not do what sequences show (the authors do not ask for that).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plancore.learn.locm.hypotheses import Followed, Hypothesis, Tested
from plancore.learn.locm.machines import Machine, Transition
from plancore.learn.locm.merged import Merged


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a state: by transition the argument, from 1, that sets or reads it."""

    setters: dict[Transition, int]
    readers: dict[Transition, int]


class _Use(NamedTuple):
    """A transition and one of its arguments, as what sets a parameter or reads it."""

    is_reader: bool
    transition: Transition
    argument: int


def parameters_of(machine: Machine, state: int, tested: Tested) -> tuple[Parameter, ...]:
    """The parameters of a state without flaws, in the order of their setters."""
    merged = Merged[_Use]()
    for hypothesis in tested.hypotheses:
        if machine.ends.get(hypothesis.into) == state:
            merged.join(
                _Use(False, hypothesis.into, hypothesis.set_by),
                _Use(True, hypothesis.out_of, hypothesis.read_by),
            )
    standing = frozenset(tested.hypotheses)
    found = [_parameter(group) for group in merged.groups()]
    return tuple(
        each
        for each in found
        if set(machine.into(state)) <= set(each.setters)
        and set(machine.out_of(state)) <= set(each.readers)
        and all(wanted in standing for wanted in _asked(each, tested.followed))
    )


def _parameter(uses: Sequence[_Use]) -> Parameter:
    """Of several arguments of one transition, which were always the same, the first counts."""
    setters: dict[Transition, int] = {}
    readers: dict[Transition, int] = {}
    for use in uses:
        (readers if use.is_reader else setters).setdefault(use.transition, use.argument)
    return Parameter(setters, readers)


def _asked(parameter: Parameter, followed: frozenset[Followed]) -> Iterator[Hypothesis]:
    """What must hold for the parameter to be read as it was set."""
    for pair in followed:
        set_by, read_by = parameter.setters.get(pair.into), parameter.readers.get(pair.out_of)
        if set_by is not None and read_by is not None:
            yield Hypothesis(pair.into, set_by, pair.out_of, read_by)
