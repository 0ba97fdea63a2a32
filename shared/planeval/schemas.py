"""The JSON schema of every document, made of the records that the document is written from."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from msgspec import Struct
from msgspec.json import schema_components

from plancore.report.alignment import data as alignment
from plancore.report.batch import data as batch
from plancore.report.batch.ndjson import BatchHeadRecord, GoneRecord
from plancore.report.problem.data import ProblemRecord
from plancore.report.records import PairsRecord
from plancore.report.registry import KINDS, FormatVersion, part_of
from plancore.report.render import ndjson
from planeval.commands import problem

FOLDER: Final = "docs/reference/schema"
"""Where they lie on the site."""


class Shape(NamedTuple):
    """The records that a document as a whole can be; where it can be lines, those that the first
    line and all others can be."""

    whole: tuple[type[Struct], ...] = ()
    head: tuple[type[Struct], ...] = ()
    line: tuple[type[Struct], ...] = ()


@cache
def documents() -> dict[FormatVersion, Shape]:
    """The shape of each document."""
    found: dict[FormatVersion, Shape] = {}
    for kind in KINDS:
        module = part_of(kind, "data")
        shape = found.get(module.DOCUMENT, Shape())
        record = get_type_hints(module.data)["return"]
        whole = dict.fromkeys((*shape.whole, *(get_args(record) or (record,))))
        found[module.DOCUMENT] = shape._replace(whole=tuple(whole))
    # A mapping file that is saved has the lists alone.
    found[alignment.DOCUMENT] = Shape((alignment.AlignmentRecord, PairsRecord))
    found[problem.DOCUMENT] = Shape((ProblemRecord,))
    found[ndjson.DOCUMENT] = Shape((), (ndjson.FindingsHeadRecord,), (ndjson.FindingRecord,))
    found[batch.DOCUMENT] = Shape(
        (batch.BatchRecord,), (BatchHeadRecord,), (batch.PairRecord, GoneRecord)
    )
    return found


def name_of(document: FormatVersion) -> str:
    """What its schema is called: `planeval-domain-1`."""
    return f"{document.format.replace(' ', '-')}-{document.version}"


def schema_of(document: FormatVersion) -> dict[str, Any]:
    """The schema of a document. What a first line and the others are held against is in its
    `$defs`, as `head` and `line`."""
    shape = documents()[document]
    kinds = [*shape.whole, *shape.head, *shape.line]
    references, components = schema_components(kinds, ref_template="#/$defs/{name}")
    for component in components.values():
        if "description" in component:
            # The lines of a docstring are as long as our source is wide.
            component["description"] = " ".join(component["description"].split())
    named = dict(zip(kinds, references, strict=True))
    for kind in (*shape.whole, *shape.head):
        component = components[named[kind]["$ref"].rpartition("/")[2]]
        stated = {"format": {"const": document.format}, "version": {"const": document.version}}
        component["properties"] = stated | component["properties"]
        component["required"] = [*stated, *component["required"]]
    parts = {
        name: found[0] if len(found) == 1 else {"anyOf": found}
        for name in shape._fields
        if (found := [named[kind] for kind in getattr(shape, name)])
    }
    whole = parts.pop("whole", {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in parts]})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The JSON of `{document.format}`, version {document.version}",
        **whole,
        "$defs": components | parts,
    }


def texts() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    return {
        f"{name_of(document)}.json": json.dumps(schema_of(document), indent=1) + "\n"
        for document in documents()
    }


def pages() -> dict[str, str]:
    """The same by their paths on the site."""
    return {f"{FOLDER}/{name}": text for name, text in texts().items()}
