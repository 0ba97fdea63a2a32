"""Clusters of two workers on this machine, as processes that end by themselves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.plandiff_run import plain_environment

_LONGEST = 240
"""Seconds after which a cluster ends whatever happens."""

_DASK = """
import dask
from distributed import LocalCluster
# How many workers may die under a unit: it takes seconds to start each.
dask.config.set({"distributed.scheduler.allowed-failures": 1})
with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
    print(cluster.scheduler_address, flush=True)
    wait()
"""

_RAY = """
import ray
ray.init(
    "local", num_cpus=2, include_dashboard=False, log_to_driver=False,
    _node_ip_address="127.0.0.1",
)
print(ray.get_runtime_context().gcs_address, flush=True)
wait()
ray.shutdown()
"""

_HEAD = f"""
import os, sys, threading
def wait():
    sys.stdin.read()
if __name__ == "__main__":
    ended = threading.Timer({_LONGEST}, os._exit, [1])
    ended.daemon = True
    ended.start()
"""


@contextmanager
def cluster(name: str, folder: Path) -> Iterator[str]:
    """The address of a cluster of `dask` or `ray`, whose workers can import the tests' support."""
    body = _DASK if name == "dask" else _RAY
    script = folder / "cluster.py"
    script.write_text(_HEAD + "".join(f"    {line}\n" for line in body.strip().splitlines()))
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", str(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=cluster_environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, f"{name} did not start"
        yield address
        process.stdin.close()
        process.wait(_LONGEST)


def cluster_environment() -> dict[str, str]:
    """For a cluster and for whoever talks to it."""
    tests = str(Path(__file__).parents[1])
    ray = {
        "RAY_USAGE_STATS_ENABLED": "0",  # else it reports to a server
        "RAY_AUTH_MODE": "disabled",  # else cluster and client have to share a home
    }
    return plain_environment() | {"PYTHONPATH": tests} | ray
