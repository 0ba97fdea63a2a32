"""The planner that is asked where nobody names one, an extra for Linux."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import pytest

needs_kairos: Final = pytest.mark.skipif(
    find_spec("kairos") is None,
    reason="kairos-planner is not installed; it has wheels for Linux only",
)
