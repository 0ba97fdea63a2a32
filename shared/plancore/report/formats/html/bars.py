"""A share as a bar, beside the number that says the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from plancore.report.formats.html.elements import NOTHING, Html, element

_WIDTH: Final = 60
_HEIGHT: Final = 10


def bar(share: Fraction | None) -> Html:
    """A bar that is full for 1; nothing where there is no share."""
    if share is None:
        return NOTHING
    return element(
        "svg",
        _rect(_WIDTH, "room"),
        _rect(round(float(share) * _WIDTH, 1), "share"),
        class_="bar",
        width=_WIDTH,
        height=_HEIGHT,
        aria_hidden="true",
    )


def _rect(width: float, kind: str) -> Html:
    return element("rect", width=str(width), height=_HEIGHT, class_=kind)
