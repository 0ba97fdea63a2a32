"""Neovim's README, word by word: each way to install, in an empty home with the checkout in it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from manual import release
from support import editor_review, neovim
from support.editor_review import ROOT
from support.repository import Repository

pytestmark = pytest.mark.editor

_ENABLE = 'vim.lsp.enable("planlsp")'
_LENSES = 'vim.api.nvim_create_autocmd("LspAttach", { callback = vim.lsp.codelens.refresh })'
"""Neovim alone shows none unless it is asked to."""
_ADDRESS = "https://example.org/planlsp.git"


def _from_an_address(home: Path) -> str:
    return _lazy(neovim.blocks("lua")[0].replace(_ADDRESS, _published(home)))


def _cloned_as_a_package(home: Path) -> str:
    """As vim.pack and vim-plug do it."""
    way = neovim.blocks("lua")[1]
    source, branch, rest = re.findall(r'src = "(.+)", version = "(\w+)".+\n(.+)', way)[0]
    assert source == _ADDRESS
    target = ".local/share/nvim/site/pack/core/opt/planlsp"
    _shell(f"git clone --quiet --branch {branch} {_published(home)} {target}", home)
    return f'vim.cmd.packadd("planlsp")\n{rest}'


def _published(home: Path) -> str:
    """The address of a repository with the plugin on its own branch, as a release has it."""
    repository = Repository(home)
    for name in ("pyproject.toml", "LICENSE", "editors/nvim"):
        (repository.folder / name).parent.mkdir(parents=True, exist_ok=True)
        _shell(f"cp -r '{ROOT / name}' '{repository.folder / name}'", home)
    repository.commit()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(release, "ROOT", repository.folder)
        for name, value in repository.environment.items():
            patch.setenv(name, value)
        assert release.commit_neovim_plugin() == 0
        assert release.commit_neovim_plugin() == 0
    assert repository.git("rev-list", "--count", "neovim").strip() == "1"  # nothing had changed
    readme = repository.git("show", "neovim:README.md")
    assert "](https://example.org/planlsp/blob/main/planlsp/README.md#settings)" in readme
    return repository.folder.as_uri()


def _in_place(_: Path) -> str:
    return neovim.blocks("lua")[2]


def _with_lazy(_: Path) -> str:
    return _lazy(neovim.blocks("lua")[3])


def _lazy(specs: str) -> str:
    specs = json.dumps(specs)
    return f"vim.env.SPECS = {specs}\ndofile({json.dumps(str(neovim.SCRIPTS / 'lazy.lua'))})"


def _as_a_package(home: Path) -> str:
    _shell(neovim.blocks("sh")[0], home)
    return _ENABLE


def _copied(home: Path) -> str:
    _shell(neovim.blocks("sh")[1], home)
    return _ENABLE


def _optional_package(home: Path) -> str:
    """Where `packadd` and vim.pack look."""
    _shell(neovim.blocks("sh")[0].replace("/start", "/opt"), home)
    return f'vim.cmd.packadd("planlsp")\n{_ENABLE}'


@pytest.mark.parametrize(
    "install",
    [
        _from_an_address,
        _cloned_as_a_package,
        _in_place,
        _with_lazy,
        _as_a_package,
        _copied,
        _optional_package,
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


def test_the_entry_for_nvim_lspconfig_needs_no_plugin(tmp_path: Path) -> None:
    learned = editor_review.fresh_example(tmp_path / "delivery") / "learned.pddl"
    (learned.parent / "planlsp.toml").touch()
    entry = ROOT / "editors" / "registries" / "nvim-lspconfig.lua"
    said = re.findall(r"--- (vim\.filetype\..+)", entry.read_text(encoding="utf-8"))
    load = f'vim.lsp.config("planlsp", dofile({json.dumps(str(entry))}))'
    init = "\n".join([*said, load, _ENABLE, _LENSES])
    review = editor_review.read(neovim.run_script("review.lua", learned, init))
    editor_review.assert_differences_are_warnings(review)


def _checkout(folder: Path) -> Path:
    """A checkout with all that users have of it here; the tests write tags of help into it."""
    checkout = folder / "checkout"
    (checkout / "editors").mkdir(parents=True)
    _shell(f"cp -r {ROOT / 'editors' / 'nvim'} editors/", checkout)
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
