"""A planner that does everything that planners do wrong, for as long as it is let.

Run as a program: `nasty_planner.py MODE`. Each of its processes keeps the FIFO of the environment
variable NASTY_FIFO open for writing, so whoever reads from it sees exactly when the last one is
gone; a byte is written when the mode has been set up. **Every process ends by itself** a minute
after the first one has started, whatever happens: an alarm is set anew in each generation, and
nobody changes what it does.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SECONDS = 60.0
_END = time.time() + SECONDS
_STEP = 8 * 1024 * 1024


def deadline() -> None:
    """End this process in time."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, max(_END - time.time(), 0.001))


def child(work: Callable[[], object]) -> None:
    """`work` in a new process, which ends with it."""
    if os.fork() == 0:
        try:
            deadline()
            work()
        finally:
            os._exit(0)


def ready() -> None:
    os.write(_FIFO, b"!")


def sleep() -> None:
    while True:
        time.sleep(1)


def ignore() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    ready()
    sleep()


def fork() -> None:
    for _ in range(3):
        child(sleep)
    ready()
    sleep()


def setsid() -> None:
    def apart() -> None:
        os.setsid()
        ready()
        sleep()

    for _ in range(3):
        child(apart)
    sleep()


def _daemon(work: Callable[[], object] = sleep) -> None:
    """A process that nobody is the parent of, in a session of its own."""

    def between() -> None:
        os.setsid()
        child(work)

    child(between)


def double() -> None:
    _daemon()
    ready()
    sleep()


def leave() -> None:
    """A plan, a daemon or two, and exit status 0."""
    _daemon()
    _daemon(chain)
    Path("plan").write_text("(stay)\n", encoding="utf-8")
    ready()


def write() -> None:
    """To standard output as far as it may, and stay: whoever ended there by itself would now and
    then have ended before anybody looked."""
    ready()
    with suppress(OSError):
        while True:
            os.write(1, b"still searching\n" * 4096)
    sleep()


def files() -> None:
    """50 files that grow together."""
    descriptors = [os.open(f"f{n}", os.O_WRONLY | os.O_CREAT, 0o600) for n in range(50)]
    ready()
    while True:
        for descriptor in descriptors:
            os.write(descriptor, b"x" * 65536)


def grow() -> None:
    """Four files that grow together as far as they may, of holes: on the disk there is next to
    nothing of them."""
    descriptors = [os.open(f"g{n}", os.O_WRONLY | os.O_CREAT, 0o600) for n in range(4)]
    ready()
    with suppress(OSError):
        while True:
            for descriptor in descriptors:
                os.lseek(descriptor, 256 * 1024, os.SEEK_CUR)
                os.write(descriptor, b"x")
    sleep()


def folders() -> None:
    """Empty folders, without end."""
    ready()
    for number in range(5000):
        os.mkdir(f"folder{number}")
    sleep()


def memory() -> None:
    """Half a gigabyte, a little at a time."""
    ready()
    _eat(64)


def memory_of_children() -> None:
    """The same by four processes, none of which has much."""
    for _ in range(4):
        child(lambda: _eat(16))
    ready()
    sleep()


def _eat(steps: int) -> None:
    eaten = []
    for _ in range(steps):
        eaten.append(b"m" * _STEP)
        time.sleep(0.005)
    sleep()


def chain() -> None:
    """Each process starts the next one in a new session and ends after 10 milliseconds."""
    ready()
    while True:
        if os.fork() != 0:
            time.sleep(0.01)
            os._exit(0)
        deadline()
        os.setsid()


def many() -> None:
    """Eighty processes."""
    ready()
    for _ in range(80):
        child(sleep)
    sleep()


MODES = {
    mode.__name__: mode
    for mode in (
        ignore, fork, setsid, double, leave, write, files, grow, folders,
        memory, memory_of_children, chain, many,
    )
}  # fmt: skip

if __name__ == "__main__":
    deadline()
    _FIFO = os.open(os.environ["NASTY_FIFO"], os.O_WRONLY)
    os.set_inheritable(_FIFO, True)
    MODES[sys.argv[1]]()
