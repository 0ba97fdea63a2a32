"""Predictive power compared with AMLGym on the same states, and its growth with their number.

`python -m bench.predictive [--quick] [TABLE ...]` prints the tables `peer` and `growth`. Times are
CPU time; the states of `peer` are generated before the measurement.

AMLGym runs in the interpreter `BENCH_PEER_PYTHON`, by default this one.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, overload

from bench.validation import DOMAIN
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.confusion import Confusion, as_float, mean
from plancore.metrics.support.predictions import PredictivePower
from plancore.model.domain import Domain
from plancore.model.formula import TypedName
from plancore.model.plan import GroundAtom, StateAtoms
from plancore.snapshot import FileSnapshot
from plancore.vectors.sample import StateSample

# A variant of `bench.validation`'s domain, as a learner might return it.
LEARNED = DOMAIN.replace("(and (at ?t ?p) (road ?p ?q))", "(at ?t ?p)").replace(
    "(and (not (at ?k ?p)) (in ?k ?t))", "(in ?k ?t)"
)

PEER = """\
import json, logging, os, sys, time, warnings
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)
from amlgym.metrics import predictive_power
from amlgym.modeling.UPEnv import UPEnv
os.chdir(sys.argv[1])
states = json.load(open("states.json"))
learned, reference = (UPEnv(name, "problem.pddl") for name in ("learned.pddl", "reference.pddl"))
ground = sum(len(each) for each in reference.ground_actions.values())
learned.ground_actions
began = time.process_time()
found = predictive_power([learned], [reference], [states], show_progress=False)
seconds = time.process_time() - began
print(json.dumps([seconds, ground * len(states), found]))
"""

Figures = dict[str, dict[str, float | None]]


class World(NamedTuple):
    """The number of objects of each kind."""

    trucks: int
    parcels: int
    places: int

    def objects(self) -> tuple[TypedName, ...]:
        """The objects."""
        kinds = (("t", "truck", self.trucks), ("k", "parcel", self.parcels))
        return tuple(
            TypedName(f"{letter}{number}", (kind,))
            for letter, kind, count in (*kinds, ("p", "place", self.places))
            for number in range(count)
        )

    def state(self, dice: random.Random) -> StateAtoms:
        """A random state: each thing is at a place, or in a truck."""
        atoms: set[GroundAtom] = set()
        for truck in range(self.trucks):
            atoms.add(("at", f"t{truck}", f"p{dice.randrange(self.places)}"))
        for parcel in range(self.parcels):
            if dice.random() < 0.3:
                atoms.add(("in", f"k{parcel}", f"t{dice.randrange(self.trucks)}"))
            else:
                atoms.add(("at", f"k{parcel}", f"p{dice.randrange(self.places)}"))
        for place in range(self.places):
            for other in (place + 1, place * 7 + 3):
                atoms.add(("road", f"p{place}", f"p{other % self.places}"))
        return frozenset(atoms)


class LazyStates(Sequence[StateAtoms]):
    """States that are generated on access, so they need no memory."""

    def __init__(self, world: World, count: int) -> None:
        self._world, self._count = world, count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[StateAtoms]:
        return (self[number] for number in range(self._count))

    @overload
    def __getitem__(self, index: int) -> StateAtoms: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[StateAtoms]: ...
    def __getitem__(self, index: int | slice) -> StateAtoms | Sequence[StateAtoms]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._count))]
        if not 0 <= index < self._count:
            raise IndexError(index)
        return self._world.state(random.Random(index))


SMALL = World(2, 4, 5)
"""130 ground actions."""
LARGE = World(4, 12, 12)
"""1,728 ground actions."""


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables asked for, or all of them."""
    quick = "--quick" in arguments
    for name in [name for name in arguments if not name.startswith("-")] or list(TABLES):
        TABLES[name](quick)
        print(flush=True)


def peer(quick: bool) -> None:
    """Measure both on the same states and ground actions, and compare the scores."""
    states = list(LazyStates(SMALL, 20 if quick else 200))
    power, ours = _ours(states)
    theirs = _theirs(states)
    print("| | states | pairs | CPU s | pairs/s | times AMLGym's | scores |")
    print("|---|--:|--:|--:|--:|--:|---|")
    head = f"| {len(states):,} | {power.pairs:,} | {ours:.4f} | {power.pairs / ours:,.0f} |"
    if isinstance(theirs, str):
        print(f"| planlsp {head} | |")
        print(f"AMLGym: {theirs}")
        return
    seconds, pairs, figures = theirs
    print(f"| planlsp {head} {power.pairs / ours / (pairs / seconds):,.0f} | |")
    same = "the same" if figures == _as_amlgym(power) else "OTHERS"
    head = f"| {len(states):,} | {pairs:,} | {seconds:.4f} | {pairs / seconds:,.0f} |"
    print(f"| AMLGym {head} 1 | {same} |")


def _ours(states: Sequence[StateAtoms]) -> tuple[PredictivePower, float]:
    """Our scores, and the CPU seconds of the best of several runs."""
    domains, best, total = (_parsed(LEARNED), _parsed(DOMAIN)), float("inf"), 0.0
    while True:
        began = time.process_time()
        power = predictive_power(*domains, [StateSample(SMALL.objects(), states)])
        used = time.process_time() - began
        best, total = min(best, used), total + used
        if total > 0.5:
            return power, best


def _theirs(states: Sequence[StateAtoms]) -> tuple[float, int, Figures] | str:
    """CPU seconds of AMLGym without its grounding, pairs and scores; or why there are none."""
    python = os.environ.get("BENCH_PEER_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory() as name:
        _write_case(Path(name), states)
        # Its grounder is a program next to the interpreter.
        path = os.pathsep.join((str(Path(python).parent), os.environ.get("PATH", "")))
        done = subprocess.run(
            [python, "-c", PEER, name],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PATH": path},
        )
    if done.returncode:
        missing = "ModuleNotFoundError" in done.stderr
        return "not installed" if missing else done.stderr.strip().rpartition("\n")[2]
    seconds, pairs, found = json.loads(done.stdout.splitlines()[-1])
    return seconds, pairs, {part: _rounded(means) for part, means in found.items()}


def _write_case(folder: Path, states: Sequence[StateAtoms]) -> None:
    (folder / "learned.pddl").write_text(LEARNED)
    (folder / "reference.pddl").write_text(DOMAIN)
    objects = " ".join(f"{each.name} - {each.types[0]}" for each in SMALL.objects())
    listed = [[f"({' '.join(atom)})" for atom in sorted(state)] for state in states]
    (folder / "problem.pddl").write_text(
        f"(define (problem p) (:domain rounds) (:objects {objects}) (:init {' '.join(listed[0])})"
        " (:goal (and (at k0 p0))))"
    )
    (folder / "states.json").write_text(json.dumps(listed))


def _as_amlgym(power: PredictivePower) -> Figures:
    """The means by AMLGym's conventions: 0/0 is 1, and actions that are never applicable are left
    out."""
    applicable = [each.applicability for each in power.actions]
    return {
        "applicability": _means([c for c in applicable if c.tp + c.fp + c.fn]),
        "predicted_effects": _means([each.effects for each in power.actions if each.both]),
    }


def _means(counts: list[Confusion]) -> dict[str, float | None]:
    plain = [replace(each, when_empty=1, undefined=1) for each in counts]
    means = {name: mean(each.ratio(name) for each in plain) for name in ("precision", "recall")}
    return _rounded({f"mean_{name}": as_float(each.value) for name, each in means.items()})


def _rounded(means: dict[str, float | None]) -> dict[str, float | None]:
    return {name: value if value is None else round(value, 9) for name, value in means.items()}


def growth(quick: bool) -> None:
    """Measure 1, 10, 100 and 1,000 times the states, each in a process of its own."""
    print("| states | pairs | CPU s | pairs/s | MB at the peak, above one state |")
    print("|--:|--:|--:|--:|--:|")
    for states in (60, 600) if quick else (60, 600, 6_000, 60_000):
        command = [sys.executable, "-m", "bench.predictive", "--measure", str(states)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        pairs, seconds, megabytes = json.loads(done.stdout)
        head = f"| {states:,} | {pairs:,} | {seconds:.3f} | {pairs / seconds:,.0f} |"
        print(f"{head} {megabytes:.1f} |", flush=True)


def measure(states: int) -> tuple[int, float, float]:
    """Pairs, CPU seconds including generating the states, and megabytes more than for a single
    state."""
    domains = _parsed(LEARNED), _parsed(DOMAIN)
    objects = LARGE.objects()
    predictive_power(*domains, [StateSample(objects, LazyStates(LARGE, 1))])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    power = predictive_power(*domains, [StateSample(objects, LazyStates(LARGE, states))])
    seconds = time.process_time() - began
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    unit = 1 if sys.platform == "darwin" else 1024
    return power.pairs, seconds, (after - before) * unit / 1e6


def _parsed(text: str) -> Domain:
    domain = FileSnapshot.of(text).domain
    assert domain is not None
    return domain


TABLES: dict[str, Callable[[bool], None]] = {"peer": peer, "growth": growth}

if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--measure", states]:
            sys.stdout.write(json.dumps(measure(int(states))))
        case arguments:
            main(arguments)
