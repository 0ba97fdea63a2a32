"""Benchmarks. Some use generators of domains from the tests, whose folder is added to the path."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))
