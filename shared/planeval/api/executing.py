"""Validate and compare plans, run planners, and evaluate logs of language models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from planeval.api.result import PathLike, Paths, Result, Watch, evaluated
from planeval.commands import instances as instances_command
from planeval.commands import overview as overview_command
from planeval.commands import plans as plans_command
from planeval.commands import runs as runs_command
from planeval.commands import solve as solve_command
from planeval.commands import validate as validate_command
from planeval.programs.bounds import PLANNER

if TYPE_CHECKING:
    from plancore.report.instances.document import InstanceTable
    from plancore.report.overview.data import Overview
    from plancore.report.plans.document import PlanSetReview
    from plancore.report.runs.document import RunsReport
    from plancore.report.solve.review import SolveReport
    from plancore.report.validation.document import Validation


def validate(
    *files: PathLike,
    trace: bool = False,
    jobs: int | None = None,
    tolerance: float | None = None,
    duration_tolerance: float | None = None,
    like_val: bool = False,
    progress: bool | Watch = False,
) -> Result[Validation]:
    """Execute plans and explain why invalid ones fail, as `planeval validate` does.

    `files` are a domain, a problem and plans or folders of plans; or one folder, whose plans are
    executed; or one list of cases. `trace` adds the changes of each step to the text. Times that
    differ by less than `tolerance` are the same, a duration may deviate from its constraint by
    `duration_tolerance`, and `like_val` compares as VAL does.

    The frame has a row for each plan. The status is 0 if all are valid. Raises Trouble.
    """
    return evaluated(validate_command, locals(), progress)


def plans(
    plans: Paths,
    *,
    domain: PathLike | None = None,
    problem: PathLike | None = None,
    reference: Paths = (),
    metric: str | tuple[str, ...] = (),
    threshold: float | Mapping[str, float] | None = None,
    gaico_compatible: bool = False,
    progress: bool | Watch = False,
) -> Result[PlanSetReview]:
    """Compare plans with one another or with references, as `planeval plans` does.

    With `domain` and `problem` the plans are also executed, and their states and causal links
    compared. With `reference`, one plan or as many as `plans`, each plan gets the scores of
    `metric`. A score passes if it is at least `threshold`: a number for all metrics, or a mapping
    by the name of the metric.

    The frame has a row for each metric and pair. The status is 1 if a plan does not pass. Raises
    Trouble.
    """
    if isinstance(threshold, Mapping):
        thresholds = [f"{name}={value}" for name, value in threshold.items()]
    else:
        thresholds = [] if threshold is None else [str(threshold)]
    given = {**locals(), "metric": metric or None, "threshold": thresholds}
    return evaluated(plans_command, given, progress)


def solve(
    learned: PathLike,
    reference: PathLike,
    problems: Paths,
    *,
    planner: str | tuple[str, ...] = (),
    time: float = PLANNER.wall,
    memory: int = PLANNER.memory,
    plans: Paths = (),
    reference_plans: Paths = (),
    mapping: PathLike | None = None,
    codec: PathLike | None = None,
    only_learned: bool = False,
    tolerance: float | None = None,
    duration_tolerance: float | None = None,
    run: PathLike | None = None,
    again: bool = False,
    jobs: int | None = None,
    dask: str | None = None,
    ray: str | None = None,
    progress: bool | Watch = False,
) -> Result[SolveReport]:
    """Solve problems with a learned domain and execute its plans in the reference, as `planeval
    solve` does.

    `problems` are files or folders. `planner` is the name of a planner or a tuple of names (see
    docs/reference/solve.md); by default kairos, or none if plans are given as `plans` and
    `reference_plans`. `time` in seconds and `memory` in MiB are the limits of one attempt.
    `tolerance` and `duration_tolerance` are those of `validate`.
    `run` is a folder that saves results: the same call continues the run, and with `again` repeats
    failed attempts. Attempts run one after another, in `jobs` processes, or on the Dask or Ray
    cluster at an address.

    The frame has a row for each attempt. The status is 0 if everything is solved. Raises Trouble.
    """
    return evaluated(solve_command, locals(), progress)


# Logs of language models that were asked for plans, and the instances that they were given.


def runs(
    logs: Paths = (),
    *,
    data: PathLike | None = None,
    gold: PathLike | None = None,
    domain: PathLike | None = None,
    problems: PathLike | None = None,
    progress: bool | Watch = False,
) -> Result[RunsReport]:
    """Evaluate logs of language models, as `planeval runs` does.

    `logs` are files of AutoPlanBench or PlanBench, plans, or folders of these, an experiment each;
    or `data` is a file that lists experiments, whose results files are written. `gold` is a folder
    of plans to compare lengths with. With `domain` and `problems`, a folder or a file, the plans of
    the models are executed again.

    The frame has a row for each run. Raises Trouble.
    """
    return evaluated(runs_command, locals(), progress)


def overview(data: PathLike, *, progress: bool | Watch = False) -> Result[Overview]:
    """Collect the results files below the folder `data` in one table, as `planeval overview` does.
    The frame has a row for each file. Raises Trouble."""
    return evaluated(overview_command, {"data": data}, progress)


def instances(
    input: PathLike, *, few_shot: str | None = None, progress: bool | Watch = False
) -> Result[InstanceTable]:
    """Count objects, facts, goals and plan lengths of the problems below the folder `input`, as
    `planeval instances` does.

    `few_shot` is the instance in the models' prompt, which is excluded from means. The frame has a
    row for each instance. Raises Trouble.
    """
    return evaluated(instances_command, locals(), progress)
