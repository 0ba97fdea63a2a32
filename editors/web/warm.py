"""Runs in Pyodide, called by build.mjs, before its memory is kept: imports what a session uses.

Who opens the page then waits for no import. msgspec is native code, which cannot be kept: who
needs it is imported in the browser.
"""

import gc
import importlib
import pkgutil
import sys
from contextlib import suppress

sys.path.append("/lib/planlsp.zip")
sys.modules["msgspec"] = None  # as if it were not there

import planlsp.serve  # noqa: E402 - found once the path is set

for root in ("planlsp", "plancore", "planfiles"):
    package = importlib.import_module(root)
    for module in pkgutil.walk_packages(package.__path__, f"{root}.", onerror=lambda _: None):
        with suppress(ImportError):
            importlib.import_module(module.name)

# What is made for each class of LSP when it is first met, and by rules when they first run.
from lsprotocol import types  # noqa: E402 - the same

from plancore.workspace import Workspace, diagnostics  # noqa: E402 - the same
from planlsp.wire.protocol import message_converter  # noqa: E402 - the same

converter = message_converter()
for kinds in types.METHOD_TO_TYPES.values():
    for kind in kinds[:2]:
        if kind is not None:
            converter.get_structure_hook(kind)
            converter.get_unstructure_hook(kind)
planlsp.serve.create_server()
files = Workspace()
for name, text in TEXTS.items():  # noqa: F821 - build.mjs sets it
    files.set_text(f"file:///try/{name}", text)
for name in TEXTS:  # noqa: F821 - the same
    list(diagnostics(files.snapshot, f"file:///try/{name}"))

del sys.modules["msgspec"], files, converter
gc.collect()
MODULES = sorted(sys.modules)
