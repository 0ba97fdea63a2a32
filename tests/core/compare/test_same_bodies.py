"""Actions that are others by name, and the same but for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from plancore.compare.causes import SameBody, same_but_for_names
from plancore.compare.domains import compare_domains
from support.comparison import domain_with

TAKE = "(:action {} :parameters (?h - hand ?b) :precondition (free ?h) :effect (has ?h ?b))"


def same(learned: Sequence[str], reference: Sequence[str]) -> list[SameBody]:
    ours, theirs = domain_with(*learned), domain_with(*reference)
    return [*same_but_for_names(compare_domains(ours, theirs))]


def test_the_same_under_another_name_is_found() -> None:
    other = TAKE.replace("?h", "?x").replace("?b", "?y")
    assert same([other.format("grab")], [TAKE.format("take")]) == [SameBody("grab", "take")]


@pytest.mark.parametrize(
    ("learned", "reference"),
    [
        ([TAKE.format("take")], [TAKE.format("take")]),
        ([TAKE.format("take"), TAKE.format("grab")], [TAKE.format("take")]),
        ([TAKE.format("grab").replace("- hand", "")], [TAKE.format("take")]),
        ([TAKE.format("grab").replace("(free ?h)", "(free ?b)")], [TAKE.format("take")]),
        ([TAKE.format("grab"), TAKE.format("seize")], [TAKE.format("take")]),
        (["(:action grab :parameters (?a))"], ["(:action take :parameters (?a))"]),
        ([TAKE.format("grab").replace(":action", ":event")], [TAKE.format("take")]),
    ],
    ids=["by name", "one is left", "types", "body", "several", "no body", "kind"],
)
def test_what_is_not_the_same_or_not_sure_is_not_told(
    learned: list[str], reference: list[str]
) -> None:
    assert same(learned, reference) == []
