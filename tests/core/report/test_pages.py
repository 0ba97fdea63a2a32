"""Reports as pages: what they say, and that no text in them becomes markup."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.report.test_consequences import judged
from plancore.report.domain.review import DomainReview, review_domains
from plancore.report.lines import visible
from plancore.report.problem.review import review_problems
from plancore.report.registry import Report, render
from plancore.report.render.html import page as pages
from plancore.snapshot import FileSnapshot
from support.examples import BAKERY, DELIVERY
from support.page import ATTRIBUTES, ELEMENTS, Page
from support.parcels import PLAN, parcel_review

HOSTILE = [
    "<script>alert(1)</script>",
    '"onload="alert(1)',
    "'><img src=x>",
    "]]>",
    "<!--",
    "&amp;",
    "</style>",
    "javascript:alert(1)",
    "x\u202ey",
    "a\x1b]52;b\x07",
    "tab\there",
    "lone \ud800 half",
]
LIGHT, DARK = 0, 1


def domain(*literals: str) -> str:
    return f"(define (domain d) (:action go :precondition (and {' '.join(literals)})))"


def domains(name: str, ours: list[str], theirs: list[str]) -> DomainReview:
    return review_domains(
        FileSnapshot.of(domain(*ours), name), FileSnapshot.of(domain(*theirs), "reference.pddl")
    )


def example(folder: Path) -> DomainReview:
    ours, theirs = (
        FileSnapshot.of((folder / name).read_text(), name)
        for name in ("learned.pddl", "reference.pddl")
    )
    return review_domains(ours, theirs)


def page_of(report: Report) -> Page:
    """The page, once it is sure that it has only what pages may have."""
    text = render(report, "html")
    page = Page(text)
    assert page.names <= ELEMENTS
    assert page.attributes <= ATTRIBUTES
    assert {link[0] for link in page.values("href")} <= {"#"}
    assert text.isprintable() or text.replace("\n", "").isprintable()
    return page


names = st.sampled_from(HOSTILE) | st.text(st.characters(), min_size=1)
literals = st.lists(
    st.sampled_from(["(p)", "(q)", "(not (r))", "(<b>s</b>)", '("x">)', "(&lt;)", "(]]>)"]),
    max_size=4,
)


@pytest.mark.viewer_behaviour(34, "pages, parsed again: every text of the files is text")
@given(names, literals, literals)
def test_texts_of_files_are_texts_of_the_page(
    name: str, ours: list[str], theirs: list[str]
) -> None:
    report = domains(name, ours, theirs)
    page = page_of(report)
    assert " ".join(visible(name).split()) in page.text
    (action,) = report.diff.actions
    elements = [
        side for pair in action.precondition.equal for side in (pair.learned, pair.reference)
    ]
    for change in action.changes:
        elements += [side for side in (change.learned, change.reference) if side is not None]
    for element in elements:
        assert visible(element.text) in page.texts


@given(st.lists(st.text(st.characters(exclude_characters="()\r\n;"), min_size=1), max_size=4))
def test_texts_of_plans_are_texts_of_the_page(words: list[str]) -> None:
    review = parcel_review([*PLAN[:3], *(f"load {word}" for word in words)])
    page = page_of(review)
    for step in review.learned.plan.steps:
        assert visible(step.action.original) in page.text


@pytest.mark.parametrize("name", HOSTILE)
def test_names_of_problems_are_texts_of_the_page(name: str) -> None:
    texts = "(define (problem a) (:init (p)))", "(define (problem a) (:init (<q>)))"
    ours, theirs = (FileSnapshot.of(text, name) for text in texts)
    page = page_of(review_problems(ours, theirs))
    assert visible(name) in page.texts
    assert "(<q>)" in page.texts


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_a_page_says_what_each_difference_breaks(seed: int) -> None:
    review, _ = judged(seed)
    assert review.blame is not None
    for report in (review, review.blame):
        page = page_of(report)
        blame = review.blame.blame
        for plan in blame.stopped:
            assert visible(plan.first.reason) in page.text
        n_differences = sum(anchor.startswith("difference-") for anchor in page.values("id"))
        assert n_differences == len(blame.consequences)


@given(st.integers(0, 2**32))
def test_links_lead_somewhere_and_headings_are_in_order(seed: int) -> None:
    review, _ = judged(seed)
    page = page_of(review)
    anchors = page.values("id")
    assert len({*anchors}) == len(anchors)
    assert {link.removeprefix("#") for link in page.values("href")} <= {*anchors}
    levels = [level for level, _ in page.headings]
    assert levels[0] == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    assert levels.count(1) == 1
    heads = [element for element in page.elements if element.name == "th"]
    assert all(head.attributes.get("scope") in ("col", "row") for head in heads)


FIGURE = re.compile(r"\d\.\d{3} (?:= \d+/\d+|over \d+(?: of \d+)?)")


@pytest.mark.viewer_behaviour(15, "every figure of text and JSON is in the page, with its counts")
@pytest.mark.parametrize("folder", [DELIVERY, BAKERY], ids=["delivery", "bakery"])
def test_figures_are_those_of_text_and_json(folder: Path) -> None:
    review = example(folder)
    page, text = page_of(review), render(review)
    assert {*FIGURE.findall(text)} <= {*FIGURE.findall(page.text)}
    data = json.loads(render(review, "json"))
    for row in data["syntactic"]["micro"].values():
        counts = " ".join(str(row[name]) for name in ("tp", "fp", "fn", "tn"))
        assert counts in page.text
    for action in data["actions"].values():
        for part in ("precondition", "effect"):
            for kind in ("tp", "fp", "fn"):
                for literal in action["similarity"][part][kind]:
                    assert literal in page.texts


@pytest.mark.viewer_behaviour(15)
def test_each_metric_says_how_it_is_computed() -> None:
    page = page_of(example(DELIVERY))
    for metric, _ in example(DELIVERY).measured:
        assert {"Formula", "Range", "Edge cases"} <= metric.paragraphs.keys()
        assert metric.paragraphs["Range"] in page.text


def test_errors_come_before_all_else() -> None:
    review = review_domains(
        FileSnapshot.of("(define (domain d) (:action a :precondition (and (p)", "broken.pddl"),
        FileSnapshot.of("(define (domain d) (:action a :precondition (p)))", "whole.pddl"),
    )
    page = page_of(review)
    error = next(note.message for note in review.notes if note.is_error)
    assert page.text.index(error) < page.text.index("by name")


def test_the_policy_allows_this_style_and_this_script_and_nothing_else() -> None:
    text = render(example(DELIVERY), "html")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    rules = dict(rule.strip().split(" ", 1) for rule in policy.replace("&#x27;", "'").split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for kind in ("style", "script"):
        (content,) = re.findall(rf"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        digest = b64decode(rules[f"{kind}-src"].strip("'").removeprefix("sha256-"))
        assert digest == sha256(content.encode()).digest()
    assert " style=" not in text
    assert not re.search(r"\son\w+=", text)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio of two colours `#rrggbb`."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("scheme", [LIGHT, DARK, 2], ids=["light", "dark", "print"])
def test_colours_can_be_read(scheme: int) -> None:
    style = Path(pages.__file__).with_name("style.css").read_text()
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#\w{6});", blocks[scheme]))
    for name in ("text", "dim", "link"):
        assert contrast(colours[name], colours["page"]) >= 4.5
    for name in ("text", "dim"):
        assert contrast(colours[name], colours["soft"]) >= 4.5
    for name in ("missing", "extra", "changed", "moved", "failing"):
        assert contrast(colours[name], colours["page"]) >= 4.5
        assert contrast(colours[name], colours[f"{name}-soft"]) >= 4.5
        assert contrast(colours["dim"], colours[f"{name}-soft"]) >= 4.5


def test_sameness_is_claimed_only_of_what_could_be_read() -> None:
    broken = FileSnapshot.of("(define (domain d) (:action a :precondition (and (p)", "broken.pddl")
    doubtful = "no differences in what could be read (partial: errors in the files)"
    assert doubtful in page_of(review_domains(broken, broken)).text
    whole = FileSnapshot.of("(define (domain d) (:action a :effect ()))", "whole.pddl")
    assert "define the same domain (1 action)." in page_of(review_domains(whole, whole)).text


def test_each_difference_says_what_it_means() -> None:
    page = page_of(domains("learned.pddl", ["(p)"], ["(q)"]))
    assert "more restrictive" in page.text
    assert "less restrictive: invalid plans" in page.text
