"""Every metric is documented in the same way."""

from __future__ import annotations

import re

import pytest

from plancore.metrics.registry import domains, literals, plans, problems

LABELS = {"Input", "Formula", "Range", "Edge cases", "Source"}
BY_NAME = {
    metric.name: metric
    for registry in (literals, domains, plans, problems)
    for metric in registry.METRICS
}


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_a_metric_says_what_it_needs_and_what_comes_out(name: str) -> None:
    text = BY_NAME[name].doc or ""
    assert re.match(r"\S.*: .*\.\n\n", text), "a title: and what the metric says"
    said = BY_NAME[name].paragraphs
    assert set(said) - {"Averages"} == LABELS
    assert all(said.values())
