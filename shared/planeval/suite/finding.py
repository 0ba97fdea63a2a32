"""The suite that a command line names.

Problems of the project's own domains are generated. What is to be reached is true at the end of a
random walk in the domain, and not at its start: so every problem can be solved, and a walk of the
same length as a plan is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from plancore.model.domain import Domain
from plancore.simulate.task import Task
from plancore.simulate.walks import Walker
from plancore.snapshot import FileSnapshot
from plancore.spelling import hint
from planeval.suite.entry import Entry, Exercise
from planeval.suite.folder import folder_domains
from planeval.suite.registry import OWN
from planeval.suite.world import World
from planfiles.trouble import Trouble

OWN_SUITE: Final = "own"


def suite_entries(name: str, only: Sequence[str], problems: int, seed: int) -> list[Entry]:
    """The domains of the suite called `name`: `own`, with so many `problems` made for each, or a
    folder; with `only` those of these names, in this order, and nothing else is read. Raises
    Trouble."""
    if name == OWN_SUITE:
        chosen = _chosen(only, list(OWN), name)
        return [own_entry(each, problems, seed) for each in chosen]
    domains = folder_domains(name)
    return [domains[each]() for each in _chosen(only, list(domains), name)]


def _chosen(only: Sequence[str], known: list[str], suite: str) -> Sequence[str]:
    for name in only:
        if name not in known:
            raise Trouble(f"the suite {suite} has no domain called {name}; {hint(name, known)}")
    return list(dict.fromkeys(only)) or known


_SIZES: Final = 4
_GOALS: Final = 3
_WALK: Final = 30
_TRIES: Final = 50


def own_entry(name: str, problems: int, seed: int) -> Entry:
    """The domain called `name` with generated problems, of sizes that go round. The same seed gives
    the same problems, and the first ones do not depend on how many there are."""
    text = OWN[name].DOMAIN
    exercises = tuple(own_problem(name, number, seed) for number in range(1, problems + 1))
    return Entry(name, text, exercises)


def own_problem(name: str, number: int, seed: int) -> Exercise:
    """Problem `number`, from 1, of the domain called `name`."""
    own = OWN[name]
    domain = FileSnapshot.of(own.DOMAIN).domain
    assert domain is not None, "the domains of the suite can be read"
    dice = Random(f"{seed}/{name}/{number}")
    for _ in range(_TRIES):
        world = own.world(1 + (number - 1) % _SIZES, dice)
        goals = _goals(domain, world, dice)
        if goals:
            return Exercise(f"p{number:02}", _text(name, number, world, goals))
    raise AssertionError(f"no world of {name} lets anything be done")


def _goals(domain: Domain, world: World, dice: Random) -> list[str]:
    """Facts that a random walk from `world` has made true; none where nothing can be done."""
    problem = FileSnapshot.of(_text(domain.name, 0, world, ())).problem
    assert problem is not None, "the worlds of the suite can be read"
    states = Walker(Task(domain, problem)).walk(_WALK, dice).states
    reached = sorted(states[-1] - states[0])
    return [" ".join(atom) for atom in dice.sample(reached, min(_GOALS, len(reached)))]


def _text(domain: str, number: int, world: World, goals: list[str] | tuple[()]) -> str:
    return "\n".join(_lines(domain, number, world, goals)) + "\n"


def _lines(domain: str, number: int, world: World, goals: list[str] | tuple[()]) -> Iterator[str]:
    yield f"(define (problem {domain}-{number:02})"
    yield f"  (:domain {domain})"
    yield "  (:objects"
    for kind, names in world.objects.items():
        yield f"    {' '.join(names)}{f' - {kind}' if kind else ''}"
    yield "  )"
    yield "  (:init"
    yield from (f"    ({fact})" for fact in sorted(world.facts))
    yield "  )"
    yield f"  (:goal (and {' '.join(f'({goal})' for goal in goals)})))"
