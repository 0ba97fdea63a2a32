"""Every behaviour that is numbered is shown by a test that says so."""

from __future__ import annotations

import pytest

from manual.behaviours import BOOKS, Book

COUNTS = {"server": 48, "viewer": 40}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_every_behaviour_is_shown_and_no_other_one(book: Book) -> None:
    numbers = [number for group in book.behaviours.values() for number in group]
    assert numbers == list(range(1, COUNTS[book.name] + 1))
    assert {entry.number for entry in book.shown} == set(numbers)
