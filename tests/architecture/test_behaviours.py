"""docs/behaviours.md says what the markers of the tests say, and every behaviour is shown."""

from __future__ import annotations

from support.docs import docs_script
from support.examples import ROOT

behaviours = docs_script("behaviours")


def test_the_page_is_up_to_date() -> None:
    stored = (ROOT / "docs" / "behaviours.md").read_text(encoding="utf-8")
    assert stored == behaviours.page(), "run `python docs/behaviours.py`"


def test_every_behaviour_is_shown_and_no_other_one() -> None:
    numbers = [number for group in behaviours.behaviours().values() for number in group]
    assert numbers == list(range(1, 49))
    assert {entry.number for entry in behaviours.shown()} == set(numbers)
