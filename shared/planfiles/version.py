"""The version of the installed program."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def own_version() -> str:
    """The version of the distribution `planlsp`; `unknown` in a tree that is not installed."""
    try:
        return version("planlsp")
    except PackageNotFoundError:
        return "unknown"
