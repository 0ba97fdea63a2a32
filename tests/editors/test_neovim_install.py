"""Neovim's README, word by word: each way to install, in an empty home with the checkout in it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import editor_review, neovim
from support.editor_review import ROOT

pytestmark = pytest.mark.editor

_ENABLE = 'vim.lsp.enable("planlsp")'


def _in_place(_: Path) -> str:
    return neovim.blocks("lua")[2]


def _with_lazy(_: Path) -> str:
    specs = json.dumps(neovim.blocks("lua")[3])
    return f"vim.env.SPECS = {specs}\ndofile({json.dumps(str(neovim.SCRIPTS / 'lazy.lua'))})"


def _as_a_package(home: Path) -> str:
    _shell(neovim.blocks("sh")[0], home)
    return _ENABLE


def _copied(home: Path) -> str:
    _shell(neovim.blocks("sh")[1], home)
    return _ENABLE


def _mirrored(home: Path, folder: str) -> Path:
    """The branch that `mirror.sh` makes of the checkout, cloned as plugin managers do."""
    who = "git config user.name A && git config user.email a@example.org"
    commit = f"git init -q && {who} && git add . && git commit -q -m all"
    _shell(f"{commit} && sh editors/mirror.sh && sh editors/mirror.sh", _in(home))
    cloned = home / folder
    address = (home / "planlsp").resolve().as_uri()
    _shell(f"git clone -q --depth 1 --branch nvim {address} {cloned}", home)
    return cloned


def _in(home: Path) -> Path:
    return (home / "planlsp").resolve()


def _branch_with_lazy(home: Path) -> str:
    """lazy.nvim clones a `url`, then loads the folder."""
    _mirrored(home, ".local/share/nvim/lazy/planlsp")
    spec = neovim.blocks("lua")[0]
    spec = re.sub('url = "[^"]*"', 'dir = "~/.local/share/nvim/lazy/planlsp"', spec)
    specs = json.dumps(spec)
    return f"vim.env.SPECS = {specs}\ndofile({json.dumps(str(neovim.SCRIPTS / 'lazy.lua'))})"


def _branch_with_vim_pack(home: Path) -> str:
    """vim.pack clones below `core/opt`, then does `packadd`."""
    _mirrored(home, ".local/share/nvim/site/pack/core/opt/planlsp.git")
    block = neovim.blocks("lua")[1]
    older = (
        'vim.pack = vim.pack or {}\nvim.pack.add = function() vim.cmd.packadd("planlsp.git") end'
    )
    return f"{older}\n{block}"


def _branch_with_vim_plug(home: Path) -> str:
    """vim-plug clones below a folder of its own, which it puts on the runtime path."""
    _mirrored(home, ".local/share/nvim/plugged/planlsp")
    return f'vim.opt.runtimepath:prepend("~/.local/share/nvim/plugged/planlsp")\n{_ENABLE}'


def _optional_package(home: Path) -> str:
    """Where `packadd` and vim.pack look."""
    _shell(neovim.blocks("sh")[0].replace("/start", "/opt"), home)
    return f'vim.cmd.packadd("planlsp")\n{_ENABLE}'


@pytest.mark.parametrize(
    "install",
    [
        *(_in_place, _with_lazy, _as_a_package, _copied, _optional_package),
        *(_branch_with_lazy, _branch_with_vim_pack, _branch_with_vim_plug),
    ],
)
def test_all_is_there(install: Callable[[Path], str], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "planlsp").symlink_to(_checkout(tmp_path))
    learned = editor_review.fresh_example(home / "delivery") / "learned.pddl"
    seen = _look(learned, home, install(home))
    assert (seen["filetype"], seen["syntax"], seen["shiftwidth"]) == ("pddl", "pddl", 2)
    assert seen["review"] == 2
    assert "vim.lsp.foldexpr" in seen["foldexpr"]
    assert seen["help"] == "planlsp.txt"
    health = "\n".join(seen["health"])
    assert "ERROR" not in health, health
    assert "WARNING" not in health, health
    assert f"root {home / 'delivery'}" in health


def _checkout(folder: Path) -> Path:
    """A checkout with all that users have of it here; the tests write tags of help into it."""
    checkout = folder / "checkout"
    (checkout / "editors").mkdir(parents=True)
    _shell(f"cp -r {ROOT / 'editors' / 'nvim'} {ROOT / 'editors' / 'mirror.sh'} editors/", checkout)
    return checkout


def _look(learned: Path, home: Path, init: str) -> dict[str, Any]:
    report = home / "report.json"
    environment = neovim.with_server(neovim.environment(home, init, ".config", ".local/share"))
    neovim.run_lua("layout.lua", [learned], {**environment, "REVIEW_REPORT": str(report)})
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return seen


def _shell(lines: str, folder: Path) -> None:
    """Run what the README says, with `folder` as the home."""
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    subprocess.run(["sh", "-ec", lines], cwd=folder, env=environment, check=True, timeout=60)
