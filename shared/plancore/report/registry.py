"""The formats of reports: one file and one line here for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from plancore.report.json import json_text
from plancore.report.text import text_report

if TYPE_CHECKING:
    from plancore.report.review import Review


@dataclass(frozen=True, slots=True)
class Style:
    """How a report for people may look. `width` is None where lines may be of any length."""

    colour: bool = False
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write a review down."""

    name: str
    render: Callable[[Review, Style], str]


def _side(review: Review, style: Style) -> str:
    from plancore.report.formats import side  # only who asks for it needs its rows

    return side.render(review, style)


FORMATS: Final[tuple[Format, ...]] = (
    Format("text", lambda review, s: text_report(review, colour=s.colour, width=s.width)),
    Format("side", _side),
    Format("json", lambda review, _: json_text(review)),
)


def format_named(name: str) -> Format:
    """The format called `name`; raises KeyError when there is none."""
    return {each.name: each for each in FORMATS}[name]
