"""Tables in LaTeX: every name is a text, whatever its signs mean to LaTeX."""

from __future__ import annotations

import pytest

from plancore.report.domains.document import DomainTable, MeasuredPair, PairFigures
from plancore.report.registry import render


def _latex(*names: str) -> list[str]:
    figures = PairFigures(False, {}, {"similarity": 0.5, "actions": 3})
    return render(
        DomainTable(tuple(MeasuredPair(name, "l", "r", (), figures) for name in names)), "latex"
    ).splitlines()


def _written(name: str) -> str:
    (row,) = (line for line in _latex(name) if line.endswith(r"3 & 0.500 \\"))
    return row.partition(" & 3")[0]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("a_b & c%d#e$f", r"a\_b \& c\%d\#e\$f"),
        ("{~^\\}", r"\{\textasciitilde{}\textasciicircum{}\textbackslash{}\}"),
        ("<x>|y", r"\textless{}x\textgreater{}\textbar{}y"),
        ("é ± 2", r"é $\pm$ 2"),
        # An option of the end of the line before, where a row begins with it.
        ("[1]", r"{[}1]"),
        ("*", r"{*}"),
        # Signs that fonts draw as one, and the sign of a number.
        ("a--b---c", r"a-{}-b-{}-{}-c"),
        ("?`it''s`", "?{}`it'{}'s`"),
        ("-0.5 to -0.1, a-1", "$-$0.5 to $-$0.1, a-1"),
    ],
)
def test_signs_of_latex_are_text(name: str, written: str) -> None:
    assert _written(name) == written


def test_letters_that_pdflatex_lacks_are_said() -> None:
    needs = [line for line in _latex("é", "α") if line.startswith("% needs")]
    assert needs[1:] == ["% needs XeLaTeX or LuaLaTeX with a font that has all letters"]
    assert len([line for line in _latex("é “ü”") if line.startswith("% needs")]) == 1


def test_tables_are_paragraphs_and_no_comment_is_above_nothing() -> None:
    lines = _latex("a")
    assert lines[lines.index(r"\end{tabular}") + 1] == r"\par\bigskip"
    assert lines[-1] == r"\par\bigskip"
