"""What can be chosen about the layout."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """`indent` blanks for each level; lists longer than `width` columns are broken."""

    indent: int = 2
    width: int = 100
