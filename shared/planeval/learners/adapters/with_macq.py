"""LOCM of macq: `python with_macq.py LOCM JOBS`.

macq's own writer of PDDL fails on most models of LOCM, so the domain is written here, from macq's
model.
"""

import re
from typing import Any

import folds
from macq.extract import Extract, modes
from macq.observation import ActionObservation
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


def trace_of(trajectory: str, problem: str, constants: list[tuple[str, str]]) -> Trace:
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


def learn(job: dict[str, Any]) -> str:
    """LOCM takes one trace only: the longest."""
    domain = nested(job["domain"])
    constants = [name for part in domain if part[0] == ":constants" for name in typed(part[1:])]
    pairs = zip(job["trajectories"], job["problems"], strict=True)
    traces = [trace_of(trajectory, problem, constants) for trajectory, problem in pairs]
    longest = TraceList([max(traces, key=len)])
    return of_locm(Extract(longest.tokenize(ActionObservation), modes.LOCM))


def of_locm(model: Any) -> str:
    """The domain of a model of LOCM. Its zero sort, which is no parameter of any action, is
    dropped; a predicate that is used with different numbers of arguments is one for each."""
    predicates: dict[str, list[str]] = {}
    lines = []

    def atom(fluent: Any, sorts: list[str]) -> str:
        places = list(fluent.param_act_inds)
        own = [f"sort{sorts[place]}" for place in places]
        name = f"{fluent.name}__{len(places)}"
        predicates.setdefault(name, own)
        return f"({' '.join([name, *(f'?x{place}' for place in places)])})"

    kinds: set[str] = set()
    for action in sorted(model.actions, key=lambda action: str(action.name)):
        sorts = [str(sort).replace("sort", "") for sort in action.param_sorts]
        kinds.update(f"sort{sort}" for sort in sorts)
        parameters = " ".join(f"?x{k} - sort{sort}" for k, sort in enumerate(sorts))
        parts = {
            name: sorted(atom(fluent, sorts) for fluent in getattr(action, name))
            for name in ("precond", "add", "delete")
        }
        deleted = [f"(not {text})" for text in parts["delete"] if text not in parts["add"]]
        lines.append(
            f"(:action {action.name} :parameters ({parameters})"
            f" :precondition (and {' '.join(parts['precond'])})"
            f" :effect (and {' '.join(parts['add'] + deleted)}))"
        )
    heads = [
        f"({' '.join([name, *(f'?v{k} - {sort}' for k, sort in enumerate(sorts))])})"
        for name, sorts in sorted(predicates.items())
    ]
    return (
        "(define (domain learned) (:requirements :strips :typing)\n"
        f"(:types {' '.join(sorted(kinds))})\n(:predicates {' '.join(heads)})\n"
        + "\n".join(lines)
        + ")\n"
    )


folds.each(learn)
