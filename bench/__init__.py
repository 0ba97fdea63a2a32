"""Benchmarks. Some share makers of domains with the tests, whose folder is put on the path here."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))
