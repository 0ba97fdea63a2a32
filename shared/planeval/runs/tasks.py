"""The tasks that runs were for, each made once."""

from __future__ import annotations

import os
from collections.abc import Callable

from plancore.simulate.task import Task
from planeval.runs.instances import Found, Instances
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
        models = [file for file in files if is_model_name(os.path.basename(file))]
        others = [file for file in models if file != domain]
        self._files = Instances([file for file in others if not is_domain_name(file)] or others)
        self._tasks: dict[str, Task | str] = {}

    def problem_of(self, name: str | None) -> Found:
        """The problem that a run is for: `name` is what its log calls the instance, else its file,
        and None where neither says."""
        if self._only is not None:
            return Found(self._only)
        if name is None:
            return Found(None, "nobody says which instance it is for")
        return self._files.file_of(name)

    def instance_of(self, problem: str) -> str | None:
        """What the instance is called that a problem is; None where it is the only one, of whatever
        instances runs are said to be."""
        return None if self._only is not None else self._files.names[problem]

    def task_of(self, problem: str) -> Task | str:
        """The task of a problem, or why there is none."""
        if problem not in self._tasks:
            self._tasks[problem] = self._read(problem)
        return self._tasks[problem]

    def _read(self, path: str) -> Task | str:
        try:
            return Task(self._domain, load_problem(path, self._tell))
        except Trouble as trouble:
            return trouble.message


def is_domain_name(path: str) -> bool:
    """Whether a file is called as those of domains are: of one that holds nothing that can be read
    its name alone says what it was to be."""
    return "domain" in os.path.basename(path).lower()
