"""What a program loads when it starts, read from `sys.modules`, where late imports show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "delivery"

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
    report = "print(*{m.partition('.')[0] for m in sys.modules}, file=sys.stderr)"
    script = f"import atexit, sys\natexit.register(lambda: {report})\n{statement}"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("program", QUIET)
def test_starting_loads_nothing_heavy(program: str) -> None:
    assert loaded_by(QUIET[program]) & HEAVY == set()


def test_the_server_runs_without_textual() -> None:
    loaded = loaded_by("from planlsp.app import create_server; create_server()")
    assert "pygls" in loaded
    assert loaded & {"textual", "rich", "pddl", "lark", "numpy"} == set()


def test_a_text_diff_runs_without_textual() -> None:
    files = [str(EXAMPLE / "learned.pddl"), str(EXAMPLE / "reference.pddl")]
    loaded = loaded_by(f"import plandiff.cli; sys.exit(plandiff.cli.main({files}))")
    assert "plancore" in loaded
    assert loaded & {"textual", "rich", "pygls", "lsprotocol"} == set()
