"""The pages of the project, and the scripts in docs/, which are in no package."""

from __future__ import annotations

import importlib.util
from types import ModuleType
from typing import Final

from support.examples import ROOT

FOLDERS: Final = ("docs", "planlsp", "editors", "tests/corpus", "bench")
PAGES: Final = sorted(
    page
    for page in (*ROOT.glob("*.md"), *(p for f in FOLDERS for p in (ROOT / f).rglob("*.md")))
    if "node_modules" not in page.parts
)


def docs_script(name: str) -> ModuleType:
    """The module `docs/NAME.py`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
