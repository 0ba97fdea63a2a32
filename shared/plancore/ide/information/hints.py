"""What an editor may show between the words of a text."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class HintKind(StrEnum):
    """The kinds of hints; the value is the word for it in the settings."""

    STEPS = "steps"
    """The number of each step in a plan without times."""
    PARAMETERS = "parameters"
    """The parameter that each object of a step, or of a fact, stands for."""
    RESULT = "result"
    """Behind the last step: is the goal reached, and at what cost?"""
    TYPES = "types"
    """The type that a variable without one is used as, in a domain that has types."""


class Hint(NamedTuple):
    """A label at an offset of the text; `is_before` says that it belongs to what follows.

    `text` is what may be written there to say the same; empty where nothing may.
    """

    offset: int
    kind: HintKind
    label: str
    is_before: bool = True
    text: str = ""
