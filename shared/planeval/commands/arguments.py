"""Options that several commands share, and the values of options."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING

from planeval.programs.bounds import PLANNER, Bounds
from planfiles.parser import job_count

if TYPE_CHECKING:
    from planeval.work.executing import Engine
    from planeval.work.manifest import Manifest
    from planeval.work.run import Shard, StoredRun


def count(text: str) -> int:
    """A number from 1 to 1,000,000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1,000,000")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, more than none and up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds from above 0 to a day")
    return value


def mebibytes(text: str) -> int:
    """An amount of memory in MiB, from 16 to a tebibyte."""
    if not text.isdecimal() or not 16 <= int(text) <= 1024 * 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of MiB from 16 to 1,048,576")
    return int(text)


def add_limits(declare: Callable[..., object], bounds: Bounds, each: str, more: str = "") -> None:
    """Declare, by the `add_argument` of a parser or a group of it, `--time` and `--memory` of
    `each` run, which are `bounds` where nobody says otherwise; `more` is to be known of the
    time."""
    declare(
        "--time",
        type=seconds,
        default=bounds.wall,
        metavar="SECONDS",
        help=f"on the clock, {each} (%(default)g){more}",
    )
    declare(
        "--memory",
        type=mebibytes,
        default=bounds.memory,
        metavar="MIB",
        help=f"{each} (%(default)s), resident in all its processes, looked at every 50 ms; shared "
        "pages count in part, in the memory of the report in full",
    )


def add_attempts(parser: argparse.ArgumentParser) -> None:
    """Declare which planners attempt each problem, and what each attempt may take."""
    parser.add_argument("--planner", action="append", metavar="NAME", default=[])
    add_limits(parser.add_argument, PLANNER, "for each attempt")


def add_plans(parser: argparse.ArgumentParser, plans: str, not_plans: str) -> None:
    """Declare the plans, described as `plans` and `not_plans`."""
    parser.add_argument(
        "--plans", action="extend", nargs="+", metavar="PLAN", default=[], help=plans
    )
    parser.add_argument(
        "--not-plans", action="extend", nargs="+", metavar="PLAN", default=[], help=not_plans
    )
    parser.add_argument("--problem", metavar="FILE", help="the problem of all plans")


def add_names(parser: argparse.ArgumentParser) -> None:
    """Declare what says which name stands for which."""
    parser.add_argument("--align", action="store_true", help="find what corresponds by its use")
    parser.add_argument(
        "--mapping", metavar="FILE", help="which learned name stands for which of the reference"
    )


# Options of every command that does many units: where they are kept, and who does them.


def add_run(parser: argparse.ArgumentParser, default_jobs: str = "one for each processor") -> None:
    """Declare the options."""
    parser.add_argument(
        "--run", metavar="FOLDER", help="keep all that is done here; go on with what is here"
    )
    parser.add_argument(
        "--jobs",
        type=job_count,
        metavar="N",
        help=f"how many processes to use; by default {default_jobs}",
    )
    elsewhere = parser.add_mutually_exclusive_group()
    elsewhere.add_argument("--dask", metavar="ADDRESS", help="work on a Dask cluster")
    elsewhere.add_argument("--ray", metavar="ADDRESS", help="work on a Ray cluster")
    parser.add_argument(
        "--shard", type=_shard, metavar="K/N", help="do only the K-th of N parts (with --run)"
    )
    parser.add_argument(
        "--again", action="store_true", help="do what has failed before again (with --run)"
    )


def run_of(options: argparse.Namespace, manifest: Manifest) -> AbstractContextManager[StoredRun]:
    """The run that was asked for, to be opened. Raises UserError for options that do not fit."""
    from planeval.work.run import open_run
    from planeval.work.unit import UnitState
    from planfiles.errors import UserError

    for name in ("shard", "again"):
        if getattr(options, name) and not options.run:
            raise UserError(f"--{name} needs --run: it is about what is kept there")
    redo = {UnitState.LOST, UnitState.FAILED} if options.again else {UnitState.LOST}
    return open_run(
        options.run, manifest, _engine(options), shard=options.shard, redo=frozenset(redo)
    )


def reporter_elsewhere(options: argparse.Namespace) -> Callable[[str], None] | None:
    """What tells of programs that are not on this machine, where others do the work, which may
    have them; None where this one does, so that they are trouble."""
    from planfiles.command import remark

    return partial(remark, "planeval") if options.dask or options.ray else None


def _engine(options: argparse.Namespace) -> Engine:
    if options.dask:
        from planeval.work.engines.dask_cluster import DaskCluster

        return DaskCluster(options.dask)
    if options.ray:
        from planeval.work.engines.ray_cluster import RayCluster

        return RayCluster(options.ray)
    if options.jobs == 1:
        from planeval.work.engines.local import Serial

        return Serial()
    from planeval.work.engines.local import Local

    return Local(options.jobs)


def _shard(text: str) -> Shard:
    from planeval.work.run import shard_of

    try:
        return shard_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
