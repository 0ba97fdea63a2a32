"""The tasks that runs were for, each made once."""

from __future__ import annotations

import os
from collections.abc import Callable

from plancore.simulate.task import Task
from planeval.runs.instances import Instances
from planfiles.folders import files_in, is_model_name
from planfiles.models import load_domain, load_problem
from planfiles.trouble import Trouble


class Tasks:
    """One domain with the problem of each instance, found by its name in a folder. One problem file
    is for all instances. Raises Trouble when the domain, or all problems, cannot be read; `tell`
    hears of errors in them."""

    def __init__(self, domain: str, problems: str, tell: Callable[[str], None]) -> None:
        self._domain = load_domain(domain, tell)
        self._tell = tell
        files = files_in(problems)
        self._only = problems if files == [problems] else None
        self._files = Instances(
            file for file in files if is_model_name(os.path.basename(file)) and file != domain
        )
        self._tasks: dict[str, Task | str] = {}

    def task_of(self, instance: str) -> Task | str:
        """The task of an instance, or why there is none."""
        path, reason = (self._only, "") if self._only else self._files.file_of(instance)
        if path is None:
            return f"its problem is not known: {reason}"
        if path not in self._tasks:
            self._tasks[path] = self._read(path)
        return self._tasks[path]

    def _read(self, path: str) -> Task | str:
        try:
            return Task(self._domain, load_problem(path, self._tell))
        except Trouble as trouble:
            return trouble.message
