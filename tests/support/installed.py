"""Environments of learners, for tests that run the learners of others; these skip without them."""

from __future__ import annotations

from pathlib import Path

import pytest

from planeval.learners.environment import Environment
from planeval.learners.naming import environment_of


def installed(name: str) -> Environment:
    """The environment called `name`; skips the test where `planeval learners install` has not made
    it (below the user's cache, or in the folder that PLANEVAL_LEARNERS names)."""
    environment = environment_of(name)
    if environment.versions() is None:
        pytest.skip(f"{name} is not installed (planeval learners install {name})")
    return environment


def package(environment: Environment) -> Path:
    """The folder of the package that the environment is for."""
    below = "Lib/site-packages" if environment.python.suffix else "lib/python*/site-packages"
    (folder,) = environment.folder.glob(f"{below}/{environment.package}")
    return folder
