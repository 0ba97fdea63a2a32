"""An alignment as plain data for JSON: a mapping file, with what is left over beside it."""

from __future__ import annotations

from typing import Final

from plancore.correspondence.document import pairs_data
from plancore.correspondence.mapping_text import FORMAT, VERSION
from plancore.jsonable import Json
from plancore.report.alignment.review import Alignment
from plancore.report.registry import Document

DOCUMENT: Final = Document(FORMAT, VERSION)


def data(alignment: Alignment) -> Json:
    """The lists of a mapping file; `docs/align.md` says what each field means."""
    return {
        "learned": {"file": alignment.learned.name, "name": alignment.ours.name},
        "reference": {"file": alignment.reference.name, "name": alignment.theirs.name},
        "notes": [note.to_dict() for note in alignment.notes],
        "counts": {"pairs": alignment.n_pairs, "uncertain": alignment.n_uncertain},
        **pairs_data(alignment.pairs),
        "covered": {
            entry.kind: {"covered": entry.n_covered, "of": entry.n_reference}
            for entry in alignment.coverage
        },
        "without_counterpart": {
            "learned": {entry.kind: list(entry.learned) for entry in alignment.coverage},
            "reference": {entry.kind: list(entry.reference) for entry in alignment.coverage},
        },
    }
