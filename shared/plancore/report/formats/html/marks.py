"""The signs of differences, and what a screen reader says for each."""

from __future__ import annotations

from typing import Final

from plancore.report.formats.html.elements import Html, element
from plancore.report.marks import Mark

SPOKEN: Final = {
    "=": "same",
    "≈": "the same in other words",
    "~": "changed",
    "»": "moved or renamed",
    "-": "only in the reference",
    "+": "only learned",
    "✗": "fails",
    "✓": "holds",
}


def signed(mark: Mark, *content: str, spoken: str | None = None) -> Html:
    """What is marked behind its sign, in the tone of the mark."""
    return element("span", sign(mark.sign, spoken), " ", *content, class_=mark.tone.value)


def sign(character: str, spoken: str | None = None) -> Html:
    """A sign that is spoken as a word, by default as in a comparison of two files."""
    label = spoken or SPOKEN.get(character)
    return element("b", character, class_="sign", role="img", aria_label=label)
