"""Kinds of code actions that change a document as a whole, or what is selected in it."""

from __future__ import annotations

from typing import Final

from lsprotocol.types import CodeActionKind

FIX_ALL: Final = "source.fixAll.planlsp"
REMOVE_UNUSED: Final = "source.removeUnused.planlsp"
SORT_REQUIREMENTS: Final = "source.sortRequirements.planlsp"
EXTRACT: Final = CodeActionKind.RefactorExtract.value
INLINE: Final = CodeActionKind.RefactorInline.value

OF_DOCUMENTS: Final = (FIX_ALL, REMOVE_UNUSED, SORT_REQUIREMENTS)
"""Worked out only for who asks for one of them: editors ask for everything at each move."""
