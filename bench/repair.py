"""Minimum repairs: compared with published ones, of damaged domains, and for many long plans.

`PYTHONPATH=tests python -m bench repair`. The first table needs the flawed domains of the material:
sizes compared with the published ones, CPU seconds of the search next to the published seconds, and
of `planeval repair --write` as a process. Published edits that do not make the plans valid, which
is tested, are counted separately. The second damages domains of the corpus with one to five edits
and repairs them for random walks, which were valid before, and for other plans, which were not. The
third measures growth: `blame` and `repair` for 1 to 1,000 plans of a domain of our own, 20 and 200
steps long, each with a goal of its own; the commands get the plans without goals, for one problem.
`python -m bench.repair published damaged growth` measures some of them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from bench.processes import installed, ran
from bench.validation import DOMAIN
from plancore.blame.attribution import attribute
from plancore.compare.changes import Part
from plancore.compare.domains import compare_domains
from plancore.diagnostic import apply_edits
from plancore.model.formula import AtomicFormula
from plancore.model.problem import Case
from plancore.repair.result import Alteration, LiteralEdit, RepairResult, edited_domain, text_edits
from plancore.repair.search import repaired
from plancore.snapshot import FileSnapshot
from support.damaged_domains import (
    Damaged,
    Damages,
    check_blame,
    check_repair,
    corpus_domains,
    domain_of,
    is_as_meant,
)
from support.material import find_material
from support.published_repairs import Published, published_instances

DOMAINS: Final = 40
MOST_EDITS: Final = 5
BROKEN: Final = 3
LONGEST: Final = 30
RECOUNTED: Final = 300
PLANS: Final = (1, 10, 100, 1_000)
STEPS: Final = (20, 200)


def main(wanted: Sequence[str] = ()) -> None:
    """Print the tables, or those wanted."""
    for table in (published, damaged, growth):
        if not wanted or table.__name__ in wanted:
            table()


def published() -> None:
    """Repair the flawed domains of the material."""
    root = find_material("oracles", "repair")
    if root is None:
        print("the flawed domains of the material are not here")
        return
    ours: list[float] = []
    whole: list[float] = []
    sizes = {"smaller": 0, "same": 0, "larger": 0}
    apart: list[str] = []
    theirs: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        for instance in published_instances(root):
            result, seconds = timed(partial(repaired, instance.domain, instance.cases))
            ours.append(seconds)
            theirs.append(instance.row["seconds"])
            whole.append(_written_in(instance, Path(name)))
            size, known = _size(result), instance.row["size"]
            if instance.is_valid:
                sizes["smaller" if size < known else "larger" if size > known else "same"] += 1
            else:
                rest = repaired(edited_domain(instance.domain, instance.edits), instance.cases)
                apart.append(f"{size} for {known} and {_size(rest)} that they lack")
    print(f"published edits that make all plans valid: {sum(sizes.values())}, ours {sizes}")
    print(f"published edits that do not: {len(apart)}, ours {', '.join(apart)}")
    print(f"{'':14}{'median s':>10}{'95 %':>10}{'most':>10}")
    for label, values in (("search", ours), ("published", theirs), ("whole process", whole)):
        print(f"{label:14}{_spread(values)}")


def _written_in(instance: Published, folder: Path) -> float:
    """CPU seconds of `planeval repair --write`; checks that the repaired file makes all plans
    valid."""
    copy = folder / instance.folder.name
    copy.mkdir()
    for path in instance.folder.iterdir():
        shutil.copyfile(path, copy / path.name)
    command = [sys.executable, "-m", "planeval", "repair", str(copy / "domain.pddl"), "--write"]
    done = ran([*command, "--plans", str(copy / "cases.jsonl")], installed(folder / "cache"))
    written = domain_of(_read(copy / "domain.pddl"))
    assert all(is_as_meant(written, case) for case in instance.cases), instance.folder.name
    return done.seconds


def damaged() -> None:
    """Repair damaged domains of the corpus."""
    root = find_material("corpus", "dev")
    if root is None:
        print("the corpus of the material is not here")
        return
    print(
        f"{'edits':>5}{'broken':>8}{'domains':>9}{'smaller':>9}{'proved':>8}{'recounted':>11}",
        end="",
    )
    print(f"{'median s':>10}{'95 %':>10}{'most':>10}{'blame s':>10}")
    domains = list(islice(corpus_domains(root), DOMAINS))
    everything: list[float] = []
    for n_broken in (0, BROKEN):
        for n_edits in range(1, MOST_EDITS + 1):
            rows = [*filter(None, (_tried(d, n_edits, n_broken) for d in domains))]
            everything += [row.seconds for row in rows]
            counts = f"{len(rows):9}{sum(r.is_smaller for r in rows):9}"
            counts += f"{sum(r.is_proved for r in rows):8}{sum(r.is_recounted for r in rows):11}"
            blame = median(row.blame_seconds for row in rows)
            print(
                f"{n_edits:5}{n_broken:8}{counts}{_spread([r.seconds for r in rows])}{blame:10.3f}"
            )
    print(f"{'all':>5}{'':8}{len(everything):9}{'':28}{_spread(everything)}", flush=True)


class Tried(NamedTuple):
    """The results for one damaged domain."""

    seconds: float
    blame_seconds: float
    is_smaller: bool
    is_proved: bool
    is_recounted: bool


def _tried(damages: Damages, n_edits: int, n_broken: int) -> Tried | None:
    try:
        case = damages.damaged(n_edits, damages.dice.randint(5, 20), LONGEST, n_broken)
    except ValueError:
        return None
    return tried(case)


def tried(case: Damaged) -> Tried:
    """Repair and blame a damaged domain, and check both."""
    result, seconds = timed(partial(repaired, case.domain, case.cases))
    diff = compare_domains(case.domain, case.original)
    blame, blame_seconds = timed(partial(attribute, diff, case.cases))
    check_blame(case, blame)
    is_recounted = check_repair(case, result, RECOUNTED)
    is_smaller = _size(result) < len(case.edits)
    return Tried(seconds, blame_seconds, is_smaller, result.proved, is_recounted)


def growth() -> None:
    """Measure many plans, and long ones."""
    print(
        f"{'steps':>5}{'plans':>7}{'repair s':>10}{'ms/plan':>9}{'blame s':>10}{'ms/plan':>9}",
        end="",
    )
    print(f"{'planeval repair':>17}{'planeval blame':>16}")
    original = FileSnapshot.of(DOMAIN)
    problem = FileSnapshot.of(_problem()).problem
    assert problem is not None
    learned = FileSnapshot.of(apply_edits(DOMAIN, text_edits(original, GROWING)))
    diff = compare_domains(domain_of(learned), domain_of(original))
    for steps in STEPS:
        damages = Damages(original, [problem], Random(3))
        cases = [damages.valid(number, steps, steps) for number in range(max(PLANS))]
        for count in PLANS:
            some = cases[:count]
            _, repairing = timed(partial(repaired, domain_of(learned), some))
            _, blaming = timed(partial(attribute, diff, some))
            whole = _commands(learned, original, problem_text=_problem(), cases=some)
            per = (1000 * repairing / count, 1000 * blaming / count)
            print(
                f"{steps:5}{count:7}{repairing:10.3f}{per[0]:9.2f}{blaming:10.3f}{per[1]:9.2f}",
                end="",
            )
            print(f"{whole[0]:17.2f}{whole[1]:16.2f}", flush=True)


GROWING: Final = (
    LiteralEdit("load", Part.EFFECT, Alteration.REMOVE, AtomicFormula("in", ("?k", "?t"))),
    LiteralEdit("drive", Part.PRECONDITION, Alteration.ADD, AtomicFormula("road", ("?q", "?p"))),
    LiteralEdit("unload", Part.EFFECT, Alteration.REMOVE, AtomicFormula("at", ("?k", "?p"))),
)
"""The differences of the domain for `growth`."""


def _problem() -> str:
    dice = Random(5)
    places = [f"p{index}" for index in range(12)]
    things = [*(f"t{index}" for index in range(4)), *(f"k{index}" for index in range(12))]
    facts = [f"(at {thing} {dice.choice(places)})" for thing in things]
    facts += [f"(road {a} {b})" for a in places for b in dice.sample(places, 3) if a != b]
    return f"""(define (problem round) (:domain rounds)
      (:objects {" ".join(things[:4])} - truck {" ".join(things[4:])} - parcel
        {" ".join(places)} - place)
      (:init {" ".join(facts)}) (:goal (and)))
    """


def _commands(
    learned: FileSnapshot, original: FileSnapshot, problem_text: str, cases: Sequence[Case]
) -> tuple[float, float]:
    """CPU seconds of the two commands, for the plans without their goals."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "learned.pddl").write_text(learned.text, encoding="utf-8")
        (folder / "reference.pddl").write_text(original.text, encoding="utf-8")
        (folder / "problem.pddl").write_text(problem_text, encoding="utf-8")
        for number, case in enumerate(cases):
            text = "".join(f"{step}\n" for step in case.plan.steps)
            (folder / f"{number:04}.plan").write_text(text, encoding="utf-8")
        plans = ["--plans", *map(str, sorted(folder.glob("*.plan")))]
        plans += ["--problem", str(folder / "problem.pddl")]
        start = [sys.executable, "-m", "planeval"]
        environment = installed(folder / "cache")
        ran([*start, "repair", str(folder / "learned.pddl"), *plans[:2], *plans[-2:]], environment)
        files = [str(folder / "learned.pddl"), str(folder / "reference.pddl")]
        repair = ran([*start, "repair", files[0], *plans], environment)
        blame = ran([*start, "blame", *files, *plans], environment)
        return repair.seconds, blame.seconds


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of `work`, and its CPU seconds."""
    start = time.process_time()
    value = work()
    return value, time.process_time() - start


def _size(result: RepairResult) -> int:
    assert result.repairs, "there is a repair"
    return result.repairs[0].cost


def _spread(values: Sequence[float]) -> str:
    ordered = sorted(values)
    most = ordered[int(0.95 * len(ordered))]
    return f"{median(ordered):10.3f}{most:10.3f}{ordered[-1]:10.3f}"


def _read(path: Path) -> FileSnapshot:
    return FileSnapshot.of(path.read_text(encoding="utf-8"), str(path))


if __name__ == "__main__":
    main(sys.argv[1:])
