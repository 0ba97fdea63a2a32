"""Recorded results of AMLGym and of counts by its definitions: our own, and the material's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from support.material import own_and_material

RECORDS: Final = own_and_material("learned/amlgym.jsonl", "oracles", "amlgym.jsonl")


def records(path: Path, kind: str) -> list[dict[str, Any]]:
    """The records of a kind; our own name the files of the domains, the material's hold them."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [record for record in map(json.loads, lines) if record["kind"] == kind]
    for record in found:
        for side in ("learned", "reference"):
            if record[side].endswith(".pddl"):
                record[side] = (path.parent / record[side]).read_text(encoding="utf-8")
    return found
