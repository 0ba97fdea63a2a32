"""Each editor and git take the files of domains, problems and plans that the server takes."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

import pytest

from plancore.kind import TextKind, kind_of_name
from plandiff.git.setup import ATTRIBUTES, MERGE_ATTRIBUTES
from planlsp.features.file_operations import MOVED
from planlsp.session.client import WATCHED_FILES
from support.editor_review import ROOT

NAMES = {
    TextKind.PDDL: ("a.pddl", "a.hddl", "a.ppddl"),
    TextKind.PLAN: (
        *("a.plan", "a.soln", "a.solution", "sas_plan", "sas_plan.3", "plan.1"),
        *("a.plan.2", "a.soln.2", "a.solution.12"),
    ),
}
NO_PLANS = ("plan.md", "solution.py", "a.sol", "planner.1", "plan")
EDITORS = ROOT / "editors"


def vscode(kind: TextKind) -> list[str]:
    manifest = json.loads((EDITORS / "vscode" / "package.json").read_text(encoding="utf-8"))
    (language,) = (each for each in manifest["contributes"]["languages"] if each["id"] == kind)
    endings = [f"*{ending}" for ending in language["extensions"]]
    return [*endings, *language.get("filenamePatterns", ())]


def helix(kind: TextKind) -> list[str]:
    settings = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8"))
    (language,) = (each for each in settings["language"] if each["name"] == kind)
    types = language["file-types"]
    return [
        *(f"*.{each}" for each in types if isinstance(each, str)),
        *_expanded(each["glob"] for each in types if isinstance(each, dict)),
    ]


def neovim_and_vim(kind: TextKind) -> list[str]:
    text = (EDITORS / "nvim" / "ftdetect" / "planlsp.vim").read_text(encoding="utf-8")
    found = re.findall(rf"^autocmd \S+ (\S+) setfiletype {kind}$", text, re.M)
    return [pattern for line in found for pattern in line.split(",")]


@pytest.mark.parametrize("patterns", [vscode, helix, neovim_and_vim])
def test_what_the_server_takes_for_plans_and_models(patterns: Any) -> None:
    for kind, names in NAMES.items():
        assert [name for name in names if kind_of_name(name) is not kind] == []
        assert _left_out(names, patterns(kind)) == []
        for name in NO_PLANS:
            assert _left_out([name], patterns(kind)) == [name]


def test_zed_names_the_endings_of_helix() -> None:
    """It knows no patterns; its page says how files without an ending are named."""
    settings = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text(encoding="utf-8"))
    for language in settings["language"]:
        folder = EDITORS / "zed" / "languages" / language["name"]
        zed = tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))
        endings = [each for each in language["file-types"] if isinstance(each, str)]
        assert zed["path_suffixes"] == endings


def test_the_server_hears_of_all_of_them_outside_of_the_editor_and_of_those_that_move() -> None:
    names = [name for each in NAMES.values() for name in each]
    names += ["plan.txt", "answer", "domain.txt", "planlsp.toml", "mapping.json"]
    assert _left_out(names, _expanded([WATCHED_FILES])) == []
    assert [filter_.pattern.glob for filter_ in MOVED.filters] == [WATCHED_FILES]


def test_git_compares_all_of_them_and_merges_domains_and_problems() -> None:
    attributes = [line.split() for line in (ATTRIBUTES + MERGE_ATTRIBUTES).splitlines()]

    def patterns(attribute: str) -> list[str]:
        return [pattern for pattern, said in attributes if said == attribute]

    assert _left_out(NAMES[TextKind.PDDL], patterns("diff=pddl")) == []
    assert _left_out(NAMES[TextKind.PDDL], patterns("merge=pddl")) == []
    assert _left_out(NAMES[TextKind.PLAN], patterns("diff=pddlplan")) == []
    for name in NO_PLANS:
        assert _left_out([name], patterns("diff=pddlplan")) == [name]


def _left_out(names: Iterable[str], patterns: Iterable[str]) -> list[str]:
    known = list(patterns)
    return [name for name in names if not any(fnmatchcase(name, each) for each in known)]


def _expanded(patterns: Iterable[str]) -> list[str]:
    """Patterns for any folder, without the braces."""
    found = []
    for pattern in patterns:
        before, *rest = re.split(r"[{}]", pattern.removeprefix("**/"))
        choices, after = rest or ("", "")
        found += [f"{before}{choice}{after}" for choice in choices.split(",")]
    return found
