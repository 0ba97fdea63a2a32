"""Records of JSON documents: their fields are the members of an object.

Each kind of report has its own records in `data.py`. The types of the fields make the schemas and
validate documents that are read back. msgspec is slow to import, so only modules that read or write
JSON import this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from plancore.correspondence.pairs import Side
from plancore.jsonable import as_json
from plancore.report.files import LineColumn, Note, where
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Ordinal: TypeAlias = Annotated[int, Meta(ge=1)]
"""A number counted from one."""
Amount: TypeAlias = Annotated[float, Meta(ge=0)]
Share: TypeAlias = Annotated[float, Meta(ge=0, le=1)]
"""A ratio, not rounded."""
Name: TypeAlias = Count | str
"""A name, or a number where the name is one."""
Exact: TypeAlias = Annotated[str, Meta(pattern="^-?[0-9]+(/[0-9]+)?$")]
"""A ratio as its exact counts: `26/35`."""


class Record(Struct, forbid_unknown_fields=True):
    """An object of JSON, with its members in order. A field whose default is UNSET may be left
    out, all others are there."""

    @classmethod
    def made_from(cls, source: object, /, **stated: object) -> Self:
        """A record with the `stated` fields; the others come from `source`.

        `source` is a mapping or a result whose attributes have the names of the fields; its
        fractions become numbers, nested results objects. Members beyond the fields, such as those
        of a user's metric, come last.
        """
        if not isinstance(source, Mapping):
            fields = (source if isinstance(source, Struct) else cls).__struct_fields__
            source = {name: as_json(getattr(source, name)) for name in fields if name not in stated}
        members = {**source, **stated}
        more = [(name, Any) for name in members if name not in cls.__struct_fields__]
        made: Any = defstruct(cls.__name__, more, bases=(cls,), kw_only=True) if more else cls
        record: Self = made(**members)
        return record


class WhereRecord(Record):
    """A place in a file. `line` and `column` count from 1, columns in characters."""

    file: str
    line: Ordinal
    column: Ordinal


class NoteRecord(Record):
    """A note on a file, such as a syntax error."""

    severity: Literal["error", "information"]
    message: str
    where: WhereRecord | None


def at(place: LineColumn | None) -> WhereRecord | None:
    """A record of a position; None for None."""
    return None if place is None else WhereRecord.made_from(place)


def in_file(file: FileSnapshot, place: Place | None) -> WhereRecord | None:
    """A record of a place in a file; None for None."""
    return at(where(file, place))


def noted(notes: Iterable[Note]) -> list[NoteRecord]:
    """Records of the notes of a report."""
    return [
        NoteRecord("error" if note.is_error else "information", note.message, at(note.where))
        for note in notes
    ]


class TextRecord(Record):
    """The text on one side, in its own names, and its place."""

    text: str
    where: WhereRecord | None


class FileRecord(Record):
    file: str


class DomainFileRecord(Record):
    file: str
    name: str


class ConfusionRecord(Record):
    """The comparison of two sets: the number of elements in both (`tp`), only in the learned one
    (`fp`), only in the reference (`fn`), and in neither (`tn`), and the ratios of these."""

    tp: Amount
    fp: Amount
    fn: Amount
    tn: Amount | None
    precision: Share | None
    recall: Share | None
    f1: Share | None
    accuracy: Share | None
    jaccard: Share | None


class MeanRecord(Record):
    """The mean of the values that are defined."""

    n_defined: Count
    n_undefined: Count
    mean: Share | None


class RatioMeansRecord(Record):
    precision: MeanRecord
    recall: MeanRecord
    f1: MeanRecord
    accuracy: MeanRecord
    jaccard: MeanRecord


class ComponentF1Record(Record):
    """The declared predicates, and the mean F1 of parameters over the reference's actions."""

    predicates: ConfusionRecord
    parameters: MeanRecord


class NamePairRecord(Record):
    learned: str
    reference: str
    confidence: Share
    evidence: list[str]


class SymbolPairRecord(NamePairRecord):
    """Two matched predicates or functions. For each argument of the learned one, `arguments` has
    the position in the reference, from 0; null if it has no counterpart."""

    arguments: list[Count | None]
    cover: bool | UnsetType = UNSET


class ActionPairRecord(NamePairRecord):
    """Two matched actions. `parameters` maps the learned parameters to those of the reference."""

    parameters: dict[str, str]
    cover: bool | UnsetType = UNSET


class TypePredicateRecord(Record):
    side: Side
    predicate: str
    type: str
    confidence: Share
    evidence: list[str]


class RefusalRecord(Record):
    kind: str
    learned: str
    reference: str


class PairsRecord(Record):
    """A name mapping, in the lists of a mapping file."""

    actions: list[ActionPairRecord]
    predicates: list[SymbolPairRecord]
    negated: list[SymbolPairRecord]
    functions: list[SymbolPairRecord]
    types: list[NamePairRecord]
    constants: list[NamePairRecord]
    types_as_predicates: list[TypePredicateRecord]
    refusals: list[RefusalRecord]
