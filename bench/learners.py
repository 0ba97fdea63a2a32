"""What learners' domains get wrong, and the smallest repairs, for plans of the references.

`KAIROS=… PYTHONPATH=tests python -m bench learners`, with the program of kairos-planner, writes
problems of blocksworld and transport, lets the planner solve each in the reference, breaks a step
of each plan so that the reference refuses it, and asks `planeval blame` and `planeval repair` of
the learned domains of the material: with the plans alone, and with the broken ones as
`--not-plans`.
`python -m bench.learners FOLDER` keeps problems, plans and repaired domains there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from plancore.model.plan import Plan, Step
from plancore.notation.plans.reader import read_plan
from plancore.simulate.execute import execute
from plancore.simulate.task import Task
from plancore.simulate.trace import Verdict
from plancore.snapshot import FileSnapshot
from support.material import find_material

PROBLEMS: Final = 15
_TRIES: Final = 100
_HEAD: Final = (
    "learner",
    "domain",
    "negative",
    "stopped",
    "let through",
    "undecided",
    "differences",
    "matter",
    "untested",
    "size",
    "proved",
    "F1 before",
    "after",
)


class Tasks(NamedTuple):
    """A reference with plans that are valid in it, and others that are not."""

    plans: Path
    broken: Path


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table, and below it the repairs."""
    root, kairos = (
        find_material("oracles", "learned"),
        shutil.which(os.environ.get("KAIROS", "kairos")),
    )
    if root is None or kairos is None:
        print("the learned domains of the material and kairos-planner are needed")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(arguments[0] if arguments else name).absolute()
        tasks = {
            domain: written_tasks(folder / domain, root / "SAM" / domain / "reference.pddl", kairos)
            for domain in ("blocksworld", "transport")
        }
        print(" | ".join(_HEAD))
        repairs: list[str] = []
        for learned in sorted(root.glob("*/*/learned.pddl")):
            for is_negative in (False, True):
                row, edits = measured(learned, tasks[learned.parent.name], is_negative, folder)
                print(" | ".join(row), flush=True)
                repairs += [f"{row[0]} {row[1]}{', negative' * is_negative}: {e}" for e in edits]
        print("\n".join(repairs))


def measured(
    learned: Path, tasks: Tasks, is_negative: bool, folder: Path
) -> tuple[list[str], list[str]]:
    """A row of the table, and the edits of the first repair."""
    reference, learner = learned.with_name("reference.pddl"), learned.parents[1].name
    domain = learned.parent.name
    names = ["--align"] if learner.startswith("macq-LOCM") else []
    plans = ["--plans", str(tasks.plans)]
    if is_negative:
        plans += ["--not-plans", str(tasks.broken)]
    blame = _json("blame", str(learned), str(reference), *names, *plans)
    repaired = folder / f"{learner}-{domain}{'-negative' * is_negative}.pddl"
    repaired.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(learned, repaired)
    asked = ["repair", str(repaired), "--reference", str(reference), *names, *plans]
    repair = _json(*asked)
    before = _f1(repaired, reference, names)
    _run(*asked, "--write")
    row = [learner, domain, "yes" if is_negative else "no"]
    if blame is None:
        return [*row, "no answer"], []
    counts, differences = blame["plans"], blame["differences"]
    row += [
        f"{counts['stopped']} of {counts['meant_valid']}",
        f"{counts['let_through']} of {counts['plans'] - counts['meant_valid']}",
        str(counts["undecided"]),
        str(len(differences)),
        str(sum(map(_matters, differences))),
        str(sum(not difference["exercised"] for difference in differences)),
    ]
    if repair is None:
        return [*row, "no answer"], []
    left_out = len(repair["left_out"])
    size = f"{repair['lower_bound']} or more" if repair["edits"] is None else str(repair["size"])
    row.append(f"{size}, {left_out} plans left out" if left_out else size)
    row.append("yes" if repair["proved"] else "no")
    row += [before, _f1(repaired, reference, names)]
    edits = [
        f"{e['change']} {e['literal']} {e['part']} of {e['action']}" for e in repair["edits"] or ()
    ]
    return row, edits


def _matters(difference: dict[str, Any]) -> bool:
    counts = (
        "stops_alone",
        "stops_together",
        "stops_later",
        "lets_through",
        "lets_through_together",
    )
    return any(difference[count] for count in counts)


def _f1(learned: Path, reference: Path, names: list[str]) -> str:
    """F1 of all literals of all actions together."""
    found = _json("domain", str(learned), str(reference), *names)
    if found is None:
        return "-"
    value = found["syntactic"]["micro"]["all"]["f1"]
    return "-" if value is None else f"{value:.3f}"


def _json(*arguments: str) -> Any:
    """What a command of planeval says as JSON; None where it says nothing."""
    output = _run(*arguments, "--format", "json")
    return json.loads(output) if output else None


def _run(*arguments: str) -> str:
    command = [sys.executable, "-m", "planeval", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def written_tasks(folder: Path, reference: Path, kairos: str) -> Tasks:
    """Problems, a plan for each, and one for each that the reference refuses, as lists of cases."""
    folder.mkdir(parents=True, exist_ok=True)
    dice = Random(12)
    make = blocksworld if folder.name == "blocksworld" else transport
    lists: dict[str, list[str]] = {"plans": [], "broken": []}
    domain = FileSnapshot.of(reference.read_text(encoding="utf-8")).domain
    assert domain is not None
    for number in range(PROBLEMS):
        path = folder / f"p{number:02}.pddl"
        path.write_text(make(number, dice), encoding="utf-8")
        plan = folder / f"p{number:02}.plan"
        command = [kairos, str(reference), str(path), "--no-anytime", "--timeout", "60"]
        subprocess.run(
            [*command, "--threads", "1", "--output", str(plan)], capture_output=True, check=False
        )
        problem = FileSnapshot.of(path.read_text(encoding="utf-8")).problem
        assert problem is not None
        task, (read, _) = Task(domain, problem), read_plan(plan.read_text(encoding="utf-8"))
        assert execute(task, read).verdict is Verdict.VALID, "the planner's plan"
        lists["plans"].append(_case(reference, path, plan))
        for kind, steps in zip(("a", "b"), _broken(task, read, dice), strict=False):
            other = folder / f"p{number:02}-broken-{kind}.plan"
            other.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
            lists["broken"].append(_case(reference, path, other))
    for name, cases in lists.items():
        (folder / f"{name}.jsonl").write_text("".join(cases), encoding="utf-8")
    return Tasks(folder / "plans.jsonl", folder / "broken.jsonl")


def _case(domain: Path, problem: Path, plan: Path) -> str:
    case = {"domain": str(domain), "problem": str(problem), "plan": str(plan)}
    return f"{json.dumps(case)}\n"


def _broken(task: Task, plan: Plan, dice: Random) -> Iterator[list[Step]]:
    """The plan with a step left out, done twice, or in another place, such that it fails."""
    for _ in range(_TRIES if plan.steps else 0):
        steps = list(plan.steps)
        at = dice.randrange(len(steps))
        match dice.randrange(3):
            case 0:
                del steps[at]
            case 1:
                steps.insert(at, steps[at])
            case _:
                steps.insert(dice.randrange(len(steps)), steps.pop(at))
        if execute(task, Plan(tuple(steps))).verdict is Verdict.INVALID:
            yield steps


def blocksworld(number: int, dice: Random) -> str:
    """Two to sixteen blocks in towers, and other towers as the goal."""
    blocks = [f"b{k}" for k in range(1, number + 3)]
    init = _towers(blocks, dice)
    goal = [atom for atom in _towers(blocks, dice) if atom.startswith("(on ")]
    return (
        f"(define (problem towers-{number}) (:domain blocksworld)\n"
        f" (:objects {' '.join(blocks)} - block)\n"
        f" (:init (handempty) {' '.join(init)})\n"
        f" (:goal (and {' '.join(goal) or '(holding b1)'})))\n"
    )


def _towers(blocks: Sequence[str], dice: Random) -> list[str]:
    atoms: list[str] = []
    below: str | None = None
    for block in dice.sample(blocks, len(blocks)):
        if below is not None and dice.random() < 0.7:
            atoms.append(f"(on {block} {below})")
        else:
            atoms += [] if below is None else [f"(clear {below})"]
            atoms.append(f"(ontable {block})")
        below = block
    return [*atoms, f"(clear {below})"]


def transport(number: int, dice: Random) -> str:
    """Three to ten places, one to three vehicles, one to eight packages."""
    places = [f"l{k}" for k in range(3 + number // 2)]
    vehicles = [f"v{k}" for k in range(1 + number // 5)]
    packages = [f"k{k}" for k in range(1 + number // 2)]
    roads = {(a, b) for a, b in pairwise(places)}
    roads |= {(a, dice.choice(places)) for a in places}
    facts = [f"(road {a} {b}) (road {b} {a})" for a, b in sorted(roads) if a != b]
    facts += [f"(at {thing} {dice.choice(places)})" for thing in (*vehicles, *packages)]
    facts += [f"(capacity {vehicle} n{dice.randint(1, 3)})" for vehicle in vehicles]
    facts += [f"(capacity_predecessor n{k} n{k + 1})" for k in range(3)]
    goal = [f"(at {package} {dice.choice(places)})" for package in packages]
    goal.append(f"(at {vehicles[0]} {places[-1]})")
    return (
        f"(define (problem deliveries-{number}) (:domain transport)\n"
        f" (:objects {' '.join(places)} - location {' '.join(vehicles)} - vehicle\n"
        f"  {' '.join(packages)} - package n0 n1 n2 n3 - capacity_number)\n"
        f" (:init {' '.join(facts)})\n (:goal (and {' '.join(goal)})))\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
