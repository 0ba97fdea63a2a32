"""The headline of an evaluation."""

from __future__ import annotations

from plancore.report import lines
from plancore.report.evaluation.document import headline_lines
from plancore.report.evaluation.review import Evaluation
from plancore.report.layout import WIDTH
from plancore.report.registry import Style


def render(evaluation: Evaluation, style: Style) -> str:
    """The headline, wrapped at the style's width."""
    width = style.width or WIDTH
    return lines.render(headline_lines(evaluation, width), colour=style.colour, width=width)
