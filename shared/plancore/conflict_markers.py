"""The lines that git puts around what a merge could not decide.

::

    conflict = ours line* [base line*] "=======" line* theirs
    ours     = "<<<<<<<" [" " name]
    base     = "|||||||" [" " name]
    theirs   = ">>>>>>>" [" " name]

each marker at the start of its line, and in this order. One alone is no conflict: a comment may be
underlined in the same way.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.source import Span

CONFLICT: Final = "merge-conflict"
"""The code of the finding about a conflict, in PDDL and in plans."""
OPENING: Final = "<<<<<<<"
"""What every conflict begins with."""
_MARKER: Final = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?(?=\r?$)", re.MULTILINE)
_LEFT_OVER: Final = re.compile(r"^(?:<{7}|\|{7}|>{7})(?: [^\r\n]*)?\r?$", re.MULTILINE)
_VISIBLE: Final = re.compile(r"[^\r\n]")


class Conflict(NamedTuple):
    """Two versions of a stretch, of which a person has to choose.

    `markers` are the lines of the markers without their line ends, in the order of the text; the
    contents are what stands between them. The names are those that git gives the versions.
    """

    markers: tuple[Span, ...]
    ours: Span
    theirs: Span
    our_name: str
    their_name: str

    @property
    def span(self) -> Span:
        """All of it, from the first marker to the end of the last one."""
        return Span(self.markers[0].start, self.markers[-1].end)

    @property
    def message(self) -> str:
        """What to say of it."""
        return f"merge conflict between `{self.our_name}` and `{self.their_name}`"

    @property
    def message_of_one(self) -> str:
        """The same where our version is read as if it were all that the text says."""
        return f"{self.message}: only the version from `{self.our_name}` is read"


def conflicts(text: str) -> tuple[Conflict, ...]:
    """The conflicts in a text, in order."""
    if OPENING not in text:
        return ()
    complete: list[Conflict] = []
    markers: list[re.Match[str]] = []
    for marker in _MARKER.finditer(text):
        sequence = "".join(earlier.group()[0] for earlier in markers) + marker.group()[0]
        if sequence in ("<", "<|", "<=", "<|="):
            markers.append(marker)
        elif sequence in ("<=>", "<|=>"):
            complete.append(_conflict(text, (*markers, marker)))
            markers = []
        else:
            markers = [marker] if marker.group()[0] == "<" else []
    return tuple(complete)


def is_unsettled(text: str) -> bool:
    """Whether a marker stands in a text, be it all that is left of a conflict. `=======` alone is
    none: it underlines headings in the text around PDDL."""
    return _LEFT_OVER.search(text) is not None


def versions(text: str) -> tuple[str, str]:
    """The text with our version of every conflict, and with theirs."""
    ours: list[str] = []
    theirs: list[str] = []
    at = 0
    for conflict in conflicts(text):
        before = text[at : conflict.span.start]
        ours += before, text[slice(*conflict.ours)]
        theirs += before, text[slice(*conflict.theirs)]
        line_end = text.find("\n", conflict.span.end)
        at = len(text) if line_end < 0 else line_end + 1
    return "".join((*ours, text[at:])), "".join((*theirs, text[at:]))


def our_version_in_place(text: str) -> str:
    """The text with our version of every conflict, in which each character stands where it stood:
    blanks are where the markers and the other versions were, and line breaks stay."""
    pieces: list[str] = []
    at = 0
    for conflict in conflicts(text):
        before, after = Span(conflict.span.start, conflict.ours.start), conflict.ours.end
        pieces += text[at : before.start], _blank(text[slice(*before)]), text[before.end : after]
        pieces.append(_blank(text[after : conflict.span.end]))
        at = conflict.span.end
    return "".join((*pieces, text[at:])) if pieces else text


def _blank(text: str) -> str:
    return _VISIBLE.sub(" ", text)


def _conflict(text: str, markers: tuple[re.Match[str], ...]) -> Conflict:
    opening, after_ours, separator, closing = markers[0], markers[1], markers[-2], markers[-1]
    return Conflict(
        tuple(Span(marker.start(), marker.end()) for marker in markers),
        Span(_next_line(text, opening), after_ours.start()),
        Span(_next_line(text, separator), closing.start()),
        opening.group(2) or "ours",
        closing.group(2) or "theirs",
    )


def _next_line(text: str, marker: re.Match[str]) -> int:
    return text.index("\n", marker.end()) + 1
