"""Validation of 1,000 plans of 50 steps, compared with kairos, unified-planning and VAL.

`python -m bench.validation` writes plans for a delivery domain of its own to a temporary folder:
random walks, four in five of them cut short or damaged in the middle. Each program validates all of
them in a process of its own, start and reading included, the best of three runs; unified-planning
validates a sample, and its time is scaled. The verdicts must agree.

Then a list of 3,000 plans of up to 14 steps for 300 problems of one domain, in random order, as in
collections of answers of language models: plans per second in one process.

unified-planning runs in the interpreter `BENCH_PEER_PYTHON`, by default this one.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from bench.processes import installed, ran
from bench.tables import print_head, print_row

PLANS = 1_000
STEPS = 50
SAMPLE = 50
"""The number of plans that unified-planning validates."""

TRUCKS, PARCELS, PLACES = 4, 12, 12

DOMAIN = """\
(define (domain rounds)
  (:requirements :strips :typing)
  (:types truck parcel - thing place)
  (:predicates (at ?x - thing ?p - place) (in ?k - parcel ?t - truck) (road ?p ?q - place))
  (:action drive :parameters (?t - truck ?p ?q - place)
    :precondition (and (at ?t ?p) (road ?p ?q))
    :effect (and (not (at ?t ?p)) (at ?t ?q)))
  (:action load :parameters (?k - parcel ?t - truck ?p - place)
    :precondition (and (at ?k ?p) (at ?t ?p))
    :effect (and (not (at ?k ?p)) (in ?k ?t)))
  (:action unload :parameters (?k - parcel ?t - truck ?p - place)
    :precondition (and (in ?k ?t) (at ?t ?p))
    :effect (and (not (in ?k ?t)) (at ?k ?p))))
"""

PEER = """\
import json, sys, time
from unified_planning.io import PDDLReader
from unified_planning.engines import SequentialPlanValidator
from unified_planning.shortcuts import get_environment
get_environment().credits_stream = None
reader = PDDLReader()
problem = reader.parse_problem(sys.argv[1], sys.argv[2])
validator = SequentialPlanValidator()
ready = time.process_time()
verdicts = []
for path in sys.argv[3:]:
    plan = reader.parse_plan(problem, path)
    verdicts.append(validator.validate(problem, plan).status.name.lower())
print(json.dumps([ready, time.process_time() - ready, verdicts]))
"""


KAIROS = """\
import json, sys
from pathlib import Path
import kairos
domain, problem, *plans = sys.argv[1:]
task = kairos.load_problem(problem, kairos.load_domain(domain))
reports = [kairos.validate(task, kairos.parse_plan(Path(plan).read_text())) for plan in plans]
print(json.dumps(["valid" if report.valid else "invalid" for report in reports]))
"""

PROBLEMS, PLANS_EACH = 300, 10

Environment: TypeAlias = Mapping[str, str]


class Judged(NamedTuple):
    """CPU seconds for all plans, and the verdicts of the validated ones."""

    seconds: float
    verdicts: list[str]


def main() -> None:
    """Measure, and print a row for each program, as multiples of ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        plans = write_case(folder)
        environment = installed(folder / "cache")
        ours = judge_ours(folder, plans, environment)
        valid = ours.verdicts.count("valid")
        print(f"{PLANS:,} plans of {STEPS} steps, {valid} of them valid:\n")
        print_head("program", "CPU s", "times ours", "verdicts")
        print_row("`planeval validate`", f"{ours.seconds:.2f}", "1.00", "")
        rivals = (("kairos", judge_kairos), ("unified-planning", judge_peer), ("VAL", judge_val))
        for contestant, judge in rivals:
            found = judge(folder, plans, environment)
            if isinstance(found, str):
                print_row(contestant, found, "", "")
                continue
            agree = ours.verdicts[: len(found.verdicts)] == found.verdicts
            verdicts = "the same" if agree else "**others**"
            ratio = found.seconds / ours.seconds
            print_row(contestant, f"{found.seconds:.2f}", f"{ratio:.2f}", verdicts)
        seconds = judge_list(write_list(folder), environment)
        count = PROBLEMS * PLANS_EACH
        print(f"\n{count:,} plans for {PROBLEMS} problems: {count / seconds:,.0f} a second of CPU.")


def judge_ours(folder: Path, plans: list[Path], environment: Environment) -> Judged:
    """`planeval validate` in one process."""
    (folder / "cases").write_text(
        "".join(f"domain.pddl problem.pddl {plan.name}\n" for plan in plans)
    )
    command = [sys.executable, "-m", "planeval", "validate", str(folder / "cases")]
    seconds, output = _best([*command, "--jobs", "1", "--format", "json"], environment)
    verdicts = [plan["verdict"] for plan in json.loads(output)["plans"]]
    return Judged(seconds, verdicts)


def judge_kairos(folder: Path, plans: list[Path], environment: Environment) -> Judged | str:
    """The native validator of kairos-planner."""
    files = [str(folder / "domain.pddl"), str(folder / "problem.pddl"), *map(str, plans)]
    seconds, output = _best([sys.executable, "-c", KAIROS, *files], environment)
    return Judged(seconds, json.loads(output)) if output else "not installed"


def judge_list(cases: Path, environment: Environment) -> float:
    """The CPU time of `planeval validate` for a list, in one process."""
    command = [sys.executable, "-m", "planeval", "validate", str(cases), "--jobs", "1"]
    return _best(command, environment)[0]


def judge_peer(folder: Path, plans: list[Path], environment: Environment) -> Judged | str:
    """unified-planning's reader and sequential validator."""
    python = os.environ.get("BENCH_PEER_PYTHON", sys.executable)
    files = [str(folder / "domain.pddl"), str(folder / "problem.pddl")]
    command = [python, "-c", PEER, *files, *(str(plan) for plan in plans[:SAMPLE])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        return "not installed" if "ModuleNotFoundError" in done.stderr else "failed"
    starting, validating, verdicts = json.loads(done.stdout.splitlines()[-1])
    return Judged(starting + validating * len(plans) / SAMPLE, verdicts)


def judge_val(folder: Path, plans: list[Path], _: Environment) -> Judged | str:
    """VAL's `Validate`, one process per plan, as its exit status is the verdict."""
    program = shutil.which("Validate")
    if program is None:
        return "not installed"
    files = [str(folder / "domain.pddl"), str(folder / "problem.pddl")]
    seconds, verdicts = 0.0, []
    for plan in plans:
        start = time.perf_counter()
        done = subprocess.run([program, *files, str(plan)], capture_output=True, check=False)
        seconds += time.perf_counter() - start
        verdicts.append("invalid" if done.returncode else "valid")
    return Judged(seconds, verdicts)


def write_case(folder: Path) -> list[Path]:
    """Write the domain, a problem and the plans."""
    dice = random.Random(7)
    places = [f"p{index}" for index in range(PLACES)]
    roads = {(a, b) for a in places for b in dice.sample(places, 3) if a != b}
    where = {f"t{index}": dice.choice(places) for index in range(TRUCKS)}
    where |= {f"k{index}": dice.choice(places) for index in range(PARCELS)}
    goal = f"(at k0 {where['k0']})"
    facts = [f"(at {thing} {place})" for thing, place in where.items()]
    facts += [f"(road {a} {b})" for a, b in sorted(roads)]
    (folder / "domain.pddl").write_text(DOMAIN)
    (folder / "problem.pddl").write_text(
        f"""(define (problem round) (:domain rounds)
        (:objects {" ".join(f"t{i}" for i in range(TRUCKS))} - truck
          {" ".join(f"k{i}" for i in range(PARCELS))} - parcel {" ".join(places)} - place)
        (:init {" ".join(facts)}) (:goal (and {goal})))"""
    )
    plans = []
    for index in range(PLANS):
        steps = _walk(dict(where), roads, dice)
        if index % 5:
            at = dice.randrange(STEPS)
            steps[at] = steps[dice.randrange(STEPS)]
        plan = folder / f"{index:04}.plan"
        plan.write_text("".join(f"({step})\n" for step in steps))
        plans.append(plan)
    return plans


def write_list(folder: Path) -> Path:
    """Write small problems, plans of random steps, and a list of all of them."""
    dice = random.Random(11)
    cases = []
    for number in range(PROBLEMS):
        places = [f"p{index}" for index in range(dice.randint(4, 8))]
        roads = {(a, b) for a in places for b in dice.sample(places, 2) if a != b}
        where = {"t0": places[0], "k0": places[1], "k1": places[2]}
        facts = [f"(at {thing} {place})" for thing, place in where.items()]
        facts += [f"(road {a} {b})" for a, b in sorted(roads)]
        problem = folder / f"small{number}.pddl"
        problem.write_text(
            f"""(define (problem small) (:domain rounds)
            (:objects t0 - truck k0 k1 - parcel {" ".join(places)} - place)
            (:init {" ".join(facts)}) (:goal (at t0 {places[-1]})))"""
        )
        for index in range(PLANS_EACH):
            plan = folder / f"small{number}-{index}.plan"
            steps = [_any_step(places, dice) for _ in range(dice.randint(2, 14))]
            plan.write_text("".join(f"({step})\n" for step in steps))
            cases.append({"domain": "domain.pddl", "problem": problem.name, "plan": plan.name})
    dice.shuffle(cases)
    path = folder / "cases.jsonl"
    path.write_text("".join(f"{json.dumps(case)}\n" for case in cases))
    return path


def _any_step(places: list[str], dice: random.Random) -> str:
    action = dice.choice(("drive", "load", "unload"))
    if action == "drive":
        return f"drive t0 {dice.choice(places)} {dice.choice(places)}"
    return f"{action} {dice.choice(('k0', 'k1'))} t0 {dice.choice(places)}"


def _walk(where: dict[str, str], roads: set[tuple[str, str]], dice: random.Random) -> list[str]:
    """A random walk of applicable steps that never moves the parcel of the goal."""
    steps: list[str] = []
    while len(steps) < STEPS:
        truck = f"t{dice.randrange(TRUCKS)}"
        place = where[truck]
        choices = [f"drive {truck} {place} {b}" for a, b in sorted(roads) if a == place]
        for index in range(1, PARCELS):
            parcel = f"k{index}"
            if where[parcel] == place:
                choices.append(f"load {parcel} {truck} {place}")
            elif where[parcel] == truck:
                choices.append(f"unload {parcel} {truck} {place}")
        if not choices:
            continue
        step = dice.choice(choices)
        action, thing, *rest = step.split()
        where[thing] = rest[1] if action == "drive" else rest[0 if action == "load" else 1]
        steps.append(step)
    return steps


def _best(command: list[str], environment: Environment) -> tuple[float, str]:
    """The CPU time of a command, the minimum of three runs, and its output."""
    runs = [ran(command, environment) for _ in range(3)]
    return min(run.seconds for run in runs), runs[0].output


if __name__ == "__main__":
    main()
