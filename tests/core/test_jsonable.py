"""Names that are numbers are numbers in JSON, where no digit of them is lost."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.jsonable import number_or_name


@pytest.mark.parametrize(
    "text", ["", "01", "00", "-1", "+1", "1.0", "p1", "1 ", "²", "٣", "9" * 16]
)
def test_what_is_written_otherwise_is_a_name(text: str) -> None:
    assert number_or_name(text) == text


@given(st.text("0123456789p -.") | st.text())
def test_nothing_of_a_name_is_lost(text: str) -> None:
    assert str(json.loads(json.dumps(number_or_name(text)))) == text


@given(st.integers(0, 10**15 - 1))
def test_numbers_are_numbers(number: int) -> None:
    assert number_or_name(str(number)) == number
