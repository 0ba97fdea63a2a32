"""One idea, one file, one line in a tuple: the folder and the tuple name the same modules."""

from __future__ import annotations

from pathlib import Path

import plancore.rules.catalogue
from plancore.rules.registry import ALL


def test_every_rule_is_registered_under_the_name_of_its_file() -> None:
    folder = Path(plancore.rules.catalogue.__path__[0])
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert {rule.CODE.replace("-", "_") for rule in ALL} == files
    assert len({rule.CODE for rule in ALL}) == len(ALL)
