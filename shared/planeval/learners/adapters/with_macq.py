"""Run a learner of macq: `python with_macq.py LEARNER JOBS`."""

import sys
from collections.abc import Iterable
from typing import Any

import folds
import lifting
import macq_models
import pddl_lists
from lifting import LiftedAction
from macq.extract import Extract, modes
from macq.observation import ActionObservation, AtomicPartialObservation, IdentityObservation
from macq.trace import Action, Fluent, PlanningObject, State, Step, Trace, TraceList


def learn(job: dict[str, Any]) -> str:
    """Learn the domain of a fold with the learner named on the command line."""
    with open(job["domain"], encoding="utf-8") as file:
        domain = pddl_lists.nested(file.read())
    seen = traces_of(domain, job["trajectories"], job["problems"])
    return LEARNERS[sys.argv[1]](domain, seen)


def locm(_: list[Any], traces: TraceList) -> str:
    """Run LOCM on the longest trace: it accepts only one."""
    longest = TraceList([max(traces, key=len)])
    model = Extract(longest.tokenize(ActionObservation), modes.LOCM)
    return str(macq_models.of_locm(model))


def observer(domain: list[Any], traces: TraceList) -> str:
    """Run OBSERVER, which learns ground actions."""
    return _lifted(domain, Extract(traces.tokenize(IdentityObservation), modes.OBSERVER))


def slaf(domain: list[Any], traces: TraceList) -> str:
    """Run SLAF on the longest trace: it accepts only one. It learns ground actions, without
    preconditions."""
    longest = TraceList([max(traces, key=len)])
    return _lifted(domain, Extract(longest.tokenize(AtomicPartialObservation), modes.SLAF))


def _lifted(domain: list[Any], model: Any) -> str:
    """The PDDL domain of a model with ground actions."""
    ground = [LiftedAction(*macq_models.ground(action)) for action in model.actions]
    constants = [name for name, _ in pddl_lists.constants(domain)]
    actions = lifting.actions(pddl_lists.parameters(domain), constants, ground)
    return str(lifting.domain_text(domain, actions))


# The input of the learners: macq's traces, from trajectories in AMLGym's notation.


def traces_of(domain: list[Any], trajectories: Iterable[str], problems: Iterable[str]) -> TraceList:
    """The trajectories in files as macq's traces; `problems` have their objects."""
    own = pddl_lists.constants(domain)
    pairs = zip(trajectories, problems, strict=True)
    return TraceList([_trace(trajectory, problem, own) for trajectory, problem in pairs])


def _trace(trajectory: str, problem: str, constants: list[tuple[str, str]]) -> Trace:
    """A trajectory as a macq trace; each state has all its atoms, as true or false."""
    kinds = dict([*constants, *pddl_lists.objects(_lists(problem))])

    def thing(name: str) -> PlanningObject:
        return PlanningObject(kinds[name], name)

    parts = _lists(trajectory)[1:]
    states = [{tuple(atom) for atom in part[1:]} for part in parts if part[0] == ":state"]
    actions = [part[1] for part in parts if part[0] == ":action"]
    known = {
        atom: Fluent(atom[0], [thing(name) for name in atom[1:]]) for atom in set().union(*states)
    }
    steps = []
    for number, state in enumerate(states):
        action = None
        if number < len(actions):
            name, *args = actions[number]
            action = Action(name, [thing(arg) for arg in args])
        fluents = {fluent: atom in state for atom, fluent in sorted(known.items())}
        steps.append(Step(State(fluents), action, number + 1))
    return Trace(steps)


def _lists(path: str) -> list[Any]:
    with open(path, encoding="utf-8") as file:
        return list(pddl_lists.nested(file.read()))


LEARNERS = {"LOCM": locm, "OBSERVER": observer, "SLAF": slaf}

if __name__ == "__main__":
    folds.each(learn)
