"""One line above a reference domain: how many learned domains differ from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plancore.phrases import count_of
from plancore.project import DomainLink
from plancore.report.review_lenses import FilePlace, Lens
from plancore.source import Span


class LearnedDomain(NamedTuple):
    """A domain in the file of that name, with its name at `span`, and how many differences from
    the reference it has; None where it cannot be compared."""

    file: str
    span: Span
    differences: int | None


def reference_lens(
    reference: DomainLink,
    learned: Sequence[LearnedDomain],
    n_more: int = 0,
    *,
    says_how: bool = False,
) -> Lens | None:
    """The line for the head of the reference, with the places of the domains that differ; None
    where it is nobody's reference. Of `n_more` domains nothing is known. Where the title
    `says_how` they are compared, that is as written."""
    name = reference.definition.definition.name
    if not learned or name is None:
        return None
    places = tuple(FilePlace(each.file, each.span) for each in learned if each.differences)
    return Lens(reference.file.span(name.place), title(learned, n_more, says_how=says_how), places)


def title(learned: Sequence[LearnedDomain], n_more: int = 0, *, says_how: bool = False) -> str:
    """`the reference of 3 learned domains · 2 differ, 17 differences in all`."""
    counts = [each.differences for each in learned]
    n_all = len(learned) + n_more
    n_differing = sum(1 for count in counts if count)
    total = sum(count for count in counts if count)
    parts = [f"the reference of {count_of(n_all, 'learned domain')}"]
    verb = "differs" if n_differing == 1 else "differ"
    difference = f"{n_differing} {verb}, {count_of(total, 'difference')} in all"
    parts.append(difference if n_differing else "none differs")
    if says_how and n_differing:
        parts[-1] += ", as written"
    n_unknown = counts.count(None) + n_more
    if n_unknown:
        parts.append(f"{n_unknown} not compared")
    return " · ".join(parts)
