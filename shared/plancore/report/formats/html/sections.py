"""What a page has: a head, and sections that the contents at its top lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from plancore.report.formats.html.elements import NOTHING, Html, element, joined
from plancore.report.formats.html.inline import inline
from plancore.report.kept import limit_lines
from plancore.report.notes import Note

if TYPE_CHECKING:
    from plancore.report.review import Review
    from plancore.report.reviewed.marks import Reviewed


class Section(NamedTuple):
    """A part of a page under a heading; `anchor` is unique in the page."""

    anchor: str
    title: str
    content: Html
    remark: str = ""


class Page(NamedTuple):
    """A report as it is shown. `title` is the text of the heading `headline`."""

    title: str
    headline: Html
    summary: Html
    sections: Sequence[Section]


def compared(learned: str, reference: str) -> tuple[str, Html]:
    """The title of a comparison of two files, and its heading."""
    between = "compared with the reference"
    headline = joined(
        (element("b", learned), element("small", f" {between} "), element("b", reference))
    )
    return f"{learned} {between} {reference}", headline


def section(part: Section) -> Html:
    """A section with its heading."""
    heading = element("h2", part.title, remark_of(part))
    return element("section", heading, part.content, id=part.anchor)


def remark_of(part: Section) -> Html:
    """What stands behind its title."""
    # The blank stands outside, for a box of its own loses it.
    return joined((" ", element("small", part.remark))) if part.remark else NOTHING


def contents(parts: Iterable[Section]) -> Html:
    """The list of all sections."""
    items = (element("li", element("a", part.title, href=f"#{part.anchor}")) for part in parts)
    return element("nav", element("ul", *items), aria_label="Contents")


def verdict(words: str, *, is_doubtful: bool) -> Html:
    """The verdict on two files; that nothing differs is claimed only of what could be read."""
    said = "nothing differs in what could be read" if is_doubtful else words
    return element("p", said, class_="verdict")


def limits_line(review: Review) -> Html:
    """What becomes of the limits that the figures are to keep; nothing without limits."""
    return joined(element("p", inline(each), class_="limits") for each in limit_lines(review))


def review_line(reviewed: Reviewed | None) -> Html:
    """How far a review is, as a way to what it says; nothing where nobody has begun one."""
    words = "" if reviewed is None else reviewed.text
    return element("p", "review: ", element("a", words, href="#review")) if words else NOTHING


def error_list(notes: Iterable[Note]) -> Html:
    """What makes the comparison doubtful; nothing where there are no errors."""
    return faults(str(note) for note in notes if note.is_error)


def faults(texts: Iterable[str]) -> Html:
    """What makes a report doubtful, a line each; nothing where there is nothing."""
    items = [element("li", text) for text in texts]
    return element("ul", *items, class_="errors", aria_label="Errors") if items else NOTHING


def notes_section(notes: Iterable[Note]) -> list[Section]:
    """All notes; no section without any."""
    items = [element("li", str(note), class_="error" if note.is_error else None) for note in notes]
    return [Section("notes", "Notes", element("ul", *items))] if items else []
