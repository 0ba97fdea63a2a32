"""VS Code's README, word by word: from a checkout to an extension that is installed."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from support import editor_review
from support.editor_review import ROOT

pytestmark = [pytest.mark.editor, pytest.mark.timeout(600)]


def test_the_commands_of_the_readme_make_and_install_the_extension(tmp_path: Path) -> None:
    """In a clone and an empty home; `code` is the command of code-server, which takes the same."""
    modules = editor_review.installed("PLANLSP_CODE_SERVER", "vscode")
    node = editor_review.installed("PLANLSP_NODE", "tools/bin/node")
    home, programs = tmp_path / "home", tmp_path / "bin"
    clone = home / "planlsp"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True, timeout=120)
    programs.mkdir()
    base = Path(sys.base_prefix, "bin", Path(sys.executable).resolve().name)
    (programs / "python3").symlink_to(base)
    server = modules / "node_modules/code-server/out/node/entry.js"
    command = [str(node), str(server), f"--extensions-dir={home / 'extensions'}"]
    (programs / "code").write_text(f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n')
    (programs / "code").chmod(0o755)
    path = os.pathsep.join(map(str, (programs, node.parent, "/usr/bin", "/bin")))
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    readme = (ROOT / "editors" / "vscode" / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```sh\n(.*?)^```$", readme, re.M | re.S)
    done = subprocess.run(
        ["bash", "-e", "-c", block],
        cwd=clone,
        env={**kept, "HOME": str(home), "PATH": path, "EXTENSIONS_GALLERY": "{}"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=500,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (installed,) = (home / "extensions").glob("planlsp.planlsp-*")
    assert (installed / "dist" / "extension.js").is_file()
    assert len(list((installed / "server").glob("planlsp-*.whl"))) == 1
    left = subprocess.run(
        ["git", "status", "--short"], cwd=clone, capture_output=True, text=True, timeout=60
    )
    assert left.stdout == ""
