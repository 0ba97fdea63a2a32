"""Changes of parameters, as a client is offered them and chooses one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from pygls.exceptions import JsonRpcContentModified

from plancore.ide.navigation.reach import Subject
from plancore.ide.parameters.change import ParameterChange
from plancore.ide.parameters.offers import offers
from plancore.snapshot import FileSnapshot
from planlsp.session.answers.choice_data import fields_told
from planlsp.session.view import View


class Choice(NamedTuple):
    """A change that was offered at an offset of a text, told by its title."""

    key: str
    version: int
    offset: int
    title: str

    @classmethod
    def of(cls, data: Any) -> Self | None:
        """What `data` of a code action says; None where it is not ours."""
        told = fields_told(data, key=str, version=int, offset=int, title=str)
        return None if told is None else cls(**told)


def offered(view: View, key: str, offset: int) -> Iterator[Choice]:
    """What is offered at an offset of a document."""
    file, document = view.files.file(key), view.documents.get(key)
    if isinstance(file, FileSnapshot) and document is not None:
        for subject, change in offers(view.files, file, offset):
            yield Choice(key, document.version, offset, change.title(subject))


def meant(view: View, choice: Choice) -> tuple[Subject, ParameterChange]:
    """What was chosen; raises where the text has been edited since it was offered."""
    file, document = view.files.file(choice.key), view.documents.get(choice.key)
    if document is not None and document.version == choice.version:
        assert isinstance(file, FileSnapshot)
        for subject, change in offers(view.files, file, choice.offset):
            if change.title(subject) == choice.title:
                return subject, change
    raise JsonRpcContentModified("the text has been edited since this was offered")
