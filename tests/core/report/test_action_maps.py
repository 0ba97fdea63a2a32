"""Maps of actions by metrics: each cell has the figure of the JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_pages import HOSTILE, page_of
from plancore.metrics.base import DomainCase
from plancore.report.domain.review import review_domains
from plancore.report.evaluation.review import Evaluation, evaluate
from plancore.report.lines import visible
from plancore.report.plots import HeatMap
from plancore.report.registry import render
from plancore.report.render.html.plots import heat_map
from plancore.snapshot import FileSnapshot
from support.page import Page

LITERALS = st.lists(st.sampled_from(["(p)", "(q)", "(not (r))", "(s)"]), max_size=3)


def evaluation_of(ours: str, theirs: str) -> Evaluation:
    learned, reference = (FileSnapshot.of(f"(define (domain d) {text})") for text in (ours, theirs))
    review = review_domains(learned, reference)
    return evaluate(review, DomainCase(diff=review.diff))


def action(name: str, pre: list[str], eff: list[str]) -> str:
    return (
        f"(:action {name} :parameters () "
        f":precondition (and {' '.join(pre)}) :effect (and {' '.join(eff)}))"
    )


def cells(page: Page) -> dict[tuple[str, str], float | None]:
    found = {}
    for element in page.elements:
        if "data-value" in element.attributes:
            row, column, value = (
                element.attributes[f"data-{name}"] or "" for name in ("row", "column", "value")
            )
            found[row, column] = float(value) if value else None
    return found


@pytest.mark.slow
@given(LITERALS, LITERALS, LITERALS, LITERALS)
def test_cells_have_the_figures_of_the_json(
    pre: list[str], eff: list[str], wanted_pre: list[str], wanted_eff: list[str]
) -> None:
    evaluation = evaluation_of(
        action("go", pre, eff),
        action("go", wanted_pre, wanted_eff) + action("stop", wanted_pre, []),
    )
    data = json.loads(render(evaluation, "json"))["actions"]
    assert cells(page_of(evaluation)) == {
        (name, f"{part} {ratio[0].upper()}"): data[name]["syntactic"][part][ratio]
        for name in ("go", "stop")
        for part in ("pre", "eff")
        for ratio in ("precision", "recall")
    }


def test_there_is_no_map_of_no_actions() -> None:
    page = page_of(evaluation_of(action("go", ["(p)"], []), ""))
    assert "Actions by metrics" not in page.text


def test_what_is_undefined_is_hatched_and_has_a_dash() -> None:
    page = Page(heat_map(HeatMap("t", ["a", "b"], ["x"], {("a", "x"): 0.5, ("b", "x"): None})))
    assert {"–", "0.500"} <= {*page.texts}
    assert page.values("class").count("hatching") == 1
    assert cells(page) == {("a", "x"): 0.5, ("b", "x"): None}


@pytest.mark.parametrize(
    ("value", "shown"), [(0.9999, "0.999"), (1.0, "1.000"), (0.0001, "0.001"), (0.0, "0.000")]
)
def test_nothing_is_rounded_to_all_or_none(value: float, shown: str) -> None:
    assert shown in Page(heat_map(HeatMap("t", ["a"], ["x"], {("a", "x"): value}))).texts


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_never_markup(name: str) -> None:
    page = Page(heat_map(HeatMap(name, [name], [name], {(name, name): 1.0})))
    assert cells(page) == {(visible(name), visible(name)): 1.0}
    assert page.names == {"svg", "title", "desc", "text", "g", "rect"}


@pytest.mark.slow
def test_of_many_actions_the_worst_have_a_row() -> None:
    names = [f"a{number}" for number in range(210)]
    theirs = "".join(action(name, ["(p)"], ["(q)"]) for name in names)
    ours = "".join(
        action(name, ["(p)"] if number < 100 else ["(p)", "(q)"], ["(q)"])
        for number, name in enumerate(names)
    )
    page = page_of(evaluation_of(ours, theirs))
    rows = list(dict.fromkeys(row for row, _ in cells(page)))
    assert rows == [*names[:90], *names[100:]]
    assert "10 more actions, with no lower scores, not shown" in page.text
