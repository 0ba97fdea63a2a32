"""Numbers as reports show them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.report.figures import decimal


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (Fraction(0), "0.000"),
        (Fraction(2, 3), "0.667"),
        (Fraction(9997, 10000), "0.999"),
        (Fraction(1), "1.000"),
        (Fraction(10003, 10000), "1.000"),
    ],
)
def test_three_digits(value: Fraction | None, text: str) -> None:
    assert decimal(value) == text


@given(st.fractions(0, 1))
def test_one_is_said_of_one_alone(value: Fraction) -> None:
    assert (decimal(value) == "1.000") is (value == 1)
