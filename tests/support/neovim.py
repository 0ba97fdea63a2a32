"""Neovim in an empty home of its own, set up by the lines that its README says to write."""

from __future__ import annotations

import os
import re
import subprocess
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from support import editor_review
from support.editor_review import ROOT

RUNTIME: Final = ROOT / "editors" / "nvim"
SCRIPTS: Final = ROOT / "tests" / "editors" / "neovim"


def installed() -> Path:
    """The `nvim` that is tested; skips when there is none."""
    return editor_review.installed("PLANLSP_NVIM", "tools/bin/nvim")


def older(variable: str, default: str, version: str) -> Path:
    """The Neovim that `variable` names, if it is of `version`; skips otherwise."""
    editor = editor_review.installed(variable, default)
    said = subprocess.run(
        [editor, "--version"], env=of(editor), capture_output=True, text=True, check=True
    )
    if version not in said.stdout.splitlines()[0]:
        pytest.skip(f"{editor} is no Neovim {version}")
    return editor


def of(editor: Path) -> dict[str, str]:
    """The environment, with the runtime files of an `editor` that was unpacked to run in place."""
    runtime = editor.parent.parent / "share" / "nvim" / "runtime"
    return {**os.environ, "VIMRUNTIME": str(runtime)} if runtime.is_dir() else {**os.environ}


def blocks(language: str) -> list[str]:
    """What the README says to write or to run, as it stands there."""
    readme = (RUNTIME / "README.md").read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", readme, re.DOTALL | re.MULTILINE)
    return [textwrap.dedent(text) for _, text in found]


_FROM_ADDRESS: Final = 2
"""The first blocks of Lua install the plugin from its address."""


def user_lines(number: int) -> str:
    """The ``number``-th block of Lua in the README behind those, with the path of this checkout."""
    return blocks("lua")[_FROM_ADDRESS + number].replace("~/planlsp/editors/nvim", str(RUNTIME))


def environment(
    home: Path, init: str, config: str = "config", data: str = "data"
) -> dict[str, str]:
    """That of a user whose `init.lua` has the lines ``init``; no server is on the PATH."""
    configuration = home / config / "nvim" / "init.lua"
    configuration.parent.mkdir(parents=True, exist_ok=True)
    configuration.write_text(init, encoding="utf-8")
    folders = {"CONFIG": config, "DATA": data, "STATE": "state", "CACHE": "cache"}
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("NVIM")},
        "HOME": str(home),
        **{f"XDG_{kind}_HOME": str(home / folder) for kind, folder in folders.items()},
    }


def with_server(environment: Mapping[str, str]) -> dict[str, str]:
    """The same with the server on the PATH."""
    server = editor_review.server_command()
    return {**environment, "PATH": f"{server.parent}{os.pathsep}{environment['PATH']}"}


def run_script(script: str, file: Path, init: str, editor: Path | None = None) -> Path:
    """The report of a script that ran in a Neovim whose user wrote ``init`` and opened ``file``."""
    home = file.parent.parent
    report = home / "report.json"
    variables = {**with_server(environment(home, init)), "REVIEW_REPORT": str(report)}
    run_lua(script, [file], variables, editor)
    return report


def run_lua(
    script: str, files: Sequence[Path], environment: Mapping[str, str], editor: Path | None = None
) -> str:
    """What a Neovim without a screen said that opened ``files`` and ran one of `SCRIPTS`."""
    nvim = editor or installed()
    command: list[str | Path] = [nvim, "-i", "NONE", "-n", "--headless", *files]
    run = subprocess.run(
        [*command, "-c", f"luafile {SCRIPTS / script}"],
        env={**of(nvim), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr + _client_log(Path(environment["XDG_STATE_HOME"]))
    return run.stderr


def _client_log(state: Path) -> str:
    """What Neovim's client noted, the server's standard error included."""
    log = state / "nvim" / "lsp.log"
    return log.read_text(encoding="utf-8")[-4000:] if log.exists() else ""
