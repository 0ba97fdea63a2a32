"""Logs of language models that were asked for plans, and what they were asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planeval.api.calling import PathLike, Paths, Watch, evaluated
from planeval.api.result import Result
from planeval.commands import instances as instances_command
from planeval.commands import overview as overview_command
from planeval.commands import runs as runs_command

if TYPE_CHECKING:
    from plancore.report.instances.review import InstanceTable
    from plancore.report.overview.review import Overview
    from plancore.report.runs.review import RunsReport


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
