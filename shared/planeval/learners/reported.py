"""What a learner says of a fold itself, in `OUTPUT.json` beside its output.

All of it may be absent. What cannot be used is told, and costs the fold nothing else.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from plancore.decoding import decode_partly
from plancore.json_toml import DocumentError, json_value
from planfiles.files import read_text
from planfiles.trouble import Trouble

_NAME: Final = "OUTPUT.json"

Seconds: TypeAlias = Annotated[
    float, Meta(ge=0, le=sys.float_info.max, description="a number of seconds")
]


class LearnerReport(Struct):
    """The seconds that learning alone took, or why there is no domain."""

    wall: Seconds | None = None
    cpu: Seconds | None = None
    error: str | None = None
    kind: Literal["timeout"] | None = field(default=None, name="class")


def report_in(path: Path) -> tuple[LearnerReport, str | None]:
    """What the file says, nothing where there is none; and in a line what of it cannot be used."""
    if not path.exists():
        return LearnerReport(), None
    try:
        said, errors = decode_partly(json_value(read_text(path)), LearnerReport)
    except Trouble as trouble:
        return LearnerReport(), f"{_NAME}: {trouble.message}"
    except DocumentError as error:
        return LearnerReport(), error.of(_NAME)
    return said, f"{_NAME}: {'; '.join(map(str, errors))}" if errors else None
