"""What text says of differences and states where it is asked to explain, for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.report.formats.html.blocks import page_of
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded
from plancore.report.formats.legacy import document_of_lines
from plancore.report.lines import Line


def explained_sections(lines: Iterable[Line]) -> Iterator[Section]:
    """A section for each passage, folded: it is long where there is much to explain."""
    for number, section in enumerate(page_of(document_of_lines(lines, "explained")).sections):
        yield section._replace(
            anchor=f"explained-{number}", content=folded(section.title, section.content)
        )
