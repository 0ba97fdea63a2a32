"""Which files are for one instance of a task: its problem, its gold plan, the log of a run.

Names differ: `instance-7.pddl`, `instance-7_gold_plan.txt`, `m_instance-7.jsonl`, `p07.pddl`, `7`.
What they have in common is the last number in the name; a name without one stands for itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final

_NUMBER: Final = re.compile(r"\d{1,40}")


def instance_of(path: str) -> str:
    """The instance that a file is for: a number without zeros before it, else the file's name
    without what follows its first dot."""
    name = os.path.basename(path).partition(".")[0]
    numbers = _NUMBER.findall(name)
    return str(int(numbers[-1])) if numbers else name.casefold()


class Instances:
    """Files by the instances that they are for."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._files: dict[str, list[str]] = {}
        for path in paths:
            self._files.setdefault(instance_of(path), []).append(path)

    def file_of(self, instance: str) -> tuple[str | None, str]:
        """The file for an instance, and why there is none: nothing is there, or several are."""
        files = self._files.get(instance_of(instance), [])
        match files:
            case [file]:
                return file, ""
            case []:
                return None, "no file is for it"
            case _:
                names = " and ".join(os.path.basename(file) for file in files[:2])
                return None, f"{names} are both for it"
