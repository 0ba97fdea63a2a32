"""What was read from a plan text, as text."""

from __future__ import annotations

from plancore.model.plan import Step
from plancore.notation.plans.reader import read_plan
from plancore.notation.plans.writer import decimal
from plancore.source import SourceText


def steps_of(text: str) -> list[str]:
    """The steps, with index, start and duration where they have them."""
    return [_shown(step) for step in read_plan(text)[0].steps]


def findings_of(text: str) -> list[str]:
    """The findings as `line:column severity code «text»`, line breaks as a blank."""
    source = SourceText(text)
    return [
        f"{source.label(finding.span.start)} {finding.severity.label} {finding.code} "
        f"«{' '.join(text[slice(*finding.span)].split())}»"
        for finding in read_plan(text)[1]
    ]


def _shown(step: Step) -> str:
    index = "" if step.index is None else f"#{step.index} "
    start = "" if step.start is None else f"{decimal(step.start)}: "
    duration = "" if step.duration is None else f" [{decimal(step.duration)}]"
    return f"{index}{start}{step}{duration}"
