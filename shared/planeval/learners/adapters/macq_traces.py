"""What macq's learners are given: traces of AMLGym's notation as macq has them."""

from collections.abc import Iterable
from typing import Any

import pddl_lists
from macq.trace import Action, Fluent, PlanningObject, State, Step, Trace, TraceList


def traces(domain: list[Any], trajectories: Iterable[str], problems: Iterable[str]) -> TraceList:
    """The trajectories of files, each with the problem that has its objects."""
    own = pddl_lists.constants(domain)
    pairs = zip(trajectories, problems, strict=True)
    return TraceList([_trace(trajectory, problem, own) for trajectory, problem in pairs])


def _trace(trajectory: str, problem: str, constants: list[tuple[str, str]]) -> Trace:
    """A trajectory of AMLGym's notation as macq has them; every atom that is true in one of its
    states is false in the others where it is not."""
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
