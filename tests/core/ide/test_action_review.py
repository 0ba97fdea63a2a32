"""What a hover says of an action beside the reference's."""

from __future__ import annotations

import pytest

from plancore.ide.navigation.symbols import symbol_at
from plancore.ide.review.counterparts import action_review
from plancore.ide.review.reference_review import review
from plancore.snapshot import FileSnapshot
from plancore.workspace import Workspace
from support.ferry import DOMAIN

BOARD = """\
(:action board
  :parameters (?c - car ?p - port)
  :precondition (and (at ?c ?p) (not (full)))
  :effect (and (aboard ?c) (full) (not (at ?c ?p))))"""


def said(text: str, place: str, reference: str = DOMAIN) -> tuple[str, str] | None:
    """What is said of the name that the first `place` in `text` ends in."""
    workspace = Workspace()
    file = workspace.set_text("learned.pddl", text)
    symbol = symbol_at(workspace.snapshot, file, text.index(place) + len(place))
    assert isinstance(file, FileSnapshot)
    compared = review(file, FileSnapshot.of(reference, "reference.pddl"))
    assert symbol is not None
    assert compared is not None
    about = action_review(compared, symbol)
    return about and ("; ".join(about.facts), about.text)


@pytest.mark.server_behaviour(17)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (" (full)))", " (full)))", "no differences from the reference"),
        ("(not (full))", "", "differences: 1 missing precondition"),
        (
            "(aboard ?c) (full) (not (at ?c ?p))",
            "(at ?c ?p)",
            "differences: 2 missing effects, 1 changed effect",
        ),
        (
            "board\n    :parameters (?c - car ?p - port)",
            "board\n    :parameters (?p - port ?c - car)",
            "differences: parameters swapped: (?p ?c), reference order"
            " (?c ?p); identical except for parameter order; scored by position",
        ),
    ],
)
def test_an_action_has_its_differences_counted(old: str, new: str, expected: str) -> None:
    assert said(DOMAIN.replace(old, new, 1), "(:action board") == (expected, BOARD)


@pytest.mark.server_behaviour(17)
def test_an_action_that_the_reference_has_not() -> None:
    learned = DOMAIN.replace("(:action board", "(:action hop :effect (full))\n  (:action board")
    assert said(learned, "(:action hop") == ("extra action: not in the reference", "")


def test_other_names_are_no_actions() -> None:
    assert said(DOMAIN, "(aboard") is None
