"""One command of somebody else's, run to its end within limits."""

from __future__ import annotations

import marshal
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any, Final

from plancore.stop import NEVER, Checkpoint
from planfiles.bounded.ended import End, Ended
from planfiles.bounded.isolation import isolation
from planfiles.bounded.keeper.start import keeper_command
from planfiles.bounded.limits import Limits
from planfiles.trouble import MachineTrouble, Trouble, reason_of

_BETWEEN_CHECKPOINTS: Final = 0.05
_TO_CLEAR: Final = 15.0
"""Seconds that a keeper may take to end a run; a little more than it gives itself."""
_LATE: Final = 1.0
"""Seconds between two attempts to wake one that is late."""


def run(
    command: Sequence[str],
    folder: Path,
    limits: Limits,
    checkpoint: Checkpoint = NEVER,
    *,
    environment: Mapping[str, str] | None = None,
    isolated: bool = True,
    temporary: Path | None = None,
) -> Ended:
    """Run `command` in the working folder `folder`, which exists and belongs to this run alone.

    Standard input is empty; output and errors become `stdout.txt` and `stderr.txt` in the folder,
    and temporary files (TMPDIR) go there as well. `command[0]` is looked for on the PATH; a path
    of it is relative to the folder. `environment` is ours if not given. Not `isolated`, the run
    goes without a namespace even where it could have one. `temporary`, which is `folder` or one
    above it, has all folders that the run may write to: the limits of output and files are for what
    is written there, or else in `folder`. It is the caller's to remove, and removed for it when it
    is killed meanwhile.

    When this returns or raises, no process of the run is left, as far as `enforceable` says. May
    be called from any thread, any number of times at once.

    Raises MachineTrouble when the command cannot be started, Trouble when what keeps it was
    killed, what `checkpoint` raises, which is called every 50 ms, and KeyboardInterrupt; the run
    has been ended by then.
    """
    try:
        keeper = _Keeper(folder, os.environ if environment is None else environment, isolated)
    except OSError as error:
        raise MachineTrouble(f"cannot run {command[0]}: {reason_of(error)}") from None
    try:
        keeper.order(command, limits, temporary)
        answer = keeper.answer(checkpoint, limits.wall)
    finally:
        keeper.dismiss()
    if "refused" in answer:
        refused = OSError(answer["errno"], answer["refused"])
        raise MachineTrouble(f"cannot run {command[0]}: {reason_of(refused)}")
    status: int | None = answer["status"]
    return Ended(
        by=End(answer["by"]),
        code=None if status is None or status < 0 else status,
        signal=None if status is None or status >= 0 else -status,
        wall=answer["wall"],
        cpu=answer["cpu"],
        memory=answer["memory"],
        stdout=folder / "stdout.txt",
        stderr=folder / "stderr.txt",
        left=answer["left"],
        was_full=answer["full"],
    )


class _Keeper:
    """The process that keeps one run, seen from here."""

    def __init__(self, folder: Path, environment: Mapping[str, str], isolated: bool) -> None:
        on_linux = sys.platform == "linux"
        path = str(folder.absolute())
        self._process = subprocess.Popen(
            [*(isolation() if isolated else ()), *keeper_command(on_linux=on_linux)],
            cwd=path,
            env={**environment, "TMPDIR": path, "TEMP": path, "TMP": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl+C is for us; the keeper hears from us.
            start_new_session=True,
        )
        self._said: list[bytes] = []
        self._listener = Thread(target=self._listen, daemon=True, name="keeper-answer")
        self._listener.start()

    def order(self, command: Sequence[str], limits: Limits, temporary: Path | None) -> None:
        """Tell it what to run."""
        order = {
            "command": list(command),
            "wall": float(limits.wall),
            "memory": limits.memory,
            "output": limits.output,
            "files": limits.files,
            "processes": limits.processes,
            "temporary": None if temporary is None else str(temporary.absolute()),
        }
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, and its errors say why
            self._process.stdin.write(marshal.dumps(order))
            self._process.stdin.flush()

    def answer(self, checkpoint: Checkpoint, wall: float) -> dict[str, Any]:
        """What it says in the end, after `wall` seconds and what it takes to end a run at the
        latest. Raises Trouble when it was killed."""
        late = time.monotonic() + wall + _TO_CLEAR
        while self._listener.is_alive():
            checkpoint()
            self._listener.join(_LATE if checkpoint is NEVER else _BETWEEN_CHECKPOINTS)
            if time.monotonic() > late:
                self._wake()
                late += _LATE
        output, errors = self._said
        try:
            answer: dict[str, Any] = marshal.loads(output)
        except (EOFError, ValueError, TypeError):
            last = errors.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise Trouble(": ".join(["the process that kept the run was killed", *last])) from None
        return answer

    def dismiss(self) -> None:
        """The end of its input ends the run, if it is not over, and then the keeper."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        self._listener.join(_TO_CLEAR)
        self._wake()
        self._listener.join(_TO_CLEAR)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_TO_CLEAR)

    def _wake(self) -> None:
        """Let it go on, should somebody have stopped it, the command for example: then it sees
        that its time is over."""
        if sys.platform != "win32" and self._listener.is_alive():
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGCONT)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        with self._process.stdout, self._process.stderr:
            self._said = [self._process.stdout.read(), self._process.stderr.read()]
