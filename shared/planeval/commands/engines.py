"""Options of every command that does many units: where they are kept, and who does them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING

from planfiles.parser import job_count

if TYPE_CHECKING:
    from planeval.work.engines.engine import Engine
    from planeval.work.manifest import Manifest
    from planeval.work.run import Run, Shard


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


def run_of(options: argparse.Namespace, manifest: Manifest) -> AbstractContextManager[Run]:
    """The run that was asked for, to be opened. Raises Trouble for options that do not fit."""
    from planeval.work.run import open_run
    from planeval.work.unit import State
    from planfiles.trouble import Trouble

    for name in ("shard", "again"):
        if getattr(options, name) and not options.run:
            raise Trouble(f"--{name} needs --run: it is about what is kept there")
    redo = {State.LOST, State.FAILED} if options.again else {State.LOST}
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
