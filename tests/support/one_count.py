"""Whoever tells how many differences there are tells the same number."""

from __future__ import annotations

import re

from plancore.ide.navigation.symbols import symbol_at
from plancore.ide.review.counterparts import action_review
from plancore.ide.review.reference_review import ReferenceReview
from plancore.project import ProjectSnapshot
from plancore.report.domain.review import review_domains
from plancore.report.registry import render
from plancore.report.review_lenses import review_lenses


def number_in(title: str) -> int:
    """What stands before `differences` in a text."""
    if "no differences" in title:
        return 0
    (number,) = re.findall(r"(\d+) differences?\b", title)
    return int(number)


def counted_by_hover(found: ReferenceReview, place: int) -> int:
    project = ProjectSnapshot({found.learned.name: found.learned})
    symbol = symbol_at(project, found.learned, place)
    assert symbol is not None
    said = action_review(found, symbol)
    assert said is not None
    if not said.facts[0].startswith("differences:"):
        return 0 if said.facts[0].startswith("no differences") else 1
    parts = said.facts[0].partition(": ")[2]
    parts = re.sub(r"`[^`]*`(, in the reference `[^`]*`)?", "", parts)
    parts = re.sub(r"\([^()]*\)(, reference order \([^()]*\))?", "", parts)
    return sum(
        int(part.split()[0]) if part.strip()[:1].isdigit() else 1
        for part in parts.split(", ")
        if not part.startswith("used ")
    )


def assert_one_count(found: ReferenceReview) -> None:
    count = len(found.differences)
    assert len(found.diagnostics) == count
    head, *_ = lenses = list(review_lenses(found))
    assert number_in(head.title) == count
    # It leads to each of them, and somewhere also if there is none.
    assert [place.file for place in head.places].count(found.learned.name) == count
    assert head.places
    report = render(review_domains(found.learned, found.reference))
    verdict = re.search(r": (\d+) differences?\b|\b(\d+) differences?\b|define the same", report)
    assert verdict is not None
    assert int(verdict[1] or verdict[2] or 0) == count
    titles = {found.learned.text[slice(*lens.span)]: lens.title for lens in lenses[1:]}
    for action in found.diff.actions:
        node = action.learned.name_node if action.learned else None
        if node is None:
            continue
        of_action = found.count_in(action)
        start = found.learned.span(node.place).start
        assert counted_by_hover(found, start) == of_action
        title = titles.get(found.learned.text[slice(*found.learned.span(node.place))])
        assert title is None or number_in(title) == of_action
