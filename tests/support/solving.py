"""`planeval solve` in a folder with a learned domain and its reference."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from planeval.cli import main
from support.command import Done, run_command

MODELS = ("learned.pddl", "reference.pddl")


def solve(folder: Path, *arguments: str) -> Done:
    return run_command(main, "solve", *MODELS, *arguments, cwd=folder)


def solved(folder: Path, *arguments: str) -> dict[str, Any]:
    done = solve(folder, *arguments, "--format", "json")
    assert done.returncode in (0, 1), done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def script(said: str) -> str:
    """A planner that is a line of the shell."""
    return f"mine: sh -c '{said}' mine {{domain}} {{problem}} {{plan}}"
