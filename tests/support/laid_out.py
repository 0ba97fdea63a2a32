"""Text as the formatter lays it out."""

from __future__ import annotations

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.model.domain import Domain
from plancore.patch.domain_text import domain_text
from plancore.snapshot import FileSnapshot


def laid_out(domain: Domain) -> str:
    """A domain as text."""
    text = domain_text(domain)
    return apply_edits(text, format_edits(FileSnapshot.of(text)))
