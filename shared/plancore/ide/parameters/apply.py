"""A change of parameters, made in all files of a project."""

from __future__ import annotations

from plancore.ide.navigation.reach import Subject
from plancore.ide.parameters.add import Adding
from plancore.ide.parameters.change import Addition, Changed, ParameterChange
from plancore.ide.parameters.draft import Draft, RefusedError, refuse_other_arity
from plancore.ide.parameters.remove import remove
from plancore.ide.parameters.uses import applications
from plancore.ide.rename.reading import renamed
from plancore.ide.rename.refusal import Refusal
from plancore.project import PlanSnapshot, ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import NEVER, Checkpoint


def change_parameters(
    project: ProjectSnapshot,
    subject: Subject,
    change: ParameterChange,
    checkpoint: Checkpoint = NEVER,
) -> Changed | Refusal:
    """The edits of every file, or why there are none. `project` must hold all files that mention
    one of `names_touched`. What is to be written is read again."""
    draft = Draft(project, checkpoint)
    try:
        if isinstance(change, Addition):
            adding = Adding(draft)
            adding.add(subject, change)
            while adding.grown:
                adding.give(*adding.grown.pop())
        else:
            remove(draft, subject, change)
        _refuse_what_reads_otherwise(draft)
    except RefusedError as refused:
        return refused.refusal
    return draft.changed


def names_touched(
    project: ProjectSnapshot, subject: Subject, change: ParameterChange
) -> frozenset[str]:
    """The names of all that is changed: of the subject, and of the actions that get a parameter
    because of it. `project` must hold its domain."""
    draft = Draft(project, NEVER)
    adding = Adding(draft)
    try:
        if isinstance(change, Addition):
            adding.add(subject, change)
    except RefusedError:
        pass  # which will be told when everything is there
    return frozenset((subject.name, *(action.name for action, _, _ in adding.grown)))


def _refuse_what_reads_otherwise(draft: Draft) -> None:
    """Whatever has been changed must be applied to as many arguments as it has now, everywhere."""
    edits = draft.changed.edits
    after = renamed(draft.project, edits)
    for key in edits:
        if _problems(after, key) > _problems(draft.project, key):
            raise RefusedError("this could no longer be read", key, Span(0, 0))
    for subject, arity in draft.arities:
        file = after.files[subject.file.name]
        assert isinstance(file, FileSnapshot)
        owner = file.definitions[subject.file.definitions.index(subject.owner)]
        for use in applications(after, subject._replace(file=file, owner=owner), draft.checkpoint):
            refuse_other_arity(subject, use, arity)


def _problems(project: ProjectSnapshot, key: str) -> int:
    """How many parentheses of a file are wrong, or steps of a plan."""
    file = project.files[key]
    return len(file.findings if isinstance(file, PlanSnapshot) else file.tree.problems)
