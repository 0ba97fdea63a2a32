"""Every metric is documented in the same way, and the pages say what the docstrings say."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from plancore.metrics.registry import domains, literals, plans
from support.docs import docs_script

DOCS = Path(__file__).parents[3] / "docs" / "reference"
LABELS = {"Input", "Formula", "Range", "Edge cases", "Source"}
BY_NAME = {
    metric.name: metric for registry in (literals, domains, plans) for metric in registry.METRICS
}


def generator() -> ModuleType:
    return docs_script("generate")


def test_pages_are_up_to_date() -> None:
    stored = {path.name: path.read_text("utf-8") for path in (DOCS / "metrics").glob("*.md")}
    assert stored == generator().metric_pages(), "run `python docs/generate.py`"


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_a_metric_says_what_it_needs_and_what_comes_out(name: str) -> None:
    text = BY_NAME[name].doc or ""
    assert re.match(r"\S.*: .*\.\n\n", text), "a title: and what the metric says"
    said = BY_NAME[name].paragraphs
    assert set(said) - {"Averages"} == LABELS
    assert all(said.values())


def test_the_links_of_the_pages_lead_somewhere() -> None:
    for name, text in generator().metric_pages().items():
        for target in re.findall(r"\]\(([^)#]+\.md)\)", text):
            assert (DOCS / "metrics" / target).exists(), (name, target)
