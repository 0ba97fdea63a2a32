"""Git conflict markers in a text.

::

    conflict = ours line* [base line*] "=======" line* theirs
    ours     = "<<<<<<<" [" " name]
    base     = "|||||||" [" " name]
    theirs   = ">>>>>>>" [" " name]

Each marker is at the start of its line, in this order. A single marker is not a conflict: a comment
may be underlined like this.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from plancore.source import Span

CONFLICT: Final = "merge-conflict"
"""The code of a finding about a conflict, in PDDL and in plans."""
OPENING: Final = "<<<<<<<"
"""The start of every conflict."""
_MARKER: Final = re.compile(r"^(<{7}|\|{7}|={7}|>{7})(?: ([^\r\n]*))?(?=\r?$)", re.MULTILINE)
_LEFT_OVER: Final = re.compile(r"^(?:<{7}|\|{7}|>{7})(?: [^\r\n]*)?\r?$", re.MULTILINE)
_VISIBLE: Final = re.compile(r"[^\r\n]")


class Conflict(NamedTuple):
    """Two versions of a range of lines, to be resolved by the user. `markers` are the marker lines
    without line ends, in text order; `ours` and `theirs` are the contents between them. The names
    are those that git gives the versions."""

    markers: tuple[Span, ...]
    ours: Span
    theirs: Span
    our_name: str
    their_name: str

    @property
    def span(self) -> Span:
        """From the first marker to the end of the last one."""
        return Span(self.markers[0].start, self.markers[-1].end)

    @property
    def message(self) -> str:
        """The message of a diagnostic."""
        return f"merge conflict between `{self.our_name}` and `{self.their_name}`"

    @property
    def message_of_one(self) -> str:
        """The message if only our version is read."""
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
    """Whether a text has a conflict marker, even a left-over one. `=======` alone does not count:
    it underlines headings in text around PDDL."""
    return _LEFT_OVER.search(text) is not None


def versions(text: str) -> tuple[str, str]:
    """The text with our version of every conflict, and the text with theirs."""
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
    """The text with our version of every conflict and all offsets kept: markers and other versions
    become blanks, line breaks stay."""
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
