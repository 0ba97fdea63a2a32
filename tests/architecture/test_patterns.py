"""No group of a regular expression has a possessive quantifier: before 3.11.5 Python's `re` goes on
from where the last, failed repetition got to. An atomic group around the repetition is the same
and works everywhere: `(?>(?:…)*)` for `(?:…)*+`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Final

import pytest

_COMPILED: Final = """
import importlib, json, pkgutil, re, sys

PACKAGES = ("plancore", "planfiles", "planeval", "planlsp", "plandiff")
patterns, compile = [], re.compile

def recorded(pattern, flags=0):
    if sys._getframe(1).f_globals["__name__"].partition(".")[0] in PACKAGES:
        patterns.append(pattern)
    return compile(pattern, flags)

re.compile = recorded
for name in PACKAGES:
    for module in pkgutil.walk_packages(importlib.import_module(name).__path__, f"{name}."):
        if ".adapters." not in module.name and not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError:  # an optional part that is not installed
                pass
print(json.dumps([pattern for pattern in patterns if isinstance(pattern, str)]))
"""
_OPAQUE: Final = re.compile(r"\\.|\[\^?\]?(?:[^\]\\]|\\.)*\]", re.DOTALL)
"""Escapes and classes, in which parentheses mean themselves."""
_POSSESSIVE_GROUP: Final = re.compile(r"\)(?:[*+?]|\{[\d,]+\})\+")


def has_possessive_group(pattern: str) -> bool:
    return _POSSESSIVE_GROUP.search(_OPAQUE.sub("x", pattern)) is not None


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"(?:a b)*+", True),
        (r"(a|[)])?+", True),
        (r"(?:a){0,3}+b", True),
        (r"[)]*+\)++a{2}+", False),
        (r"(?>(?:a b)*)", False),
        (r"(a)+?(b)+", False),
    ],
)
def test_possessive_groups_are_recognised(pattern: str, expected: bool) -> None:
    assert has_possessive_group(pattern) == expected


@pytest.mark.slow
def test_no_group_has_a_possessive_quantifier() -> None:
    run = [sys.executable, "-c", _COMPILED]
    printed = subprocess.run(run, check=True, capture_output=True, text=True).stdout
    patterns = json.loads(printed.splitlines()[-1])
    assert len(patterns) > 100
    assert [pattern for pattern in patterns if has_possessive_group(pattern)] == []
