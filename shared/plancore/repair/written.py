"""A repair put into the text of the domain, in its layout."""

from __future__ import annotations

from collections.abc import Collection

from plancore.compare.domains import compare_domains
from plancore.diagnostic import Edit
from plancore.model.domain import Domain
from plancore.patch.edits import edits_for_domain, file_edits
from plancore.repair.edits import LiteralEdit, edited_domain
from plancore.syntax.tree import SyntaxTree


def text_edits(
    domain: Domain, edits: Collection[LiteralEdit], tree: SyntaxTree
) -> tuple[Edit, ...]:
    """The edits of the text of `tree` that make `edits`; `domain` is what the text says.

    What is not edited keeps its layout and its comments.
    """
    diff = compare_domains(domain, edited_domain(domain, edits))
    return file_edits(edits_for_domain(diff, tree), tree)
