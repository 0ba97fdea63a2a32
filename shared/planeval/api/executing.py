"""Plans: executed, measured against each other, and made by planners."""

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
    """Execute plans and say why the invalid ones fail, as `planeval validate` does.

    `files` are a domain, a problem and plans or folders of plans; or one folder, in which every
    plan is executed; or one list of cases. `trace` adds what each step changes to the text,
    `tolerance` is below which two times are the same, `duration_tolerance` what a duration may
    deviate from its constraint, `like_val` compares as VAL does.

    The frame has a row for each plan. The status is 0 where all are valid. Raises Trouble.
    """
    given = {
        "files": files,
        "trace": trace,
        "jobs": jobs,
        "tolerance": tolerance,
        "duration_tolerance": duration_tolerance,
        "like_val": like_val,
    }
    return evaluated(validate_command, validate_command.evaluate, given, progress)


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
    """Measure plans against each other or against references, as `planeval plans` does.

    With `domain` and `problem` the plans are executed, and their states and causal links compared
    too. With `reference`, one or as many as there are plans, each plan gets the scores of `metric`,
    which pass from `threshold` on: one for all, or one for each metric by its name.

    The frame has a row for each metric and pair. The status is 1 where a plan does not pass. Raises
    Trouble.
    """
    if isinstance(threshold, Mapping):
        thresholds = [f"{name}={value}" for name, value in threshold.items()]
    else:
        thresholds = [] if threshold is None else [str(threshold)]
    given = {
        "plans": plans,
        "domain": domain,
        "problem": problem,
        "reference": reference,
        "metric": metric or None,
        "threshold": thresholds,
        "gaico_compatible": gaico_compatible,
    }
    return evaluated(plans_command, plans_command.evaluate, given, progress)


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

    `problems` are files or folders. `planner` is the name of one, or of several: see
    docs/reference/solve.md; by default kairos, and none where plans are given as `plans` and
    `reference_plans`. `time`, in seconds, and `memory`, in MiB, are the limits of one attempt.
    `tolerance` and `duration_tolerance` are those of `validate`.
    `run` is a folder that keeps what is done: the same call goes on with it, and does `again` what
    has failed. Attempts are made one after the other, or in `jobs` processes, or on the Dask or Ray
    cluster at an address.

    The frame has a row for each attempt. The status is 0 where everything is solved. Raises
    Trouble.
    """
    given = {
        "learned": learned,
        "reference": reference,
        "problems": problems,
        "planner": planner,
        "time": time,
        "memory": memory,
        "plans": plans,
        "reference_plans": reference_plans,
        "mapping": mapping,
        "codec": codec,
        "only_learned": only_learned,
        "tolerance": tolerance,
        "duration_tolerance": duration_tolerance,
        "run": run,
        "again": again,
        "jobs": jobs,
        "dask": dask,
        "ray": ray,
    }
    return evaluated(solve_command, solve_command.evaluate, given, progress)


# Logs of language models that were asked for plans, and what they were asked.


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
    of plans to compare lengths with. With `domain` and `problems`, a folder or a file, what the
    models said is executed again.

    The frame has a row for each run. Raises Trouble.
    """
    given = {"logs": logs, "data": data, "gold": gold, "domain": domain, "problems": problems}
    return evaluated(runs_command, runs_command.evaluate, given, progress)


def overview(data: PathLike, *, progress: bool | Watch = False) -> Result[Overview]:
    """Put the results files below the folder `data` into one table, as `planeval overview` does.
    The frame has a row for each file. Raises Trouble."""
    return evaluated(overview_command, overview_command.evaluate, {"data": data}, progress)


def instances(
    input: PathLike, *, few_shot: str | None = None, progress: bool | Watch = False
) -> Result[InstanceTable]:
    """Count objects, facts, goals and plan lengths of the problems below the folder `input`, as
    `planeval instances` does.

    `few_shot` is the instance that models were shown, which counts in no mean. The frame has a row
    for each instance. Raises Trouble.
    """
    given = {"input": input, "few_shot": few_shot}
    return evaluated(instances_command, instances_command.evaluate, given, progress)
