"""What macq's learners are given: traces of AMLGym's notation as macq has them."""

import re
from collections.abc import Iterable
from typing import Any

from macq.trace import Action, Fluent, PlanningObject, State, Step, Trace, TraceList

TOKEN = re.compile(r"[()]|[^\s()]+")


def nested(path: str) -> list[Any]:
    """The first list of a file of PDDL, as lists of lists."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    stack: list[list[Any]] = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    first: list[Any] = stack[0][0]
    return first


def typed(words: list[str]) -> list[tuple[str, str]]:
    """The names of a typed list, each with its type."""
    names: list[tuple[str, str]] = []
    waiting: list[str] = []
    words = list(words)
    while words:
        word = words.pop(0)
        if word == "-":
            kind = words.pop(0)
            names += [(name, kind) for name in waiting]
            waiting = []
        else:
            waiting.append(word)
    return names + [(name, "object") for name in waiting]


def constants(domain: list[Any]) -> list[tuple[str, str]]:
    """The constants of a domain, each with its type."""
    return [name for part in domain if part[0] == ":constants" for name in typed(part[1:])]


def parameters(domain: list[Any]) -> dict[str, list[str]]:
    """The names of the parameters of each action of a domain."""
    actions = {part[1]: part for part in domain[1:] if part[0] == ":action"}
    return {
        name: [parameter for parameter, _ in typed(part[part.index(":parameters") + 1])]
        for name, part in actions.items()
    }


def traces(domain: list[Any], trajectories: Iterable[str], problems: Iterable[str]) -> TraceList:
    """The trajectories of files, each with the problem that has its objects."""
    own = constants(domain)
    pairs = zip(trajectories, problems, strict=True)
    return TraceList([_trace(trajectory, problem, own) for trajectory, problem in pairs])


def _trace(trajectory: str, problem: str, constants: list[tuple[str, str]]) -> Trace:
    """A trajectory of AMLGym's notation as macq has them; every atom that is true in one of its
    states is false in the others where it is not."""
    kinds = dict(constants)
    for part in nested(problem):
        if part[0] == ":objects":
            kinds.update(typed(part[1:]))

    def thing(name: str) -> PlanningObject:
        return PlanningObject(kinds[name], name)

    parts = nested(trajectory)[1:]
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
