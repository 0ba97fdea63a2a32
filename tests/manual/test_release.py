"""What stands in the way of a release, and the address that is stated in many files."""

from __future__ import annotations

import re
import shutil
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest

from manual import release
from support.examples import ROOT

UNRELEASED = "CHANGELOG.md: no section `## 0.1.0 (YYYY-MM-DD)`"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that state the address or the version, without a tag of GitHub's."""
    for name in ("CHANGELOG.md", *release.REPEATED, *release.STATED):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.delenv("GITHUB_REF_TYPE", raising=False)
    return tmp_path


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.usefixtures("copy")
def test_what_has_no_address_is_not_released() -> None:
    assert [*release.faults()] == [
        "the address of the repository is a placeholder; set it: make address URL=https://…",
        UNRELEASED,
    ]
    assert release.check() == 1


def test_the_address_is_set_everywhere_at_once(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URL", "https://github.com/lamps/planlsp.git")
    assert release.set_address() == 0
    texts = {file: file.read_text(encoding="utf-8") for file in copy.rglob("*") if file.is_file()}
    assert not [file for file, text in texts.items() if "example.org" in text]
    assert "- uses: lamps/planlsp@v0.1.0" in texts[copy / "docs" / "how-to" / "ci.md"]
    assert "- uses: actions/checkout@v4" in texts[copy / "docs" / "how-to" / "ci.md"]
    assert [*release.faults()] == [
        "README.md: still calls the address a placeholder",
        "docs/how-to/ci.md: still calls the address a placeholder",
        "editors/emacs/README.md: still calls the address a placeholder",
        "editors/nvim/README.md: still calls the address a placeholder",
        UNRELEASED,
    ]


@pytest.mark.parametrize("url", ["", "http://github.com/a/b", "https://github.com", "x; rm y"])
@pytest.mark.usefixtures("copy")
def test_what_is_no_address_changes_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URL", url)
    before = release.address()
    assert release.set_address() == 2
    assert release.address() == before


def test_versions_agree_with_each_other_and_with_the_tag(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_REF_TYPE", "tag")
    monkeypatch.setenv("GITHUB_REF_NAME", "v0.2.0")
    replace(copy / "CITATION.cff", "version: 0.1.0", "version: 0.2.0")
    replace(copy / "CHANGELOG.md", "0.1.0 (unreleased)", "0.1.0 (2027-01-31)")
    assert [*release.faults()][1:] == [
        "the versions differ: shared/planfiles/version.py 0.1.0, CITATION.cff 0.2.0, "
        "editors/vscode/package.json 0.1.0, docs/how-to/ci.md 0.1.0, "
        "editors/registries/mason.yaml 0.1.0",
        "the tag is v0.2.0, the version 0.1.0",
    ]


def test_recipes_name_the_source_archive_and_need_what_the_package_needs() -> None:
    filled = release.recipes("1.2.3", "0" * 64)
    assert {*filled} == {"homebrew.rb", "package.nix", "recipe.yaml"}
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = stated["project"]
    for name, text in filled.items():
        assert not re.search(r"@[A-Z0-9]+@", text), name
        assert "0" * 64 in text
        assert "1.2.3" in text
    for dependency in (*project["dependencies"], *stated["build-system"]["requires"]):
        needed, bounds = re.split(r"(?=>=)", dependency, maxsplit=1)
        assert f"\n    {needed}\n" in filled["package.nix"]
        assert f"    - {needed} {bounds}\n" in filled["recipe.yaml"]
    for command, function in project["scripts"].items():
        assert f"      - {command} = {function}\n" in filled["recipe.yaml"]
        assert f'bin/"{command}", "completion"' in filled["homebrew.rb"]


def test_the_recipe_for_nix_builds_pddl_as_it_is_built() -> None:
    text = release.recipes("1.2.3", "0" * 64)["package.nix"]
    pddl = distribution("pddl")
    assert f'version = "{pddl.version}";' in text
    builder = re.search(r"(?m)^Generator: (\S+)", pddl.read_text("WHEEL") or "")
    assert builder is not None
    assert f"build-system = [ {builder[1]} ];" in text
    for needed in pddl.requires or ():
        name = re.split(r"[^\w-]", needed, maxsplit=1)[0]
        assert text.count(f"\n  {name},\n") == 1
        assert f"\n      {name}\n" in text
    assert "fakeHash" not in text
