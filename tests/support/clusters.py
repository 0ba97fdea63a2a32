"""Clusters of two workers on this machine, as processes that end by themselves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from support.plandiff_run import plain_environment
from support.ports import free_port, is_answered
from support.programs import children_of, wait_until

_LONGEST: Final = 600
"""Seconds after which a cluster ends whatever happens, if nobody asks for more."""

_PATIENCE: Final = 200.0
"""Seconds that a run may take."""

_DASK = """
import dask
from distributed import LocalCluster, Status

def workers():
    # A nanny gives a worker up that is killed while it is started.
    nannies = [each for each in cluster.workers.values() if each.status is Status.running]
    there = [each.process for each in nannies if each.process is not None]
    return [each.pid for each in there if each.status is Status.running]

if __name__ == "__main__":
    dask.config.set({
        # How many workers may die under a unit: it takes seconds to start each.
        "distributed.scheduler.allowed-failures": 1,
        # Only a cluster of this kind ends a nanny whose worker was away so long before.
        "distributed.deploy.lost-worker-timeout": "1h",
    })
    with LocalCluster(
        n_workers=int(sys.argv[2]), threads_per_worker=1, dashboard_address=None
    ) as cluster:
        serve(cluster.scheduler_address, workers)
"""

_RAY = """
import ray
from pathlib import Path

def descendants(process):
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            yield child
            yield from descendants(child)

def is_worker(process):
    # By the title that it gives itself when it has begun.
    command = Path(f"/proc/{process}/cmdline").read_bytes()
    return command.startswith(b"ray::") and not command.startswith(
        (b"ray::Dashboard", b"ray::RuntimeEnv")
    )

def workers():
    while True:
        try:
            return [each for each in descendants(os.getpid()) if is_worker(each)]
        except OSError:
            pass  # one has ended meanwhile

def start(attempts=3):
    try:
        ray.init(
            "local", num_cpus=int(sys.argv[2]), include_dashboard=False, log_to_driver=False,
            _node_ip_address="127.0.0.1",
        )
    except Exception:
        if attempts == 1:
            raise
        ray.shutdown()
        start(attempts - 1)

if __name__ == "__main__":
    start()
    serve(ray.get_runtime_context().gcs_address, workers)
    ray.shutdown()
"""

_HEAD = """
import json, os, sys, threading

def serve(address, workers):
    print(address, flush=True)
    for _ in sys.stdin:
        print(json.dumps(workers()), flush=True)

def hurry():
    # Ray gives up a node whose agents do not start within 15 seconds, which on a machine where
    # other tests run they may not.
    try:
        os.nice(-10)
    except OSError:
        pass  # only root may

if __name__ == "__main__":
    hurry()
    ended = threading.Timer(float(sys.argv[1]), os._exit, [1])
    ended.daemon = True
    ended.start()
"""


class Cluster:
    """A cluster of the kind `name`; without `process`, which keeps it, one that is not there."""

    def __init__(
        self, name: str, address: str, process: subprocess.Popen[str] | None = None
    ) -> None:
        self.name = name
        self.address = address
        self._process = process

    @property
    def options(self) -> tuple[str, str]:
        """What a command is told to use it."""
        return f"--{self.name}", self.address

    def workers(self) -> list[int]:
        """The processes that do units now, or wait for some."""
        assert self._process is not None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("workers\n")
        self._process.stdin.flush()
        found: list[int] = json.loads(self._process.stdout.readline())
        return found

    def processes(self) -> list[int]:
        """All processes of the cluster."""
        assert self._process is not None
        return [self._process.pid, *_descendants(self._process.pid)]

    @contextmanager
    def run(self, folder: object, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """A run of fake units that are done here, killed in the end; see `support.fake_run`."""
        command = [sys.executable, "-W", "ignore", "-m", "support.fake_run", str(folder)]
        with subprocess.Popen(
            [*command, *arguments, *self.options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=cluster_environment(),
        ) as process:
            try:
                yield process
            finally:
                process.kill()


def rows_of(process: subprocess.Popen[str]) -> list[list[object]]:
    """What a run prints in the end, which is good; the libraries say nothing but what Ray says of
    workers that died."""
    out, err = process.communicate(timeout=_PATIENCE)
    assert process.returncode == 0, err
    assert "distributed" not in err
    return [json.loads(line) for line in out.splitlines()]


@contextmanager
def cluster(
    name: str,
    folder: Path,
    *,
    n_workers: int = 2,
    longest: float = _LONGEST,
    before: Sequence[str] = (),
) -> Iterator[Cluster]:
    """A cluster of `dask` or `ray`, whose workers can import the tests' support; `before` is what
    its command line begins with."""
    script = folder / "cluster.py"
    script.write_text(_HEAD + (_DASK if name == "dask" else _RAY))
    said = folder / "cluster.log"
    with (
        said.open("w") as log,
        subprocess.Popen(
            [*before, sys.executable, "-W", "ignore", str(script), str(longest), str(n_workers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=cluster_environment(),
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, f"{name} did not start: {said.read_text()}"
        yield Cluster(name, address, process)
        process.stdin.close()
        process.wait(_LONGEST)


@contextmanager
def client_server(inside: Cluster) -> Iterator[Cluster]:
    """The cluster of Ray `inside` as those see it who are outside: by a server of its own."""
    port = free_port()
    where = ("--host", "127.0.0.1", "--port", str(port), "--mode", "specific-server")
    command = [sys.executable, "-m", "ray.util.client.server", "--address", inside.address, *where]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=cluster_environment(),
    ) as process:  # which ends by itself, half a minute after the last client
        try:
            wait_until(lambda: is_answered(port))
            yield Cluster(inside.name, f"ray://127.0.0.1:{port}")
        finally:
            process.kill()


def _descendants(process_id: int) -> Iterator[int]:
    for child in children_of(process_id):
        yield child
        yield from _descendants(child)


def cluster_environment() -> dict[str, str]:
    """For a cluster and for whoever talks to it."""
    tests = str(Path(__file__).parents[1])
    ray = {
        "RAY_USAGE_STATS_ENABLED": "0",  # else it reports to a server
        "RAY_AUTH_MODE": "disabled",  # else cluster and client have to share a home
        # How long it waits for a worker that was killed before it was there; a minute by default.
        "RAY_worker_register_timeout_seconds": "30",
    }
    return plain_environment() | {"PYTHONPATH": tests} | ray
