"""The types of the values that JSON can hold."""

from __future__ import annotations

from typing import TypeAlias

Json: TypeAlias = dict[str, object]
"""An object of JSON, before it is written."""
