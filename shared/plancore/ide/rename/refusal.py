"""Why something is not renamed."""

from __future__ import annotations

from typing import NamedTuple

from plancore.source import Span


class Refusal(NamedTuple):
    """A sentence for people, and the place that is the reason, where there is one."""

    message: str
    file: str | None = None
    span: Span | None = None
