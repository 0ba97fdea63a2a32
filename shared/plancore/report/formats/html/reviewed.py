"""What a reviewer said of differences, as a section of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.report.blame.review import BlameReport
from plancore.report.formats.html.elements import Html, element, joined
from plancore.report.formats.html.inline import pddl
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import left_out, table
from plancore.report.reviewed.marks import DifferenceName, Reviewed, ReviewState, state_text
from plancore.report.reviewed.text import in_order, name_text

_MOST: Final = 1_000
"""So many marks of a kind are listed."""
_TITLES: Final = {
    ReviewState.ACCEPTED: "Accepted",
    ReviewState.REPORTED: "Reported",
    ReviewState.OPEN: "Open, with a note",
}
_NAMES: Final = ("action", "difference", "note")


def reviewed_sections(reviewed: Reviewed | None, links: Mapping[str, Html]) -> Iterator[Section]:
    """The marks by what was said, then those whose difference is gone; no section without any.

    `links` lead to actions by their names.
    """
    if reviewed is None or not reviewed.marks:
        return
    parts = [*_parts(reviewed, links)]
    yield Section("review", "Review", joined(parts), reviewed.text)


def _parts(reviewed: Reviewed, links: Mapping[str, Html]) -> Iterator[Html]:
    gone = {*reviewed.gone}
    present = [name for name in in_order(reviewed) if name not in gone]
    for state, title in _TITLES.items():
        of_state = [name for name in present if reviewed.marks[name].state is state]
        yield from _listed(title, of_state, reviewed, links)
    yield from _listed("Of differences that there are no more", reviewed.gone, reviewed, links)


def _listed(
    title: str, names: Sequence[DifferenceName], reviewed: Reviewed, links: Mapping[str, Html]
) -> Iterator[Html]:
    if names:
        yield element("h3", title)
        rows = [_row(name, reviewed, links) for name in names[:_MOST]]
        yield table(rows, _NAMES, label=title, is_prose=True)
        yield left_out(len(names) - _MOST)


def _row(name: DifferenceName, reviewed: Reviewed, links: Mapping[str, Html]) -> Sequence[str]:
    mark = reviewed.marks[name]
    return (
        links.get(name.action, name.action or "declarations"),
        joined((f"{state_text(mark)} ", pddl(name_text(name)))),
        mark.note,
    )


def further_sections(
    blame: BlameReport | None, reviewed: Reviewed | None, links: Mapping[str, Html]
) -> Iterator[Section]:
    """What differences do to plans, and what a reviewer said of them; `links` lead to actions by
    their names."""
    if blame is not None:
        # Imported by who has plans.
        from plancore.report.formats.html.consequences import consequence_sections

        yield from consequence_sections(blame, links)
    if reviewed is not None:
        yield from reviewed_sections(reviewed, links)
