"""What the server is started with, and what is said where it cannot be started."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support import editor_review, neovim
from support.neovim import environment, run_lua, user_lines

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The root of each file that `test_the_root_of_a_file` asks about, below the home."""
    home = tmp_path_factory.mktemp("home")
    for path in (
        "stray.pddl",
        "runs/learned.pddl",
        "paper/reference.pddl",
        "paper/learned/seed-1/learned.pddl",
        "deep/domain.pddl",
        "deep/1/2/3/4/learned.pddl",
        "project/.git/HEAD",
        "project/domain.pddl",
        "project/models/a/learned.pddl",
        "settings/planlsp.toml",
        "settings/inner/.git/HEAD",
        "settings/inner/learned.pddl",
    ):
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).touch()
    files = [str(path) for path in home.rglob("*.p*ddl")]
    report = home / "report.json"
    variables = environment(home, user_lines(0), "config")
    run_lua(
        "roots.lua", [], {**variables, "FILES": json.dumps(files), "REVIEW_REPORT": str(report)}
    )
    found = json.loads(report.read_text(encoding="utf-8"))
    below = (str(Path(root).relative_to(home)) if root else "" for root in found)
    return dict(zip((str(Path(file).relative_to(home)) for file in files), below, strict=True))


@pytest.mark.parametrize(
    ("file", "root"),
    [
        ("stray.pddl", ""),  # the home folder is nobody's workspace
        ("runs/learned.pddl", "runs"),
        ("paper/learned/seed-1/learned.pddl", "paper"),
        ("deep/1/2/3/4/learned.pddl", "deep/1/2/3/4"),  # four folders up is too far
        ("project/models/a/learned.pddl", "project"),
        ("settings/inner/learned.pddl", "settings"),
    ],
)
def test_the_root_of_a_file(file: str, root: str, roots: dict[str, str]) -> None:
    assert roots[file] == root


def test_a_reference_above_is_found_outside_of_version_control(tmp_path: Path) -> None:
    delivery = editor_review.fresh_example(tmp_path / "paper")
    learned = delivery / "learned" / "learned.pddl"
    learned.parent.mkdir()
    (delivery / "learned.pddl").rename(learned)
    learned.write_text(learned.read_text().replace("!reference: ", "!reference: ../"))
    report = tmp_path / "report.json"
    variables = neovim.with_server(environment(tmp_path, user_lines(0)))
    run_lua("layout.lua", [learned], {**variables, "REVIEW_REPORT": str(report)})
    health = "\n".join(json.loads(report.read_text(encoding="utf-8"))["health"])
    assert f"root {delivery}" in health


def test_an_absent_server_is_told(tmp_path: Path) -> None:
    seen = _told(tmp_path, user_lines(0))
    assert "the server is not installed" in seen["at_once"]
    for command in ("PlanReview", "PlanRepair", "PlanRestart"):
        assert "the server is not installed" in seen[command]
    assert "planlsp was not found" in seen["health"]
    assert "pipx install ." in seen["health"]
    assert seen["syntax"] == "pddl"


def test_a_server_that_nobody_starts_is_told(tmp_path: Path) -> None:
    seen = _told(tmp_path, user_lines(0).splitlines()[0])
    assert seen["at_once"] == ""
    assert 'nothing starts the server: vim.lsp.enable("planlsp")' in seen["PlanReview"]
    assert "nothing starts it" in seen["health"]


def test_a_server_off_the_path_is_found_where_pipx_puts_it(tmp_path: Path) -> None:
    commands = tmp_path / ".local" / "bin"
    commands.mkdir(parents=True)
    (commands / "planlsp").symlink_to(editor_review.server_command())
    seen = _told(tmp_path, user_lines(0))
    assert f"{commands / 'planlsp'}: planlsp 0." in seen["health"]


def test_neovim_0_7_is_told_what_it_needs(tmp_path: Path) -> None:
    seen = _told(tmp_path, user_lines(3), neovim.older("PLANLSP_NVIM_07", "/usr/bin/nvim", "v0.7"))
    assert "planlsp: needs Neovim 0.8 or newer" in seen["at_once"]
    assert "this is 0.7." in seen["at_once"]
    for command in ("PlanReview", "PlanRepair", "PlanRestart"):
        assert "this command needs Neovim 0.8 or newer" in seen[command]
    assert (seen["filetype"], seen["syntax"]) == ("pddl", "pddl")
    assert "ERROR: planlsp needs Neovim" in seen["health"]
    assert "stack traceback" not in seen["health"]


def test_the_help_has_no_tag_twice(tmp_path: Path) -> None:
    help_ = tmp_path / "planlsp.txt"
    help_.write_bytes((neovim.RUNTIME / "doc" / "planlsp.txt").read_bytes())
    quiet: list[str | Path] = [neovim.installed(), "-u", "NONE", "-i", "NONE", "-n", "--headless"]
    command = f"helptags {tmp_path}"
    run = subprocess.run(
        [*quiet, "-c", command, "-c", "qa"], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stderr == ""
    tags = [line.split("\t")[0] for line in (tmp_path / "tags").read_text().splitlines()]
    commands = {tag.removeprefix(":") for tag in tags if tag.startswith(":")}
    plugin = (neovim.RUNTIME / "plugin" / "planlsp.lua").read_text(encoding="utf-8")
    assert commands == {line.split('"')[1] for line in plugin.split("\n") if line[:8] == "command("}
    readme = (neovim.RUNTIME / "README.md").read_text(encoding="utf-8")
    assert all(f"`:{command}" in readme for command in commands)
    assert all(len(line) < 80 for line in help_.read_text(encoding="utf-8").splitlines())


def _told(home: Path, init: str, editor: Path | None = None) -> dict[str, Any]:
    """What is said in a home without server."""
    learned = editor_review.fresh_example(home / "delivery") / "learned.pddl"
    report = home / "report.json"
    variables = {
        **environment(home, init),
        "PATH": "/usr/bin:/bin",
        "REVIEW_REPORT": str(report),
    }
    run_lua("told.lua", [learned], variables, editor)
    seen: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return seen
