"""What edits do to a text, as a patch: exact to the byte, wherever lines end."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import Edit, apply_edits
from plancore.report.line_diff import edit_diff, edit_lines
from plancore.report.lines import Tone
from plancore.source import SourceText, Span
from support.patched import patched

PARTS = st.sampled_from(["a", "b", "(p ?x)", " ", "\n", "\n\n", "\r\n", "\r", "\f", "\u2028"])
TEXTS = st.lists(PARTS, max_size=30).map("".join)


@st.composite
def edited(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    """A text and edits that do not overlap, in any order."""
    text = draw(TEXTS)
    places = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = [Span(*pair) for pair in zip(places[::2], places[1::2], strict=False)]
    edits = [Edit(span, draw(TEXTS)) for span in spans]
    return text, draw(st.permutations(edits))


@given(edited())
@example(("a", [Edit(Span(1, 1), "a")]))
@example(("a\nb", [Edit(Span(1, 3), "")]))
def test_the_diff_makes_what_the_edits_make(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    diff = edit_diff("d.pddl", SourceText(text), edits)
    changed = apply_edits(text, edits)
    assert (diff == "") is (changed == text)
    if diff:
        assert patched(diff, text) == changed


def test_lines_that_stay_are_context() -> None:
    text = "".join(f"{number}\n" for number in range(20))
    edits = [Edit(Span(0, len(text)), text.replace("9\n", "nine\n", 1))]
    lines = list(edit_lines("n", SourceText(text), edits))
    assert [piece.text for (piece, *_) in lines] == [
        *("--- n", "+++ n", "@@ -7,7 +7,7 @@", " 6", " 7", " 8"),
        *("-9", "+nine", " 10", " 11", " 12"),
    ]
    assert [piece.tone for (piece, *_) in lines][6:8] == [Tone.MISSING, Tone.EXTRA]
