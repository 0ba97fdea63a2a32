"""The packaged extension for VS Code, and what of it needs no editor."""

from __future__ import annotations

import csv
import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from support import editor_review

pytestmark = pytest.mark.editor

_EXTENSION = editor_review.ROOT / "editors" / "vscode"


@pytest.fixture(scope="module")
def package() -> Path:
    return editor_review.installed("PLANLSP_VSIX", "planlsp.vsix")


def test_units() -> None:
    """Node's own test runner reads the sources as they are: no build, no packages."""
    node = editor_review.installed("PLANLSP_NODE", "tools/bin/node")
    tests = sorted((_EXTENSION / "test").glob("*.test.ts"))
    quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
    ran = subprocess.run(
        [node, quiet, "--test", "--test-reporter=tap", *tests],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# fail 0" in ran.stdout
    assert "# pass 0" not in ran.stdout


def test_it_was_packaged_without_warnings(package: Path) -> None:
    log = package.with_name("vsce.log")
    if not log.exists():
        pytest.skip("the package was not made by .ci/editors/extension.sh")
    said = log.read_text(encoding="utf-8")
    assert "Packaged:" in said
    assert "WARN" not in said
    assert "ERROR" not in said


def test_it_is_small_and_has_what_it_needs_and_nothing_else(package: Path) -> None:
    assert package.stat().st_size < 2_000_000
    with zipfile.ZipFile(package) as opened:
        names = set(opened.namelist())
        manifest = json.loads(opened.read("extension/package.json"))
    folders = {name.split("/")[1] for name in names if name.count("/") > 1}
    assert folders == {
        "dist",
        "example",
        "icons",
        "languages",
        "server",
        "snippets",
        "syntaxes",
        "walkthrough",
    }
    assert f"extension/{manifest['main'].removeprefix('./')}" in names
    assert f"extension/{manifest['browser'].removeprefix('./')}" in names
    (wheel,) = (name for name in names if name.endswith(".whl"))
    assert f"-{manifest['version']}-" in wheel
    assert listed(package, wheel) == {"planfiles", "plancore", "plandiff", "planeval", "planlsp"}


def listed(package: Path, wheel: str) -> set[str]:
    """The top-level folders of the wheel in it, each file of which its RECORD has."""
    with zipfile.ZipFile(package) as opened, zipfile.ZipFile(opened.open(wheel)) as packed:
        files = set(packed.namelist())
        (record,) = (name for name in files if name.endswith(".dist-info/RECORD"))
        rows = csv.reader(packed.read(record).decode().splitlines())
    assert {row[0] for row in rows} == files
    return {name.partition("/")[0] for name in files if ".dist-info/" not in name}
