"""Plots of the pages of `planeval`: the figures in them are those of the JSON."""

from __future__ import annotations

import re

from planeval import api
from support.examples import BAKERY

MODELS = (BAKERY / "learned.pddl", BAKERY / "reference.pddl")


def titles(page: str, anchor: str) -> list[str]:
    """What the parts of the plots of a section are called."""
    (section,) = re.findall(f'<section id="{anchor}">(.*?)</section>', page, re.DOTALL)
    found: list[str] = re.findall(r"<title>(.*?)</title>", section)
    return found


def test_a_map_says_how_runs_end() -> None:
    result = api.runs([BAKERY / "p01.plan"], domain=MODELS[1], problems=BAKERY / "p01.pddl")
    (experiment,) = result.data["experiments"]
    (run,) = experiment["instances"]
    said = titles(result.html(), "plots")
    assert any(title.endswith(f", {run['class']}: 1.000") for title in said)
