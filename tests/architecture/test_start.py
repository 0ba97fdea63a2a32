"""Starting is cheap: what each command imports, against a list kept beside this file.

How long an import takes says more of the machine than of the code, so what is counted is modules,
without the rules, metrics, features and subcommands that there may be any number of. A command that
needs a new room on purpose gets it in `start.toml`, with a new count.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from support.examples import DELIVERY

LIST = Path(__file__).with_name("start.toml")
COMMANDS: dict[str, dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))
OWN = ("plancore", "planfiles", "planeval", "plandiff", "planlsp")
REGISTERED = re.compile(
    r"plancore\.rules\.(plans\.)?catalogue\.\w+|plancore\.metrics\.\w+"
    r"|planlsp\.features\.\w+|(planeval|planlsp)\.commands\.\w+"
)
SCRIPT = """\
import io, json, sys
from importlib import import_module
shown, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO())
import_module(sys.argv[1] + ".cli").main(sys.argv[2:])
json.dump(sorted(sys.modules), shown)
"""


def modules_of(command: str) -> list[str]:
    """The names of all modules that are there when the command has ended."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *command.split()],
        cwd=DELIVERY,
        env={name: value for name, value in os.environ.items() if not name.startswith("PLANDIFF_")},
        capture_output=True,
        timeout=120,
        check=True,
    )
    names: list[str] = json.loads(ended.stdout)
    return names


def room(module: str) -> str:
    """`plancore.report` of `plancore.report.domain.text`; `email` of `email.message`."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] in OWN else parts[0]


QUICK = {"plandiff learned.pddl reference.pddl", "planlsp check learned.pddl"}


@pytest.mark.parametrize(
    "command",
    [pytest.param(each, marks=() if each in QUICK else pytest.mark.slow) for each in COMMANDS],
)
@pytest.mark.viewer_behaviour(7)
def test_a_command_imports_what_it_uses_and_nothing_heavy(command: str) -> None:
    listed, modules = COMMANDS[command], modules_of(command)
    own = [name for name in modules if name.partition(".")[0] in OWN]
    rooms = {room(name) for name in own if "." in name}
    assert sorted(rooms - set(listed["rooms"])) == []
    assert len([name for name in own if not REGISTERED.fullmatch(name)]) <= listed["modules"]
    assert {name.partition(".")[0] for name in modules} & heavy_for(command) == set()


def heavy_for(command: str) -> set[str]:
    """What the command must not import."""
    heavy = {"asyncio", "kairos", "lark", "lsprotocol", "numpy", "pddl", "pygls", "rich", "textual"}
    heavy |= {"email", "msgspec", "sqlite3", "ssl"}
    if command.startswith("plandiff"):
        heavy |= {"concurrent", "hashlib", "multiprocessing", "subprocess"}
    return heavy


@pytest.mark.server_behaviour(41, "start to the answer of `initialize`: 0.56 s CPU")
def test_the_server_starts_without_what_only_some_files_need() -> None:
    """Most files have no reference, and nothing is checked before one is open."""
    script = (
        "import json, sys; from planlsp.serve import create_server; create_server();"
        "print(json.dumps(sorted(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=120)
    modules: list[str] = json.loads(ended.stdout)
    for name in ("patch", "metrics", "align", "simulate", "semantics", "rules.catalogue"):
        assert not [m for m in modules if m.startswith(f"plancore.{name}")]
    heavy = heavy_for("planlsp") - {"asyncio", "lsprotocol", "pygls", "ssl"}
    assert not (heavy | {"plancore.ide.review.reference_review"}) & {*modules}
