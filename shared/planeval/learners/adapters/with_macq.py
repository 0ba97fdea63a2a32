"""A learner of macq: `python with_macq.py LEARNER JOBS`."""

import sys
from typing import Any

import folds
import lifting
import macq_machines
import macq_traces
from lifting import Learned
from macq.extract import Extract, modes
from macq.observation import ActionObservation, AtomicPartialObservation, IdentityObservation
from macq.trace import TraceList


def learn(job: dict[str, Any]) -> str:
    """The domain that the learner named on the command line makes of a fold."""
    domain = macq_traces.nested(job["domain"])
    traces = macq_traces.traces(domain, job["trajectories"], job["problems"])
    return LEARNERS[sys.argv[1]](domain, traces)


def locm(_: list[Any], traces: TraceList) -> str:
    """LOCM takes one trace only: the longest."""
    longest = TraceList([max(traces, key=len)])
    model = Extract(longest.tokenize(ActionObservation), modes.LOCM)
    return str(macq_machines.of_locm(model))


def observer(domain: list[Any], traces: TraceList) -> str:
    """OBSERVER tells for ground actions what it learned."""
    model = Extract(traces.tokenize(IdentityObservation), modes.OBSERVER)
    return lifted(domain, [_ground(action) for action in model.actions])


def slaf(domain: list[Any], traces: TraceList) -> str:
    """SLAF takes one trace only: the longest. It tells for ground actions what it learned, and
    learns no preconditions."""
    longest = TraceList([max(traces, key=len)])
    model = Extract(longest.tokenize(AtomicPartialObservation), modes.SLAF)
    return lifted(domain, [_ground(action) for action in model.actions])


def lifted(domain: list[Any], ground: list[Learned]) -> str:
    """The domain of ground actions."""
    constants = [name for name, _ in macq_traces.constants(domain)]
    actions = [
        lifting.lifted(name, parameters, constants, ground)
        for name, parameters in macq_traces.parameters(domain).items()
    ]
    return str(lifting.domain_text(domain, [each for each in actions if each is not None]))


def _ground(action: Any) -> Learned:
    """Arguments and objects of atoms are a type and a name each: `truck t1`."""
    args = tuple(getattr(arg, "name", arg).split()[-1] for arg in action.obj_params)
    parts = (action.precond, action.add, action.delete)
    return Learned(action.name, args, *(frozenset(map(_ground_atom, part)) for part in parts))


def _ground_atom(text: Any) -> tuple[str, ...]:
    name, *words = str(text).strip("()").split()
    return (name, *words[1::2])


LEARNERS = {"LOCM": locm, "OBSERVER": observer, "SLAF": slaf}

if __name__ == "__main__":
    folds.each(learn)
