"""The machine that a command runs on, as data."""

from __future__ import annotations

import platform

from plancore.jsonable import Json
from planfiles.workers import cores


def machine() -> Json:
    """What times hold for."""
    return {
        "system": platform.platform(),
        "processor": platform.machine(),
        "processors": cores(),
    }
