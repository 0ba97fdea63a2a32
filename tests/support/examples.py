"""The files under `examples/`."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
DELIVERY = ROOT / "examples" / "delivery"
ARCHIVE = ROOT / "examples" / "archive"
BAKERY = ROOT / "examples" / "bakery"
LENDING = ROOT / "examples" / "lending"
