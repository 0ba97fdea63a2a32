"""VS Code where there is no server yet: it is installed, by pip or by uv."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from support import code_server, editor_review, vscode

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is shown and made where there is no server; on the PATH are Python and uv alone."""
    uv = editor_review.installed("PLANLSP_UV", "tools/bin/uv")
    folder = tmp_path_factory.mktemp("vscode-install")
    workspace = editor_review.fresh_example(folder / "delivery")
    programs = folder / "bin"
    programs.mkdir()
    (programs / "uv").symlink_to(uv)
    base = Path(sys.base_prefix, "bin", Path(sys.executable).resolve().name)
    (programs / "python3").symlink_to(base)
    # As on Debian without the package python3-venv: no module ensurepip.
    debian = folder / "python3"
    debian.write_text(f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec {base} "$@"\n')
    debian.chmod(0o755)
    state = folder / "state"
    storage = state / "data" / "User" / "globalStorage" / "planlsp.planlsp"
    profile = f'PATH="{programs}"\n'
    with code_server.running(vscode.installation(), state, {}, profile=profile) as port:
        said = vscode.run_script("install.mjs", port, workspace, storage, programs, debian)
    seen: dict[str, Any] = json.loads(said)
    return seen


def test_a_server_is_installed_for_who_wants_it(installed: dict[str, Any]) -> None:
    """The wheel is the extension's own, what it needs comes from the package index."""
    assert "changes nothing else" in installed["question"]
    assert "installing the server" in installed["progress"]
    assert "missing precondition" in installed["finding"]
    (made,) = installed["byPip"]
    assert "uv = " not in made


def test_an_installation_that_is_cancelled_leaves_nothing(installed: dict[str, Any]) -> None:
    """No environment, and no message: who cancels knows it. The program waited until then."""
    assert not any("could not be installed" in said for said in installed["afterCancel"])


def test_where_python_has_no_pip_uv_installs_the_server(installed: dict[str, Any]) -> None:
    """It takes the place of the one before."""
    (made,) = installed["byUv"]
    assert "uv = " in made
