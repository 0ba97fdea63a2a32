"""Plots of the pages of `planeval`: the figures in them are those of the JSON."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from planeval import api
from support.examples import BAKERY

MODELS = (BAKERY / "learned.pddl", BAKERY / "reference.pddl")


def titles(page: str, anchor: str) -> list[str]:
    """What the parts of the plots of a section are called."""
    (section,) = re.findall(f'<section id="{anchor}">(.*?)</section>', page, re.DOTALL)
    found: list[str] = re.findall(r"<title>(.*?)</title>", section)
    return found


@pytest.fixture
def instances(tmp_path: Path) -> Path:
    """Three instances of the bakery, one of which has a plan."""
    folder = tmp_path / "data" / "bakery"
    (folder / "instances").mkdir(parents=True)
    (folder / "gold_plans").mkdir()
    shutil.copy(BAKERY / "reference.pddl", folder / "domain.pddl")
    for number in (1, 2, 3):
        shutil.copy(BAKERY / f"p0{number}.pddl", folder / "instances" / f"instance-{number}.pddl")
    shutil.copy(BAKERY / "p01.plan", folder / "gold_plans" / "instance-1_gold_plan.txt")
    return tmp_path / "data"


def test_lines_of_counts_say_minimum_mean_and_maximum(instances: Path) -> None:
    result = api.instances(instances)
    (domain,) = result.data["domains"]
    said = titles(result.html(), "spread")
    counts = [entry["n_objects"] for entry in domain["instances"]]
    mean = sum(counts) / len(counts)
    assert f"bakery: {min(counts)} to {max(counts)}, mean {mean:.4g} (3 values)" in said
    assert "bakery: 5 (1 value)" in said  # the length of the only plan


def test_a_map_says_how_runs_end() -> None:
    result = api.runs([BAKERY / "p01.plan"], domain=MODELS[1], problems=BAKERY / "p01.pddl")
    (experiment,) = result.data["experiments"]
    (run,) = experiment["instances"]
    said = titles(result.html(), "plots")
    assert any(title.endswith(f", {run['class']}: 1.000") for title in said)
    assert any(f": {run['plan_length']} (1 value)" in title for title in said)


def test_figures_of_results_files_have_a_line_each(tmp_path: Path) -> None:
    for name, accuracy in (("a", "0.25"), ("b", "0.75")):
        (tmp_path / f"{name}.tsv").write_text(f"accuracy\t{accuracy}\nn_instances\t8\nlist\t[1]\n")
    said = titles(api.overview(tmp_path).html(), "spread")
    assert [title for title in said if "value" in title] == [
        "accuracy: 0.25 to 0.75, mean 0.5 (2 values)",
        "n_instances: 8 (2 values)",
    ]
    assert {"a.tsv: accuracy 0.25", "b.tsv: n_instances 8"} <= {*said}
