"""The pages of behaviours say what the markers of the tests say, and every behaviour is shown."""

from __future__ import annotations

from typing import Any

import pytest

from support.docs import docs_script

BOOKS = docs_script("behaviours").BOOKS
COUNTS = {"server": 48, "viewer": 40}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_page_is_up_to_date(book: Any) -> None:
    stored = book.page.read_text(encoding="utf-8")
    assert stored == book.text, "run `python docs/behaviours.py`"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_behaviour_is_shown_and_no_other_one(book: Any) -> None:
    numbers = [number for group in book.behaviours.values() for number in group]
    assert numbers == list(range(1, COUNTS[book.name] + 1))
    assert {entry.number for entry in book.shown} == set(numbers)
