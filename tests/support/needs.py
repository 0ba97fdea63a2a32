"""What some tests need and not everybody has; without it they are not collected.

`@pytest.mark.needs("tmux")` names a program, `"module:ray"` something importable, `"learner:macq"`
an environment of `planeval learners install`, and `"material:oracles/repair"` a part of the library
material.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Final

import pytest

from support.material import find_material

CLUSTERS: Final = [
    pytest.param(name, marks=pytest.mark.needs(f"module:{module}"))
    for name, module in {"dask": "distributed", "ray": "ray"}.items()
]
"""The clusters that `planeval` works on, each for where it is installed."""


@cache
def is_here(what: str) -> bool:
    """Whether this machine has what a marker names."""
    kind, _, name = what.rpartition(":")
    if kind == "material":
        return find_material(*name.split("/")) is not None
    if kind == "module":
        return find_spec(name) is not None
    if kind == "learner":
        from planeval.learners.naming import environment_of

        return environment_of(name).versions() is not None
    return shutil.which(name) is not None


def absent(item: pytest.Item) -> Iterable[str]:
    """What a test needs that is not here."""
    markers = item.iter_markers("needs")
    return [what for marker in markers for what in marker.args if not is_here(what)]
