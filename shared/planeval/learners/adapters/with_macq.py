"""A learner of macq: `python with_macq.py LEARNER JOBS`."""

import sys
from typing import Any

import folds
import lifting
import macq_machines
import macq_traces
import macq_words
import pddl_lists
from lifting import Learned
from macq.extract import Extract, modes
from macq.observation import ActionObservation, AtomicPartialObservation, IdentityObservation
from macq.trace import TraceList


def learn(job: dict[str, Any]) -> str:
    """The domain that the learner named on the command line makes of a fold."""
    with open(job["domain"], encoding="utf-8") as file:
        domain = pddl_lists.nested(file.read())
    traces = macq_traces.traces(domain, job["trajectories"], job["problems"])
    return LEARNERS[sys.argv[1]](domain, traces)


def locm(_: list[Any], traces: TraceList) -> str:
    """LOCM takes one trace only: the longest."""
    longest = TraceList([max(traces, key=len)])
    model = Extract(longest.tokenize(ActionObservation), modes.LOCM)
    return str(macq_machines.of_locm(model))


def observer(domain: list[Any], traces: TraceList) -> str:
    """OBSERVER tells for ground actions what it learned."""
    return _lifted(domain, Extract(traces.tokenize(IdentityObservation), modes.OBSERVER))


def slaf(domain: list[Any], traces: TraceList) -> str:
    """SLAF takes one trace only: the longest. It tells for ground actions what it learned, and
    learns no preconditions."""
    longest = TraceList([max(traces, key=len)])
    return _lifted(domain, Extract(longest.tokenize(AtomicPartialObservation), modes.SLAF))


def _lifted(domain: list[Any], model: Any) -> str:
    """The domain of a model of ground actions."""
    ground = [Learned(*macq_words.ground(action)) for action in model.actions]
    constants = [name for name, _ in pddl_lists.constants(domain)]
    actions = lifting.actions(pddl_lists.parameters(domain), constants, ground)
    return str(lifting.domain_text(domain, actions))


LEARNERS = {"LOCM": locm, "OBSERVER": observer, "SLAF": slaf}

if __name__ == "__main__":
    folds.each(learn)
