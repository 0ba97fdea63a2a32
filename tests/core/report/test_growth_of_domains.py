"""What is done with a domain takes time in proportion to its size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from plancore.ide.formatting.edits import format_edits
from plancore.report.domain.review import review_domains
from plancore.report.registry import render
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.cpu import takes_linear_time

ACTIONS = 25


def domain(count: int, prefix: str = "") -> str:
    actions = "\n".join(
        f"(:action {prefix}go{n} :parameters (?t - truck ?from ?to - place)\n"
        f"  :precondition (and (at ?t ?from) ({prefix}road{n} ?from ?to) (not (shut ?to)))\n"
        "  :effect (and (not (at ?t ?from)) (at ?t ?to) (forall (?x - place)"
        " (when (at ?t ?x) (seen ?x)))))"
        for n in range(count)
    )
    roads = " ".join(f"({prefix}road{n} ?from ?to - place)" for n in range(count))
    return f"""(define (domain d) (:requirements :adl) (:types truck place)
(:predicates (at ?t - truck ?p - place) (shut ?p - place) (seen ?p - place)
{roads})
{actions})
"""


def edited(text: str) -> str:
    """The text without every other condition on what is shut."""
    parts = text.split("(not (shut ?to))")
    return "".join(f"{part}{'' if n % 2 else '(not (shut ?to))'}" for n, part in enumerate(parts))


def one_line(text: str) -> str:
    return " ".join(text.split())


def reworded(text: str) -> str:
    return text.replace("?from", "?origin")


def checked(text: str) -> None:
    check(FileSnapshot.of(text))


def laid_out(text: str) -> None:
    assert format_edits(FileSnapshot.of(one_line(text)))


def compared(text: str) -> None:
    first = FileSnapshot.of(edited(text))
    review = review_domains(first, FileSnapshot.of(text, like=first))
    assert render(review, "text")


def compared_in_other_words(text: str) -> None:
    first = FileSnapshot.of(edited(reworded(text)))
    assert render(review_domains(first, FileSnapshot.of(text, like=first)), "text")


@pytest.mark.slow
@pytest.mark.parametrize("layout", [str, one_line])
@pytest.mark.parametrize("work", [checked, laid_out, compared, compared_in_other_words])
def test_work_grows_with_the_text(
    work: Callable[[str], None], layout: Callable[[str], str]
) -> None:
    assert takes_linear_time(lambda count: work(layout(domain(count))), ACTIONS)
