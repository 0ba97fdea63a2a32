"""Compare our SAM with AMLGym's, literal by literal, on folds of all our own domains.

`AMLGYM=PYTHON PYTHONPATH=tests python -m bench.same_sam` lets AMLGym's SAM, with the Python of its
environment, learn the same lessons as ours, with and without noise, and counts the actions with the
same literals: for our SAM as it is, and assuming that no atom repeats an object.
`python -m bench.same_sam FILE` writes fingerprints of the actions that AMLGym's SAM learned, as in
tests/corpus/sam/suite.json.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from plancore.learn.sam import learn_sam
from plancore.model.domain import Domain
from plancore.notation.trajectories.reader import write_trajectory
from plancore.snapshot import FileSnapshot
from support.learned_literals import fingerprint
from support.sam_lessons import DOMAINS, NOISES, Lesson, lessons

_SCRIPT: Final = Path(__file__).parent / "peers" / "amlgym_sam.py"


def main(arguments: Sequence[str] = ()) -> None:
    """Print a row for each domain and rate of noise."""
    python = os.environ.get("AMLGYM")
    if not python:
        print("the Python of AMLGym's environment is needed (AMLGYM=…)")
        return
    kept: dict[str, dict[str, str]] = {}
    print(f"{'domain':12}{'noise':>6}{'actions':>9}{'same':>6}{'distinct':>10}")
    for domain in DOMAINS:
        for noise in NOISES:
            learned = list(lessons(domain, noise))
            theirs = _theirs(python, learned)
            counts: Counter[str] = Counter()
            for lesson in learned:
                found = theirs.get(lesson.name)
                kept[lesson.name] = _compared(lesson, found, counts)
            row = (counts["actions"], counts["same"], counts["distinct"])
            print(f"{domain:12}{noise:>6g}{row[0]:>9}{row[1]:>6}{row[2]:>10}", flush=True)
    if arguments:
        text = json.dumps(kept, indent=1, sort_keys=True) + "\n"
        Path(arguments[0]).write_text(text, encoding="utf-8")


def _compared(lesson: Lesson, theirs: Domain | None, counts: Counter[str]) -> dict[str, str]:
    """Count equal actions; returns the fingerprints of AMLGym's."""
    if theirs is None:
        print(f"{lesson.name}: AMLGym's SAM fails")
        return {}
    figures = {action.name: fingerprint(action) for action in theirs.actions}
    plain = learn_sam(lesson.signature, lesson.trajectories).domain
    distinct = learn_sam(lesson.signature, lesson.trajectories, distinct=True).domain
    counts["actions"] += len(plain.actions)
    counts["same"] += sum(fingerprint(each) == figures[each.name] for each in plain.actions)
    counts["distinct"] += sum(fingerprint(each) == figures[each.name] for each in distinct.actions)
    # An action that was never observed contradicts itself there, and is left out by ours.
    return {each.name: figures[each.name] for each in plain.actions}


def _theirs(python: str, learned: Sequence[Lesson]) -> dict[str, Domain]:
    """The domains that AMLGym's SAM learns, by the names of lessons."""
    with tempfile.TemporaryDirectory() as name:
        folders = {lesson.name: Path(name, str(k)) for k, lesson in enumerate(learned)}
        jobs = []
        for lesson in learned:
            folder = folders[lesson.name]
            (folder / "work").mkdir(parents=True)
            (folder / "domain.pddl").write_text(lesson.text, encoding="utf-8")
            files = [folder / f"{k}_traj" for k in range(len(lesson.trajectories))]
            for file, trajectory in zip(files, lesson.trajectories, strict=True):
                file.write_text(write_trajectory(trajectory), encoding="utf-8")
            jobs.append(
                {
                    "domain": str(folder / "domain.pddl"),
                    "trajectories": list(map(str, files)),
                    "folder": str(folder / "work"),
                    "output": str(folder / "learned.pddl"),
                }
            )
        listed = Path(name, "jobs.json")
        listed.write_text(json.dumps(jobs), encoding="utf-8")
        settled = {**os.environ, "PYTHONHASHSEED": "0"}
        settled.pop("PYTHONPATH", None)
        subprocess.run(
            [python, str(_SCRIPT), str(listed)], check=True, env=settled, stdout=subprocess.DEVNULL
        )
        found = {}
        for lesson in learned:
            output = folders[lesson.name] / "learned.pddl"
            if output.exists():
                domain = FileSnapshot.of(output.read_text(encoding="utf-8")).domain
                assert domain is not None
                found[lesson.name] = domain
        return found


if __name__ == "__main__":
    main(sys.argv[1:])
