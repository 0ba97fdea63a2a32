"""Ctrl+C while processes of a pool are being started: it is for the command, which ends them. The
terminal sends it to all of them."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from support.programs import running, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="starts processes by spawn")

SLOW = """
import os, pathlib, sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    here = pathlib.Path(__file__).parent
    (here / f"starting-{os.getpid()}").touch()
    end = time.monotonic() + 20
    while not (here / "go-on").exists() and time.monotonic() < end:
        time.sleep(0.01)
"""
"""What Python runs first of all: Ctrl+C raises KeyboardInterrupt then."""

PROGRAM = """
import sys, threading
from planfiles.workers import in_background

def work():
    print(*in_background(2, list, [[1], [2]], abs))

if __name__ == "__main__":
    if sys.argv[1:] == ["thread"]:
        working = threading.Thread(target=work)
        working.start()
        working.join()
    else:
        work()
"""


def starting(folder: Path) -> list[int]:
    return [int(path.name.partition("-")[2]) for path in folder.glob("starting-*")]


@pytest.mark.slow
@pytest.mark.parametrize("where", ["main", "thread"])
def test_a_process_that_is_being_started_hears_nothing_of_ctrl_c(
    tmp_path: Path, where: str
) -> None:
    """A server and a viewer start theirs in threads."""
    (tmp_path / "sitecustomize.py").write_text(SLOW)
    (tmp_path / "program.py").write_text(PROGRAM)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    with running("program", where, folder=tmp_path, env={"PYTHONPATH": path}) as process:
        wait_until(lambda: len(starting(tmp_path)) == 2)
        for each in starting(tmp_path):
            os.kill(each, signal.SIGINT)
        (tmp_path / "go-on").touch()
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (0, "[1] [2]\n", "")
    assert len(starting(tmp_path)) == 2  # none had to be started again
