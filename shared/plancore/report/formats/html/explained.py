"""What text says of differences and states where it is asked to explain, for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plancore.report import document
from plancore.report.document import as_line
from plancore.report.formats.html.blocks import block_html, plain
from plancore.report.formats.html.elements import joined
from plancore.report.formats.html.sections import Section
from plancore.report.formats.html.tables import folded


def explained_sections(sections: Iterable[document.Section]) -> Iterator[Section]:
    """Each section folded: it is long where there is much to explain."""
    for number, (title, blocks, note, _) in enumerate(sections):
        if title:
            name = plain(as_line(title))
            content = joined(block_html(block, name) for block in blocks)
            remark = plain(as_line(note))
            yield Section(f"explained-{number}", name, folded(name, content), remark)
