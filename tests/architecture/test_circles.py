"""No circles: what a module imports, be it late or only for its types, never comes to import it."""

from __future__ import annotations

from graphlib import TopologicalSorter
from typing import Final

import grimp

PACKAGES: Final = ("plancore", "planfiles", "planeval", "plandiff", "planlsp")


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    imports = {
        module: graph.find_modules_directly_imported_by(module) - {module}
        for module in sorted(graph.modules)
    }
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the modules
