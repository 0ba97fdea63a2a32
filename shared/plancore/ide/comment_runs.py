"""Comments that stand alone on neighbouring lines and so belong together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.source import Span

_LINES: Final = re.compile(r"(?<![^\r\n])[ \t]*+(;[^\r\n]*+(?:(?:\r\n|\n|\r)[ \t]*+;[^\r\n]*+)++)")


def comment_runs(text: str) -> Iterator[Span]:
    """Each run of two lines or more, from its first `;` to the end of its last line."""
    return (Span(*match.span(1)) for match in _LINES.finditer(text))
