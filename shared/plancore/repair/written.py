"""A repair put into the text of the domain, in its layout."""

from __future__ import annotations

from collections.abc import Collection

from plancore.compare.domains import compare_domains
from plancore.diagnostic import Edit
from plancore.patch.edits import edits_for_domain, file_edits
from plancore.repair.result import Edit as ModelEdit
from plancore.repair.result import edited_domain
from plancore.snapshot import FileSnapshot


def text_edits(file: FileSnapshot, edits: Collection[ModelEdit]) -> tuple[Edit, ...]:
    """The edits of the text of `file` that make `edits` in its domain, its first one.

    What is not edited keeps its layout and its comments. None where the file has no domain.
    """
    domain = file.domain
    if domain is None:
        return ()
    diff = compare_domains(domain, edited_domain(domain, edits))
    return file_edits(edits_for_domain(diff, file.tree), file.tree)
