"""The JSON schema of every document, generated from its records."""

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
"""The directory of the schemas on the site."""


class Shape(NamedTuple):
    """The record types of a document: of the document as a whole and, if it can be written as
    lines, of the first line (`head`) and of the other lines."""

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
    # A saved mapping file has only the lists.
    found[alignment.DOCUMENT] = Shape((alignment.AlignmentRecord, PairsRecord))
    found[problem.DOCUMENT] = Shape((ProblemRecord,))
    found[ndjson.DOCUMENT] = Shape((), (ndjson.FindingsHeadRecord,), (ndjson.FindingRecord,))
    found[batch.DOCUMENT] = Shape(
        (batch.BatchRecord,), (BatchHeadRecord,), (batch.PairRecord, GoneRecord)
    )
    return found


def name_of(document: FormatVersion) -> str:
    """The name of the schema of a document: `planeval-domain-1`."""
    return f"{document.format.replace(' ', '-')}-{document.version}"


def schema_of(document: FormatVersion) -> dict[str, Any]:
    """The schema of a document; `$defs` has those of its first line (`head`) and of the others."""
    shape = documents()[document]
    kinds = [*shape.whole, *shape.head, *shape.line]
    references, components = schema_components(kinds, ref_template="#/$defs/{name}")
    for component in components.values():
        if "description" in component:
            # Docstrings are wrapped at the line length of the source.
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
    """The text of each schema, by file name."""
    return {
        f"{name_of(document)}.json": json.dumps(schema_of(document), indent=1) + "\n"
        for document in documents()
    }


def pages() -> dict[str, str]:
    """The text of each schema, by its path on the site."""
    return {f"{FOLDER}/{name}": text for name, text in texts().items()}
