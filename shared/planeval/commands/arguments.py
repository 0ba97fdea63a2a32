"""Options that several commands share, and the values of options."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, Final

from planeval.programs.bounds import PLANNER, Bounds
from planfiles import parser as shared
from planfiles.parser import job_count

if TYPE_CHECKING:
    from planeval.work.executing import Engine
    from planeval.work.manifest import Manifest
    from planeval.work.run import Shard, StoredRun


OPTIMAL: Final = "search for the minimum edit distance over all name mappings, for SECONDS"
SEED: Final = "seed of all random choices (default: %(default)s)"
PLAN_FORMS: Final = "PLAN is a plan, a directory of plans, or a case list as for planeval validate."

AMLGYM: Final = "also compute precision and recall as AMLGym does, with every 0/0 set to 1"


def count(text: str) -> int:
    """Parse a number from 1 to 1,000,000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1,000,000")
    return int(text)


def seconds(text: str) -> float:
    """Parse a time in seconds, above 0 and at most a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a number of seconds above 0, up to a day"
        )
    return value


def mebibytes(text: str) -> int:
    """Parse an amount of memory in MiB, from 16 to 1 TiB."""
    if not text.isdecimal() or not 16 <= int(text) <= 1024 * 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of MiB from 16 to 1,048,576")
    return int(text)


def add_limits(declare: Callable[..., object], bounds: Bounds, each: str, more: str = "") -> None:
    """Declare `--time` and `--memory` per `each`, by default `bounds`. `declare` is `add_argument`
    of a parser or a group; `more` is a remark on the time."""
    declare(
        "--time",
        type=seconds,
        default=bounds.wall,
        metavar="SECONDS",
        help=f"wall-clock limit per {each}, in seconds{more} (default: %(default)g)",
    )
    declare(
        "--memory",
        type=mebibytes,
        default=bounds.memory,
        metavar="MIB",
        help=f"memory limit per {each}, in MiB: the resident memory of all its processes, sampled "
        "every 50 ms, shared pages counted once (default: %(default)s)",
    )


def add_attempts(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Declare which planners attempt each problem, and the limits of each attempt."""
    parser.add_argument(
        "--planner",
        action="append",
        metavar="PLANNER",
        default=[],
        help="planner to solve problems with, as planeval solve describes; repeatable",
    )
    add_limits(parser.add_argument, PLANNER, "attempt")


def add_plans(parser: argparse.ArgumentParser, plans: str, not_plans: str) -> None:
    """Declare the plans, described as `plans` and `not_plans`."""
    parser.add_argument(
        "--plans", action="extend", nargs="+", metavar="PLAN", default=[], help=plans
    )
    parser.add_argument(
        "--not-plans", action="extend", nargs="+", metavar="PLAN", default=[], help=not_plans
    )
    parser.add_argument(
        "--problem",
        metavar="FILE",
        help="problem of all plans (default: the one that belongs to each, in its directory)",
    )


def add_names(parser: argparse.ArgumentParser, *, decides: bool = False) -> None:
    """Declare how names are matched. If `decides`, the default depends on the domains."""
    if decides:
        action, text = argparse.BooleanOptionalAction, shared.ALIGN_BY_DEFAULT
        parser.add_argument("--align", action=action, default=None, help=text)
    else:
        parser.add_argument("--align", action="store_true", help=shared.ALIGN)
    parser.add_argument("--mapping", metavar="FILE", help=shared.MAPPING)


def add_codec(parser: argparse.ArgumentParser) -> None:
    """Declare the codec."""
    parser.add_argument(
        "--codec",
        metavar="NAME",
        help="codec of states and plans: identity, renaming (from --mapping), a TOML or JSON file, "
        "or FILE.py:Class, which is executed",
    )


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare the file of a table, which is printed by default."""
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the table to FILE, in the format of its extension",
    )


# Options of every command with many tasks: where results are saved, and where tasks run.


def add_run(parser: argparse.ArgumentParser, default_jobs: str = "one per processor") -> None:
    """Declare the options of a run."""
    group = parser.add_argument_group("run")
    group.add_argument(
        "--run", metavar="DIRECTORY", help="save all results to DIRECTORY, and resume from there"
    )
    group.add_argument(
        "--jobs",
        type=job_count,
        metavar="N",
        help=f"number of processes (default: {default_jobs})",
    )
    elsewhere = group.add_mutually_exclusive_group()
    elsewhere.add_argument("--dask", metavar="ADDRESS", help="run tasks on a Dask cluster")
    elsewhere.add_argument("--ray", metavar="ADDRESS", help="run tasks on a Ray cluster")
    group.add_argument(
        "--shard", type=_shard, metavar="K/N", help="with --run: run only part K of N"
    )
    group.add_argument("--again", action="store_true", help="with --run: repeat failed tasks")


def run_of(options: argparse.Namespace, manifest: Manifest) -> AbstractContextManager[StoredRun]:
    """The requested run, to be opened. Raises UserError for incompatible options."""
    from planeval.work.run import open_run
    from planeval.work.unit import UnitState
    from planfiles.errors import UserError

    for name in ("shard", "again"):
        if getattr(options, name) and not options.run:
            raise UserError(f"--{name} needs --run: it applies to saved results")
    redo = {UnitState.LOST, UnitState.FAILED} if options.again else {UnitState.LOST}
    return open_run(
        options.run, manifest, _engine(options), shard=options.shard, redo=frozenset(redo)
    )


def reporter_elsewhere(options: argparse.Namespace) -> Callable[[str], None] | None:
    """A function that prints remarks on programs missing on this machine, if other machines run the
    tasks; None if this one does, so that they are errors."""
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
