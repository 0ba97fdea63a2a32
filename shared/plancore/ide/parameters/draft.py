"""What a change of parameters has come to so far."""

from __future__ import annotations

from typing import Final

from plancore.diagnostic import Edit
from plancore.ide.navigation.reach import Subject
from plancore.ide.parameters.change import Changed, Guess, Parameterised, declaration_of
from plancore.ide.parameters.uses import Application, PlannedAction, applications
from plancore.ide.rename.refusal import Refusal
from plancore.ide.rename.unread import why_unread
from plancore.model.plan import PlanFormat
from plancore.project import ProjectSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.syntax.nodes import List

_PARTED: Final = (PlanFormat.UNIFIED_PLANNING, PlanFormat.JSON, PlanFormat.COMMA)
"""Notations in which more than blanks stands between arguments."""


class RefusedError(Exception):
    """The change cannot be made."""

    def __init__(self, message: str, file: str | None = None, span: Span | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(message, file, span)


class Draft:
    """The edits of the files of a project. `arities` says of all that is changed how many arguments
    it is to have when everything is done."""

    def __init__(self, project: ProjectSnapshot, checkpoint: Checkpoint) -> None:
        self.project, self.checkpoint = project, checkpoint
        self.arities: list[tuple[Subject, int]] = []
        self._edits: dict[str, set[Edit]] = {}
        self._guesses: list[Guess] = []

    @property
    def changed(self) -> Changed:
        """All of it."""
        edits = {key: tuple(sorted(of_file)) for key, of_file in sorted(self._edits.items())}
        return Changed(edits, tuple(self._guesses))

    def write(self, key: str, edit: Edit, doubt: str = "") -> None:
        """Change a file; `doubt` says why somebody should look at it."""
        self._edits.setdefault(key, set()).add(edit)
        if doubt:
            self._guesses.append(Guess(key, edit.span, doubt))

    def uses(self, subject: Subject, arity: int) -> list[Application | PlannedAction]:
        """Wherever the subject is applied, which must be to `arity` arguments; raises
        `RefusedError` where it is not, and where nobody can tell."""
        unread = why_unread(self.project, subject, subject.name, self.checkpoint)
        if unread is not None:
            raise RefusedError(*unread)
        uses = list(applications(self.project, subject, self.checkpoint))
        for use in uses:
            refuse_other_arity(subject, use, arity)
        return uses


def declared(subject: Subject) -> Parameterised:
    """What the subject is declared as; raises `RefusedError` where it is not."""
    declaration = declaration_of(subject)
    if declaration is None:
        raise RefusedError(f"the {subject.kind.value} `{subject.name}` is declared nowhere")
    return declaration


def refuse_other_arity(subject: Subject, use: Application | PlannedAction, arity: int) -> None:
    """Raises `RefusedError` where the subject is not applied to `arity` arguments."""
    if isinstance(use, PlannedAction):
        count, key, span = len(use.action.args), use.plan.name, use.action.span
        if use.plan.plan.format in _PARTED:
            raise RefusedError("the notation of this plan cannot be edited", key, span)
    else:
        key, span = use.at.part.file.name, use.span
        count = len(use.node.items) - 1 if type(use.node) is List else 0
        if type(use.node) is not List:
            raise RefusedError(f"`{subject.name}` stands here without parentheses", key, span)
        if use.head is not None:
            count = len(use.head)
    if count != arity:
        message = f"`{subject.name}` has {arity} parameters, but {count} arguments here"
        raise RefusedError(message, key, span)
