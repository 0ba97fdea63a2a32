"""The models that undoing differences makes of a learned domain, and their tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from plancore.blame.relevance import Relevance
from plancore.blame.undoing import DECLARED_AND_EXECUTED, NONE_UNDONE, Undoing, Undone
from plancore.memo import lazy
from plancore.model.domain import Domain
from plancore.model.problem import Problem
from plancore.simulate.task import Task

if TYPE_CHECKING:
    from plancore.blame.translated import ToLearned

_MOST_TASKS: Final = 500
"""How many tasks of one problem are kept."""


class UndoneModels:
    """The models that undoing differences makes of one domain, and what is known of them."""

    def __init__(self, learned: Domain, undoing: Undoing | None) -> None:
        self.learned = learned
        self.undoing = undoing

    def domain(self, undone: Undone) -> Domain:
        """The learned domain with `undone`."""
        return self.learned if self.undoing is None else self.undoing.domain(undone)

    @lazy
    def to_learned(self) -> ToLearned | None:
        """The translation from the reference; None where both have the same names, or there is no
        reference."""
        if self.undoing is None or self.undoing.diff.correspondence.is_identity:
            return None
        # Imported late: most domains have the names of their references.
        from plancore.blame.translated import ToLearned

        return ToLearned(self.undoing)

    @lazy
    def relevance(self) -> Relevance | None:
        """What failures may depend on; None without a reference."""
        return None if self.undoing is None else Relevance(self.undoing)

    @lazy
    def compared_names(self) -> dict[str, str]:
        """What the comparison calls each action of the learned domain."""
        if self.undoing is None:
            return {}
        diffs = (action.shown for action in self.undoing.diff.actions)
        return {d.learned.name: d.name for d in diffs if d.learned is not None}

    @lazy
    def declared(self) -> Undone:
        """The declarations that execution depends on."""
        if self.undoing is None:
            return NONE_UNDONE
        return frozenset(
            d.number for d in self.undoing.differences if d.part in DECLARED_AND_EXECUTED
        )

    def close(self, undone: Undone) -> Undone:
        """`undone` with all that its members require."""
        if self.undoing is None:
            return undone
        return undone.union(*(self.undoing.closures[number] for number in undone))


class UndoneTasks:
    """The tasks of one problem in all models. The problem is in the reference's words."""

    def __init__(self, models: UndoneModels, problem: Problem) -> None:
        self.models = models
        self.lack: str | None = None
        """What of the problem could not be said in the learned domain's words."""
        self.problem = problem
        if models.to_learned is not None:
            self.problem, self.lack = models.to_learned.problem(problem)
        self._tasks: dict[Undone, Task] = {}

    def task(self, undone: Undone) -> Task:
        """The task in the learned domain with `undone`."""
        task = self._tasks.get(undone)
        if task is None:
            declared = undone & self.models.declared
            domain = self.models.domain(undone)
            if len(self._tasks) >= _MOST_TASKS:
                self._tasks.clear()
            if undone == declared:
                task = Task(domain, self.problem)
            else:
                task = Task.revised(self.task(declared), domain)
            self._tasks[undone] = task
        return task
