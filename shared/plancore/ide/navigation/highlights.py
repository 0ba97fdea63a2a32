"""The places in one file that name the same as the name at an offset."""

from __future__ import annotations

from typing import Final

from plancore.ide.navigation.reach import parts_in, subject_at
from plancore.ide.navigation.references import FormInPart, Reference, forms_in, in_form, in_plan
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.stop import NEVER, Checkpoint

_MOST: Final = 400_000
"""Characters of the forms that are read closely, a quarter of a second: an editor asks at every
move of the cursor. Of more, those nearest to the cursor count."""


def highlights(
    project: ProjectSnapshot, file: AnySnapshot, offset: int, checkpoint: Checkpoint = NEVER
) -> list[Reference]:
    """Where `file` names what it names at `offset`, in the order of the text."""
    subject = subject_at(project, file, offset)
    if subject is None:
        return []
    places: list[Reference] = []
    forms: list[FormInPart] = []
    for part in parts_in(project, subject, file):
        if isinstance(part, PlanSnapshot):
            places += in_plan(subject, part)
        else:
            forms += forms_in(part, subject.name)
    forms.sort(key=lambda at: abs(at.part.file.tree.start(at.form) - offset))
    left = _MOST
    for at in forms:
        checkpoint()
        places += in_form(subject, at)
        left -= len(at.form.text)
        if left < 0:
            break
    return sorted(places, key=lambda place: place.span)
