"""Ratios of counts, and 0/0."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.metrics.support.confusion import RATIOS, Confusion, mean, total


def test_ratios_are_exact() -> None:
    counts = Confusion(tp=2, fp=1, fn=2, tn=5)
    assert [counts.ratio(name) for name in RATIOS] == [
        Fraction(2, 3),
        Fraction(1, 2),
        Fraction(4, 7),
        Fraction(7, 10),
        Fraction(2, 5),
    ]


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (Confusion(0, 0, 0), (1, 1, 1, None, 1)),
        (Confusion(0, 0, 0, 0), (1, 1, 1, 1, 1)),
        (Confusion(0, 0, 3), (None, 0, 0, None, 0)),
        (Confusion(0, 3, 0), (0, None, 0, None, 0)),
        (Confusion(0, 0, 3, None, 1, 1), (1, 0, 0, None, 0)),
        (Confusion(0, 0, 0, None, 0, 0), (0, 0, 0, None, 0)),
        (Confusion(0, 0, 0, None, None, None), (None, None, None, None, None)),
    ],
)
def test_zero_divided_by_zero(counts: Confusion, expected: tuple[int | None, ...]) -> None:
    assert tuple(counts.ratio(name) for name in RATIOS) == expected


def test_json_has_counts_before_ratios_and_null_for_what_is_undefined() -> None:
    assert list(Confusion(0, 0, 1).to_dict().items()) == [
        ("tp", 0),
        ("fp", 0),
        ("fn", 1),
        ("tn", None),
        ("precision", None),
        ("recall", 0.0),
        ("f1", 0.0),
        ("accuracy", None),
        ("jaccard", 0.0),
    ]


def test_an_unknown_ratio_is_an_error() -> None:
    with pytest.raises(ValueError, match="sharpness"):
        Confusion(0, 0, 0).ratio("sharpness")


@given(st.tuples(*[st.integers(0, 9)] * 4))
def test_jaccard_and_f1_are_one_measure(counts: tuple[int, int, int, int]) -> None:
    confusion = Confusion(*counts)
    f1, jaccard = confusion.f1, confusion.jaccard
    assert f1 is not None
    assert jaccard == f1 / (2 - f1)


@given(st.lists(st.none() | st.fractions(0, 1, max_denominator=9)))
def test_a_mean_runs_over_what_is_defined(values: list[Fraction | None]) -> None:
    result = mean(values)
    defined = [value for value in values if value is not None]
    assert (result.n_defined, result.n_undefined) == (len(defined), len(values) - len(defined))
    assert result.value == (sum(defined, Fraction(0)) / len(defined) if defined else None)


def test_a_total_has_no_true_negatives_when_one_count_has_none() -> None:
    like = Confusion(0, 0, 0)
    assert total([Confusion(1, 2, 3, 4), Confusion(1, 1, 1, 1)], like) == Confusion(2, 3, 4, 5)
    assert total([Confusion(1, 2, 3, 4), Confusion(1, 1, 1)], like).tn is None
