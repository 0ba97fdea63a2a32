"""Kinds of code actions that change a whole document or the selection."""

from __future__ import annotations

from typing import Final

from lsprotocol.types import CodeActionKind

FIX_ALL: Final = "source.fixAll.planlsp"
REMOVE_UNUSED: Final = "source.removeUnused.planlsp"
SORT_REQUIREMENTS: Final = "source.sortRequirements.planlsp"
EXTRACT: Final = CodeActionKind.RefactorExtract.value
INLINE: Final = CodeActionKind.RefactorInline.value

OF_DOCUMENTS: Final = (FIX_ALL, REMOVE_UNUSED, SORT_REQUIREMENTS)
"""Computed only if a request names one: editors request all code actions at each cursor move."""
