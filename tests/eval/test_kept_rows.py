"""Rows are kept under the version of their kind: other rows are of another version.

The expected rows are files called after kind and version. Where one differs, a run that is
continued would mix rows of two programs: raise the version of the kind, then `make goldens`, and
remove the file of the version before.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from plancore.stop import NEVER
from planeval.benchmark import acceptance, exercises, planning
from planeval.benchmark import unit as benchmark
from planeval.benchmark.observed import Making
from planeval.benchmark.solving import Solver
from planeval.benchmark.task import SplitMethod
from planeval.learners.description import Learner
from planeval.learners.naming import LEARNERS
from planeval.planners.description import Ready
from planeval.programs.bounds import Bounds
from planeval.solving import unit as solving
from planeval.suite.entry import Exercise
from planeval.suite.folder import own_entry
from planeval.work.unit import Kind
from planfiles.bounded.limits import MIB
from support.examples import DELIVERY
from support.golden import check_golden

GOLDENS: Final = Path(__file__).parent / "goldens" / "rows"
LEARNER: Final = Path(__file__).parents[1] / "support" / "tiny_learner.py"
MANNERS: Final = ("learn", "fail", "nothing", "prose", "torn")
COSTS: Final = {
    *("wall", "cpu", "memory", "learn_wall", "learn_cpu"),
    *("call_wall", "call_cpu", "call_memory"),
    *("par2_learned", "par2_reference", "cpu_ratio_median", "cpu_ratio_geomean"),
}
"""What is another number each time."""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="its planner is a shell script")


def _planner(*lines: str) -> Ready:
    """One that says that its plan is so."""
    script = "".join(f"echo '{line}' >> plan; " for line in lines) or "echo lost; exit 3"
    return Ready("script", "1", ("sh", "-c", script))


def _benchmark(_: Path) -> Iterator[Any]:
    entry = own_entry("museum", 2, 0)
    learners = [each for each in LEARNERS if each.name in ("sam", "locm")]
    places = "{domain}", "{trajectories}", "{output}"
    for manner in MANNERS:
        learners.append(Learner(manner, (sys.executable, str(LEARNER), manner, *places)))
    making = Making(count=2, length=4)
    for learner in learners:
        asked = learner, entry, 0.0, (0, 1), making, SplitMethod(2), Bounds(20, 4_000)
        yield benchmark.measure(benchmark.arguments(*asked))


def _models() -> tuple[dict[str, Any], Exercise, list[str]]:
    learned, reference, problem = (
        (DELIVERY / name).read_text() for name in ("learned.pddl", "reference.pddl", "p01.pddl")
    )
    steps = (DELIVERY / "reference.plan").read_text().splitlines()
    models = {"learned": learned, "reference": reference, "codec": None}
    return models, Exercise("p01", problem), steps


def _exercises(_: Path) -> Iterator[Any]:
    models, exercise, steps = _models()
    for plan in (steps, ["(fly away)"], []):
        solver = Solver(_planner(*plan), 20, 500 * MIB)
        unit = solver.unit(exercises.KIND, models, exercise, "learned")
        yield exercises.work(unit.arguments, {}, NEVER)


def _acceptance(_: Path) -> Iterator[Any]:
    models, exercise, steps = _models()
    torn = models | {"learned": "(define (domain torn) (:action a :effect (undeclared)))"}
    for asked in (models, torn):
        unit = acceptance.unit_of(asked, [(exercise, steps), (exercise, steps[1:])], "learned")
        yield acceptance.work(unit.arguments, {}, NEVER)


def _plan(_: Path) -> Iterator[Any]:
    domain, problem = ((DELIVERY / name).read_text() for name in ("reference.pddl", "p01.pddl"))
    exercise = Exercise("p01", problem)
    steps = (DELIVERY / "reference.plan").read_text().splitlines()
    for plan in (steps, steps[1:], ["(fly away)"], []):
        solver = Solver(_planner(*plan), 20, 500 * MIB)
        unit = solver.unit(planning.KIND, {"domain": domain}, exercise, "reference")
        yield planning.attempt(unit.arguments).data()


def _solve(folder: Path) -> Iterator[Any]:
    shutil.copytree(DELIVERY, folder, dirs_exist_ok=True)
    (folder / "no.plan").write_text("I cannot do that")
    (folder / "torn.pddl").write_text("(define (problem torn")
    models = {name: str(folder / f"{name}.pddl") for name in ("learned", "reference")}
    for side in (solving.LEARNED, solving.REFERENCE):
        for problem in ("p01", "torn"):
            for plan in ("learned", "reference", "no"):
                told = {"side": side, "planner": None, "time": 20, "memory": None, "codec": None}
                files = {"problem": f"{problem}.pddl", "plan": f"{plan}.plan"}
                files = {use: str(folder / name) for use, name in files.items()}
                yield solving.attempt(told, models | files).data()


KINDS: Final[tuple[tuple[Kind, Callable[[Path], Iterator[Any]]], ...]] = (
    (benchmark.KIND, _benchmark),
    (exercises.KIND, _exercises),
    (acceptance.KIND, _acceptance),
    (planning.KIND, _plan),
    (solving.KIND, _solve),
)


def _without_costs(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_costs(of) for name, of in value.items() if name not in COSTS}
    return list(map(_without_costs, value)) if isinstance(value, list) else value


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "rows"), KINDS, ids=[kind.name for kind, _ in KINDS])
def test_rows_of_a_version_stay_as_they_are(
    kind: Kind, rows: Callable[[Path], Iterator[Any]], tmp_path: Path
) -> None:
    found = json.loads(json.dumps([_without_costs(row) for row in rows(tmp_path)]))
    text = json.dumps(found, indent=1).replace(str(tmp_path), "FOLDER")
    check_golden(GOLDENS / f"{kind.name}-{kind.version}.json", f"{text}\n")


def test_only_rows_of_these_versions_are_expected() -> None:
    assert {each.name for each in GOLDENS.iterdir()} == {
        f"{kind.name}-{kind.version}.json" for kind, _ in KINDS
    }
