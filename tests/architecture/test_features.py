"""Every feature module and every subcommand stands in its list."""

from __future__ import annotations

import pkgutil

import planlsp.commands
import planlsp.features
from planlsp.commands.registry import COMMANDS
from planlsp.features.registry import FEATURES


def test_every_feature_is_listed() -> None:
    modules = {each.name for each in pkgutil.iter_modules(planlsp.features.__path__)}
    listed = [getattr(feature, "__name__", "").rpartition(".")[2] for feature in FEATURES]
    assert sorted(listed) == sorted(modules - {"registry"})


def test_every_command_is_listed() -> None:
    modules = {each.name for each in pkgutil.iter_modules(planlsp.commands.__path__)}
    listed = [getattr(command, "__name__", "").rpartition(".")[2] for command in COMMANDS]
    assert set(listed) <= modules - {"registry"}
    assert {command.NAME for command in COMMANDS} == set(listed)
