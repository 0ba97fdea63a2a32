"""Files with a merge conflict that is not settled are not laid out."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits
from plancore.project import snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.pieces import PIECES

CONFLICT_IN_A_FORM = """\
(define (domain d)
  (:action   go
    :effect (and (p)
<<<<<<< HEAD
      (q)
=======
      (r)
>>>>>>> topic
    )))
"""


def test_a_file_with_a_merge_conflict_stays_as_it_is() -> None:
    file = FileSnapshot.of(CONFLICT_IN_A_FORM)
    assert format_edits(file) == ()
    at = CONFLICT_IN_A_FORM.index("=======")
    assert format_edits(file, Span(at, at + 3)) == ()
    assert format_edits(file, Span(0, 40)) == ()
    assert format_edits(FileSnapshot.of(CONFLICT_IN_A_FORM.replace("\n", "\r\n"))) == ()
    plan = "(go  a)\n<<<<<<< HEAD\n(go  b)\n=======\n(go  c)\n>>>>>>> topic\n"
    assert format_edits(snapshot_of(plan, "sas_plan")) == ()


def test_what_is_left_of_a_conflict_stays_as_well_but_no_underline_does() -> None:
    half = CONFLICT_IN_A_FORM.replace("=======\n", "")
    assert format_edits(FileSnapshot.of(half)) == ()
    underlined = "Answers\n=======\n(define (domain d)\n(:predicates   (p)))\n"
    assert format_edits(FileSnapshot.of(underlined))


_MARKED_LINE = st.sampled_from(
    ["\n<<<<<<< HEAD\n", "\n||||||| base\n", "\n>>>>>>> topic\n", "\n<<<<<<<\r\n", "\n>>>>>>>"]
)
_CONFLICT = st.lists(PIECES, max_size=4).map(
    lambda pieces: f"\n<<<<<<< a\n{' '.join(pieces)}\n=======\n(q)\n>>>>>>> b\n"
)


@pytest.mark.server_behaviour(26)
@given(st.lists(st.one_of(PIECES, _CONFLICT, _MARKED_LINE), max_size=40).map("".join))
@example(CONFLICT_IN_A_FORM)
def test_lines_that_begin_with_a_conflict_marker_never_change(text: str) -> None:
    file = snapshot_of(text)
    assert _marked_lines(apply_edits(text, format_edits(file))) == _marked_lines(text)


def _marked_lines(text: str) -> list[str]:
    markers = ("<<<<<<<", "|||||||", ">>>>>>>")
    lines = text.split("\n")
    if not any(line.startswith(markers) for line in lines):
        return []
    return [line for line in lines if line.startswith((*markers, "======="))]
