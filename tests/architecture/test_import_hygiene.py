"""What a program loads when it starts, read from `sys.modules`: contracts cannot see late imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = frozenset(
    ("pygls", "lsprotocol", "textual", "rich", "pddl", "lark", "numpy", "scipy", "z3", "clingo")
)

QUIET = {
    "plancore": "import plancore, plancore.workspace, plancore.compare.domains",
    "planeval": "import planeval.cli",
    "plandiff": "import plandiff.cli",
    "planlsp": "import planlsp.cli",
}


def loaded_by(statement: str) -> set[str]:
    script = (
        f"import sys\n{statement}\nprint(*sorted({{m.partition('.')[0] for m in sys.modules}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("program", QUIET)
def test_starting_loads_nothing_heavy(program: str) -> None:
    assert loaded_by(QUIET[program]) & HEAVY == set()


def test_the_server_runs_without_textual() -> None:
    loaded = loaded_by("from planlsp.app import create_server; create_server()")
    assert "pygls" in loaded
    assert loaded & {"textual", "rich", "pddl", "lark", "numpy"} == set()


def test_a_text_diff_runs_without_textual() -> None:
    statement = (
        "import contextlib, io, plandiff.cli\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "    plandiff.cli.main(['examples/delivery/learned.pddl', 'examples/delivery/reference.pddl'])"
    )
    assert loaded_by(statement) & {"textual", "rich", "pygls", "lsprotocol"} == set()
