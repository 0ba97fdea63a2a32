"""Inlay hints."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class HintKind(StrEnum):
    """The kinds of hints; the value is the name in the settings."""

    STEPS = "steps"
    """The number of each step in a plan without times."""
    PARAMETERS = "parameters"
    """The parameter of each argument of a step or a fact."""
    RESULT = "result"
    """After the last step: whether the goal is reached, and the cost."""
    TYPES = "types"
    """The inferred type of a variable without one, in a domain that has types."""


class Hint(NamedTuple):
    """A label at an offset of the text; `is_before` means that it belongs to the following text.

    `text` is the equivalent text to insert; empty if there is none.
    """

    offset: int
    kind: HintKind
    label: str
    is_before: bool = True
    text: str = ""
