"""The scripts in docs/, which are in no package."""

from __future__ import annotations

import importlib.util
from types import ModuleType

from support.examples import ROOT


def docs_script(name: str) -> ModuleType:
    """The module `docs/NAME.py`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
