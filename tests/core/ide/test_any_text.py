"""Damaged texts: nothing raises, every span lies inside, every fix can be applied."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.difference import codes
from plancore.diagnostic import Edit, apply_edits
from plancore.ide.completion.complete import complete
from plancore.ide.information.hover import hover
from plancore.ide.information.signature import signature
from plancore.ide.navigation.references import definition, highlights, references
from plancore.ide.navigation.symbols import subject_at
from plancore.ide.review.reference_review import review
from plancore.ide.shape import OutlineItem, outline
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.report.review_lenses import review_lenses
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.workspace import Workspace
from support.ferry import DOMAIN, PROBLEM
from support.fixes import fixes_of

TOKENS = re.findall(r"[()]|;[^\n]*\n|\s+|[^\s();]+", DOMAIN)
STRANGE = ["(", ")", ")(", "?", "-", "()", ":", "and", "(:action", "either", ";", "\f", "🚢", "="]


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The domain with a few of its tokens gone, doubled, swapped or replaced."""
    tokens = list(TOKENS)
    for _ in range(draw(st.integers(1, 6))):
        index = draw(st.integers(0, len(tokens) - 1))
        match draw(st.sampled_from("-+x~")):
            case "-":
                tokens[index] = ""
            case "+":
                tokens[index] *= 2
            case "x":
                other = draw(st.integers(0, len(tokens) - 1))
                tokens[index], tokens[other] = tokens[other], tokens[index]
            case _:
                tokens[index] = draw(st.sampled_from(STRANGE))
    return "".join(tokens)


def assert_inside(span: Span, file: AnySnapshot) -> None:
    assert 0 <= span.start <= span.end <= len(file.text)


@given(damaged(), st.data())
def test_looking_at_any_place(text: str, data: st.DataObject) -> None:
    workspace = Workspace()
    domain = workspace.set_text("d", text)
    problem = workspace.set_text("p", PROBLEM)
    project = workspace.snapshot
    for file in (domain, problem):
        offset = data.draw(st.integers(0, len(file.text)))
        found = hover(project, file, offset)
        if found is not None:
            assert_inside(found.span, file)
            assert found.span.contains(offset)
        target = definition(project, file, offset)
        if target is not None:
            assert_inside(target.origin, file)
            assert_inside(target.whole, project.files[target.file])
        assert_nested(outline(file), Span(0, len(file.text)))
        offered = complete(project, file, offset)
        assert_inside(offered.replace, file)
        assert offered.replace.start == offered.insert.start <= offered.insert.end == offset
        assert offered.insert.end <= offered.replace.end
        for item in offered.items:
            apply_edits(file.text, (*item.edits, Edit(offered.replace, item.text)))
        shown = signature(project, file, offset)
        if shown is not None:
            assert 0 <= shown.active < len(shown.parameters)
        assert_one_set(project, file, offset)


def assert_one_set(project: ProjectSnapshot, file: AnySnapshot, offset: int) -> None:
    """The places of a name are the same from each of them."""
    subject = subject_at(project, file, offset)
    if subject is None:
        return
    places = list(references(project, subject))
    assert any(place.file == file.name and place.span.contains(offset) for place in places)
    for place in places:
        there = project.files[place.file]
        assert there.text[slice(*place.span)].lower() == subject.name
        again = subject_at(project, there, place.span.start)
        assert again is not None
        assert list(references(project, again)) == places
    assert {(place.file, place.span) for place in places if place.file == file.name} == {
        (place.file, place.span) for place in highlights(project, file, offset)
    }


def assert_nested(items: tuple[OutlineItem, ...], outer: Span) -> None:
    for item in items:
        assert outer.start <= item.span.start <= item.name_span.start
        assert item.name_span.end <= item.span.end <= outer.end
        assert_nested(item.children, item.span)


@given(damaged(), st.booleans())
def test_comparing_with_a_reference(text: str, learned_is_damaged: bool) -> None:
    texts = (text, DOMAIN) if learned_is_damaged else (DOMAIN, text)
    learned, reference = FileSnapshot.of(texts[0], "learned"), FileSnapshot.of(texts[1], "r")
    found = review(learned, reference)
    if found is None:
        return
    for diagnostic in found.diagnostics:
        assert_inside(diagnostic.span, learned)
        assert diagnostic.code in codes()
        assert diagnostic.message == " ".join(diagnostic.message.split())
        for related in diagnostic.related:
            assert_inside(related.span, reference)
        for fix in fixes_of(found, diagnostic):
            apply_edits(learned.text, fix.edits)
    if found.take_all:
        apply_edits(learned.text, found.take_all.edits)
    for action in found.diff.actions:
        whole = found.take_action(action)
        if whole:
            apply_edits(learned.text, whole.edits)
    for lens in review_lenses(found):
        assert_inside(lens.span, learned)
