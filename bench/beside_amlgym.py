"""Compare scores of learned domains with AMLGym's, and our SAM with AMLGym's.

`AMLGYM=PYTHON python -m bench.beside_amlgym FOLDER` reads the output of `planeval benchmark
--save-learned FOLDER`, lets AMLGym, with the Python of its environment, score the same learned
domains on the same states, and counts equal scores: syntactic ones as AMLGym rounds them,
predictive ones within 1e-9, by AMLGym's conventions (0/0 is 1; only operators with pairs).
Differences are listed below the tables.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from plancore.compare.actions import Presence
from plancore.compare.domains import compare_domains
from plancore.metrics.amlgym import amlgym_view
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.confusion import Confusion
from plancore.metrics.support.predictions import PredictivePower
from plancore.model.domain import Domain
from plancore.model.trajectory import Observation
from plancore.snapshot import FileSnapshot
from plancore.vectors.sample import StateSample
from planeval.benchmark.task import problem_text
from planeval.domain.states import load_trajectories, samples_of_trajectories

_SCRIPT: Final = Path(__file__).parent / "peers" / "amlgym_figures.py"
_OWN_WORDS: Final = ("locm", "macq-locm")


def main(arguments: Sequence[str] = ()) -> None:
    """Print the counts, then every difference."""
    python = os.environ.get("AMLGYM")
    if not arguments or not python:
        print("a folder of learned domains and the Python of AMLGym's environment are needed")
        return
    folder = Path(arguments[0])
    pairs = [path.parent for path in sorted(folder.glob("*/*/*/learned.pddl"))]
    jobs = [_job(pair) for pair in pairs if not pair.parts[-3].startswith(_OWN_WORDS)]
    figures, actions = _Counts(), _Counts()
    for job, theirs in zip(jobs, _answers(python, jobs), strict=True):
        name = str(Path(job["learned"]).parent.relative_to(folder))
        learner = name.partition("/")[0]
        if "error" in theirs:
            figures.add(learner, "AMLGym fails", f"{name}: {theirs['error'][:120]}")
            continue
        for figure, ours, their in _compared(job, theirs):
            agrees = ours is not None and abs(ours - their) < 1e-9
            told = "" if agrees else f"{name}: {figure}: {their}, ours {ours}"
            figures.add(learner, "the same" if agrees else "different", told)
    _same_sam(folder, pairs, actions)
    figures.show("scores of", ("the same", "different", "AMLGym fails"))
    actions.show("actions of", ("the same", "different", "left out by ours"))
    for told in (*figures.told, *actions.told):
        print(f"- {told}")


class _Counts:
    """Counts of equal and different scores for each learner, with messages on single ones."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}
        self.told: list[str] = []

    def add(self, learner: str, what: str, told: str = "") -> None:
        self._counts.setdefault(learner, Counter())[what] += 1
        if told:
            self.told.append(told)

    def show(self, title: str, columns: Sequence[str]) -> None:
        """Print the table if it is not empty."""
        if not self._counts:
            return
        print(f"| {title} | {' | '.join(columns)} |\n|---|{'--:|' * len(columns)}")
        for learner, counts in sorted(self._counts.items()):
            print(f"| {learner} | {' | '.join(f'{counts[each]}' for each in columns)} |")
        print(flush=True)


def _same_sam(folder: Path, pairs: Sequence[Path], counts: _Counts) -> None:
    """Count the actions that our SAM and AMLGym's have learned with the same literals. An action
    that was never observed contradicts itself in AMLGym's domains, and is left out by ours."""
    for pair in pairs:
        learner, *fold = pair.relative_to(folder).parts
        beside = folder.joinpath(f"amlgym-{learner.replace('-distinct', '')}", *fold)
        if learner.partition("-")[0] != "sam" or not beside.is_dir():
            continue
        which = f"{learner}, {fold[0]}"
        diff = compare_domains(_domain(pair / "learned.pddl"), _domain(beside / "learned.pddl"))
        for action in diff.actions:
            if action.status is Presence.MISSING:
                counts.add(which, "left out by ours")
            else:
                counts.add(which, "the same" if action.is_same else "different")


def _job(pair: Path) -> dict[str, Any]:
    reference = _domain(pair / "reference.pddl")
    return {
        "learned": str(pair / "learned.pddl"),
        "reference": str(pair / "reference.pddl"),
        "samples": [
            {
                "problem": problem_text(
                    "p",
                    reference,
                    sample.objects[len(reference.constants) :],
                    Observation(sample.states[0]),
                ),
                "states": [[f"({' '.join(atom)})" for atom in state] for state in sample.states],
            }
            for sample in _samples(pair, reference)
        ],
    }


def _answers(python: str, jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """AMLGym's scores for each job, from several processes: each uses one core."""
    n_processes = os.cpu_count() or 1
    with ThreadPoolExecutor(n_processes) as threads:
        shares = [jobs[k::n_processes] for k in range(n_processes)]
        answers = list(threads.map(lambda share: _answered(python, share), shares))
    return [answers[k % n_processes][k // n_processes] for k in range(len(jobs))]


def _answered(python: str, jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(jobs, file)
        file.flush()
        command = [python, str(_SCRIPT), file.name]
        told = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True
        ).stdout
    return [json.loads(line) for line in told.splitlines()]


def _compared(job: dict[str, Any], theirs: Any) -> Iterator[tuple[str, float | None, float]]:
    pair = Path(job["learned"]).parent
    learned, reference = _domain(pair / "learned.pddl"), _domain(pair / "reference.pddl")
    view = amlgym_view(compare_domains(learned, reference))
    for ratio in ("precision", "recall"):
        for row, value in theirs[ratio].items():
            yield f"syntactic {ratio} {row}", view[ratio][row], value
    power = predictive_power(learned, reference, _samples(pair, reference))
    for part, ours in (
        ("applicability", _applicability(power)),
        ("predicted_effects", _effects(power)),
    ):
        values = theirs["predictive"].get(part) or theirs["predictive"][part.split("_")[-1]]
        for ratio in ("precision", "recall"):
            yield f"{part} {ratio}", _mean(ours, ratio), values[f"mean_{ratio}"]


def _applicability(power: PredictivePower) -> list[Confusion]:
    every = [action.applicability for action in power.actions]
    return [each for each in every if each.tp or each.fp or each.fn]


def _effects(power: PredictivePower) -> list[Confusion]:
    return [action.effects for action in power.actions if action.applicability.tp]


def _mean(confusions: Sequence[Confusion], ratio: str) -> float | None:
    values = []
    for each in confusions:
        value = each.ratio(ratio)
        values.append(1.0 if value is None else float(value))
    return sum(values) / len(values) if values else None


def _samples(pair: Path, reference: Domain) -> list[StateSample]:
    trajectories = load_trajectories([str(pair / "test.trajectories")])
    return samples_of_trajectories(trajectories, reference)


def _domain(path: Path) -> Domain:
    domain = FileSnapshot.of(path.read_text(encoding="utf-8")).domain
    assert domain is not None, path
    return domain


if __name__ == "__main__":
    main(sys.argv[1:])
