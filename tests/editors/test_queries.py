"""The queries of editors/helix and editors/zed, on the grammar of Scheme that both read PDDL by."""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest

from support import dialect_check, editor_review
from support.colours import Colour
from support.editor_review import ROOT

_HELIX = ROOT / "editors" / "helix"
_ZED = ROOT / "editors" / "zed"
_CAPTURES = {
    "": Colour.NAME,
    "comment": Colour.COMMENT,
    "constant": Colour.REQUIREMENT,
    "constant.numeric": Colour.NUMBER,
    "function": Colour.ACTION,
    "keyword": Colour.KEYWORD,
    "namespace": Colour.ACTION,
    "operator": Colour.SIGN,
    "type": Colour.TYPE,
    "variable": Colour.NAME,
    "variable.builtin": Colour.BUILT_IN,
    "variable.parameter": Colour.VARIABLE,
}


@pytest.mark.editor
def test_colours_of_every_dialect(tmp_path: Path) -> None:
    question = dialect_check.about_dialects(tmp_path / "asked")
    _capture("pddl", question)
    assert question.wrong(_CAPTURES) == []


@pytest.mark.editor
def test_colours_of_plans_in_parentheses(tmp_path: Path) -> None:
    question = dialect_check.about_plans(tmp_path / "asked")
    _capture("plan", question)
    # A comment is one word to the grammar, so the directive in it is not coloured by itself.
    files = ("timed.plan", "downward.plan")
    assert [line for line in question.wrong(_CAPTURES) if line.startswith(files)] == []


def test_both_editors_have_the_same_queries() -> None:
    for language in ("pddl", "plan"):
        helix = (_HELIX / "queries" / language / "highlights.scm").read_text(encoding="utf-8")
        zed = (_ZED / "languages" / language / "highlights.scm").read_text(encoding="utf-8")
        assert helix == zed


def test_the_manifest_of_zed_names_what_is_there() -> None:
    manifest = tomllib.loads((_ZED / "extension.toml").read_text(encoding="utf-8"))
    cargo = tomllib.loads((_ZED / "Cargo.toml").read_text(encoding="utf-8"))
    required = {"id", "name", "version", "schema_version", "authors", "description", "repository"}
    assert required <= manifest.keys()
    assert manifest["schema_version"] == 1
    assert "zed" not in manifest["id"] + manifest["name"].lower()
    assert manifest["version"] == cargo["package"]["version"]
    assert cargo["lib"]["crate-type"] == ["cdylib"]
    assert (_ZED / "src" / "lib.rs").exists()
    assert (_ZED / "LICENSE").exists()
    server = manifest["language_servers"]["planlsp"]
    languages = {}
    for folder in (_ZED / "languages").iterdir():
        config = tomllib.loads((folder / "config.toml").read_text(encoding="utf-8"))
        languages[config["name"]] = folder.name
        assert config["grammar"] in manifest["grammars"]
    assert set(server["languages"]) == set(languages)
    assert server["language_ids"] == languages
    for grammar in manifest["grammars"].values():
        assert len(bytes.fromhex(grammar["rev"])) == 20


def _capture(language: str, question: dialect_check.Question) -> None:
    """Ask the query of a language, in the environment of .ci/editors/grammars.sh."""
    python = editor_review.installed("PLANLSP_TREE_SITTER", "grammars/bin/python")
    script = Path(__file__).parent / "treesitter" / "captures.py"
    query = _HELIX / "queries" / language / "highlights.scm"
    run = subprocess.run(
        [python, script, query, question.places, question.answers],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
