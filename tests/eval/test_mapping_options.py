"""`--mapping` and `--save-mapping` of the commands that compare domains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import planeval.cli
from support import kitchen
from support.command import Done, run_command
from support.plandiff_run import plandiff

FILES = ("learned.pddl", "reference.pddl")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The two kitchens, and what a person states of them."""
    for name, text in (
        ("learned.pddl", kitchen.LEARNED),
        ("reference.pddl", kitchen.REFERENCE),
        ("mapping.json", kitchen.MAPPING),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Done:
    return run_command(planeval.cli.main, *arguments)


def of_domain(*options: str) -> Any:
    return json.loads(run("domain", *FILES, *options, "--format", "json").stdout)


def of_plandiff(*options: str) -> Any:
    return json.loads(plandiff(*FILES, *options, "--format", "json", folder=Path()).out)


@pytest.mark.parametrize("compared", [of_domain, of_plandiff])
def test_domains_are_compared_under_what_a_file_states(
    compared: Any,
) -> None:
    assert compared("--no-align")["similarity"]["mean_over_reference"]["mean"] == 0
    data = compared("--mapping", "mapping.json")
    assert data["similarity"]["mean_over_reference"]["mean"] == 1
    assert data["notes"] == []


@pytest.mark.parametrize("compared", [of_domain, of_plandiff])
def test_the_pairs_are_written_and_read_back(compared: Any, folder: Path) -> None:
    aligned = compared("--align", "--save-mapping", "saved.json")
    assert compared("--mapping", "saved.json")["actions"] == aligned["actions"]
    printed = json.loads(run("align", *FILES, "--format", "json").stdout)
    saved = json.loads((folder / "saved.json").read_text(encoding="utf-8"))
    assert saved == {key: printed[key] for key in saved}


def test_pairs_can_be_written_without_a_change_of_the_comparison(folder: Path) -> None:
    assert of_domain("--save-mapping", "saved.json") == of_domain()
    assert (folder / "saved.json").exists()


@pytest.mark.parametrize("compared", [of_domain, of_plandiff])
def test_names_that_no_file_has_are_notes(compared: Any, folder: Path) -> None:
    (folder / "names.toml").write_text('actions.fly = "walk"\n', encoding="utf-8")
    (note,) = compared("--mapping", "names.toml")["notes"]
    assert note["message"] == "mapping: no action `fly` in the learned domain"


def test_states_and_plans_are_said_to_know_renamings_only(folder: Path) -> None:
    (folder / "p.pddl").write_text(kitchen.REFERENCE_PROBLEM, encoding="utf-8")
    (folder / "p.plan").write_text(kitchen.REFERENCE_PLAN, encoding="utf-8")
    (note,) = of_domain(
        "--mapping", "mapping.json", "--problem", "p.pddl", "--plans", "p.plan"
    )["notes"]  # fmt: skip
    assert "use planeval align to execute plans under it" in note["message"]


def test_one_mapping_is_for_every_pair() -> None:
    def similarity(*options: str) -> float:
        done = run("domains", ".", "--format", "json", *options)
        (pair,) = json.loads(done.stdout)["pairs"]
        value: float = pair["figures"]["similarity"]["mean"]
        return value

    assert similarity("--no-align") == 0
    assert similarity("--mapping", "mapping.json") == 1


def test_a_broken_mapping_is_trouble_before_the_work(folder: Path) -> None:
    (folder / "mapping.json").write_text('{"actions": 1}', encoding="utf-8")
    wrong = "mapping.json:1:2: `actions`: expected a list, found 1"
    for arguments in (("domain", *FILES), ("domains", "."), ("align", *FILES)):
        done = run(*arguments, "--mapping", "mapping.json")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"planeval: error: {wrong}\n"
    told = plandiff(*FILES, "--mapping", "mapping.json", folder=Path())
    assert (told.status, told.err) == (2, f"plandiff: error: {wrong}\n")


def test_objects_of_problems_are_renamed(folder: Path) -> None:
    text, problems = kitchen.REFERENCE_PROBLEM, ("ours.pddl", "theirs.pddl")
    (folder / "theirs.pddl").write_text(text, encoding="utf-8")
    (folder / "ours.pddl").write_text(text.replace("plate", "bowl"), encoding="utf-8")
    (folder / "names.toml").write_text('constants.bowl = "plate"\n', encoding="utf-8")
    assert plandiff(*problems, folder=Path()).status == 1
    assert plandiff(*problems, "--mapping", "names.toml", folder=Path()).status == 0


def test_what_is_ignored_of_a_mapping_for_problems_is_listed(folder: Path) -> None:
    text, problems = kitchen.REFERENCE_PROBLEM, ("ours.pddl", "theirs.pddl")
    (folder / "theirs.pddl").write_text(text, encoding="utf-8")
    (folder / "ours.pddl").write_text(text.replace("plate", "bowl"), encoding="utf-8")
    answer = (
        """Sure: {"constants": [{"learned": "bowl", "reference": "plate"}, {"learned": "x"}]}"""
    )
    (folder / "answer.txt").write_text(answer, encoding="utf-8")
    done = run("problem", *problems, "--mapping", "answer.txt")
    assert done.returncode == 0
    assert done.stderr == (
        "planeval: mapping:1:65: `constants[1]`: `reference` is missing; ignored\n"
    )
