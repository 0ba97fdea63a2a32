"""What only POSIX has is not needed to check, to compare as text and HTML, or to serve an editor.

A Python of this machine is made to look like that of Windows, as far as our code sees it: the
standard library is imported first, then what Windows lacks is taken away.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.examples import DELIVERY

PROLOGUE = """
import asyncio, builtins, concurrent.futures.process, ctypes, importlib.metadata, logging.handlers
import multiprocessing.pool, os, platform, selectors, shutil, signal, subprocess, sys, tempfile
import psutil, textual.app, pygls.lsp.server

LACKED = {
    os: (
        "fork", "forkpty", "geteuid", "getgid", "getpgid", "getpgrp", "getuid", "killpg", "mkfifo",
        "mknod", "nice", "openpty", "pread", "register_at_fork", "sched_getaffinity", "setpgid",
        "setsid", "statvfs", "uname", "wait3", "wait4", "waitid", "O_NONBLOCK", "O_NOCTTY",
        "O_DIRECTORY", "O_CLOEXEC", "WNOHANG", "chown", "fchown", "fchmod", "getpriority", "sync",
        "setpriority", "getloadavg", "set_blocking", "get_blocking", "listxattr", "getxattr",
        "setxattr", "removexattr", "sysconf", "confstr", "pathconf", "fchdir", "lchown", "ttyname",
    ),
    signal: (
        "SIGHUP", "SIGALRM", "SIGKILL", "SIGPIPE", "SIGTSTP", "SIGCONT", "SIGUSR1", "SIGUSR2",
        "SIGWINCH", "SIGQUIT", "SIG_BLOCK", "SIG_SETMASK", "SIG_UNBLOCK", "alarm", "pause",
        "pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigwait",
    ),
}
for module, names in LACKED.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
ABSENT = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
OURS = ("plancore", "planfiles", "planeval", "planlsp", "plandiff")
real_import = builtins.__import__

def imported(name, globals=None, *rest, **named):
    importer = (globals or {}).get("__name__", "")
    if name.partition(".")[0] in ABSENT and importer.partition(".")[0] in OURS:
        raise ImportError(f"no module named {name} on Windows, for {importer}")
    return real_import(name, globals, *rest, **named)

builtins.__import__ = imported
sys.platform = "win32"
"""


def on_windows(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What a script does on a Python that lacks what that of Windows lacks."""
    command = [sys.executable, "-c", PROLOGUE + script, *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL
    )


@pytest.mark.slow
def test_files_are_checked() -> None:
    script = "from planlsp.cli import main\nsys.exit(main(sys.argv[1:]))"
    done = on_windows(script, "check", "--jobs", "1", DELIVERY / "learned.pddl")
    assert "missing precondition" in done.stdout, done.stderr
    assert done.stderr == ""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "begins"), [("text", "learned.pddl vs."), ("html", "<!DOCTYPE")])
def test_domains_are_compared(name: str, begins: str) -> None:
    script = "from plandiff.cli import main\nsys.exit(main(sys.argv[1:]))"
    files = [DELIVERY / "learned.pddl", DELIVERY / "reference.pddl"]
    done = on_windows(script, "--exit-zero", "--format", name, *files)
    assert begins in done.stdout, done.stderr
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_an_editor_is_served() -> None:
    script = """
import json
from planlsp.serve import create_server
from planlsp.wire.transport import new_event_loop

class Client:
    def __init__(self): self.sent = []
    def write(self, body): self.sent.append(json.loads(body))
    def close(self): pass
    def has_pending_input(self): return False
    def has_unread_output(self): return False
    def end_process(self, code): pass

async def main():
    server, client = create_server(), Client()
    server.protocol.connect(client)
    def say(method, params, **more):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        server.protocol.receive(json.dumps(message).encode())
    say("initialize", {"processId": 1, "rootUri": None, "capabilities": {}}, id=1)
    while not client.sent: await asyncio.sleep(0.01)
    say("initialized", {})
    uri = "file:///c%3A/models/domain.pddl"
    text = open(sys.argv[1]).read()
    document = {"uri": uri, "languageId": "pddl", "version": 1, "text": text}
    say("textDocument/didOpen", {"textDocument": document})
    async with asyncio.timeout(60):
        while not client.sent[-1].get("method", "").endswith("publishDiagnostics"):
            await asyncio.sleep(0.01)
    print(client.sent[-1]["params"]["uri"])
    server.schedule.close()

with asyncio.Runner(loop_factory=lambda: new_event_loop(lambda _: None)) as runner:
    runner.run(main())
"""
    done = on_windows(script, DELIVERY / "reference.pddl")
    assert done.stdout == "file:///c%3A/models/domain.pddl\n", done.stderr
    assert done.stderr == ""
