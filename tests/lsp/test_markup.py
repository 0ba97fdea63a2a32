"""What is shown of a name as Markdown."""

from __future__ import annotations

import re
from typing import Final

from hypothesis import example, given
from hypothesis import strategies as st

from plancore.ide.information.hover import Hover
from plancore.source import Span
from planlsp.convert import to_markup

CODE: Final = re.compile(r"(?<![`\\])`[^`\n]+`(?!`)")
ESCAPED: Final = re.compile(r"\\[\\`*_\[\]<>#|~&!]")
SPECIAL: Final = re.compile(r"[`*_\[\]<>#|~&!]")


@given(st.lists(st.text("ab`[]()<>!_", min_size=1, max_size=12), min_size=1, max_size=3))
@example(["at`<command:evil>"])
@example(["at`[x](command:evil)`"])
def test_no_name_can_put_a_link_into_a_sentence(names: list[str]) -> None:
    facts = " and ".join(f"`{name}` is needed" for name in names)
    shown = to_markup(Hover(Span(0, 1), "(p)", (facts,)), markdown=True).value
    sentence = shown.rpartition("```\n\n")[2]
    assert not SPECIAL.search(ESCAPED.sub("", CODE.sub("", sentence))), sentence


def test_code_stays_code() -> None:
    shown = to_markup(Hover(Span(0, 1), "(p)", ("`move` needs `(at ?x)`",)), markdown=True).value
    assert shown.endswith("\n`move` needs `(at ?x)`")
