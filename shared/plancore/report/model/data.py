"""The JSON data of the views of a model."""

from __future__ import annotations

from typing import Final

from plancore.report.model.document import Model
from plancore.report.records import Record
from plancore.report.registry import FormatVersion

DOCUMENT: Final = FormatVersion("planlsp show", 1)


class UseRecord(Record):
    action: str
    name: str
    roles: list[str]


class EnablingRecord(Record):
    action: str
    enables: str
    by: list[str]


class ModelRecord(Record):
    """The structure of a domain; `docs/reference/check.md` describes the fields."""

    domain: str
    types: dict[str, list[str]]
    uses: list[UseRecord]
    enabling: list[EnablingRecord]


def data(model: Model) -> ModelRecord:
    """The record of the views, without the facts of the problem."""
    return ModelRecord(
        model.domain.name,
        {name: [*above] for name, above in model.domain.hierarchy.stated_parents.items()},
        [
            UseRecord(action, name, sorted(role.value for role in roles))
            for action, of in model.uses.items()
            for name, roles in of.items()
        ],
        [EnablingRecord(action, other, [*by]) for action, other, by in model.enabled],
    )
