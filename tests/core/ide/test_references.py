"""Every place of a name, from any of them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from plancore.diagnostic import Edit, apply_edits
from plancore.ide.navigation.references import Reference, highlights, references
from plancore.ide.navigation.symbols import mentions, subject_at
from plancore.ide.rename.rename import rename
from plancore.lower.section import SectionModel
from plancore.occurrences import OccurrenceTable, SymbolKind, occurrences_of
from plancore.project import ProjectSnapshot, snapshot_of
from plancore.source import Span
from plancore.stop import Checkpoint, StoppedError
from plancore.syntax.nodes import Form
from plancore.syntax.tree import Section
from plancore.workspace import Workspace


def marked(project: ProjectSnapshot, places: Iterable[Reference]) -> dict[str, str]:
    """Each file with its places as `{name}` where that says what holds, else as `[name]`.

    Files are called by the last part of their name; those without a place are left out.
    """
    edits: dict[str, list[Edit]] = {}
    for file, (start, end), role in places:
        opening, closing = "{}" if role.is_write else "[]"
        edits.setdefault(file, []).append(Edit(Span(start, start), opening))
        edits[file].append(Edit(Span(end, end), closing))
    return {
        file.rpartition("/")[2]: apply_edits(project.files[file].text, of_file)
        for file, of_file in edits.items()
    }


DOMAIN = """\
(define (domain shop) ; shop
  (:types toy - thing thing)
  (:constants till - thing)
  (:predicates (on ?x - thing) (off ?x - thing))
  (:functions (cost ?x - thing))
  (:action sell :parameters (?x - toy)
    :precondition (and (ON ?x) (not (off till)) (preference cheap (<= (cost ?x) 3)))
    :effect (and (not (on ?x)) (forall (?y - thing) (when (on ?y) (off ?y))) (assign (cost ?x) 1)))
  (:action stop :parameters (?x - thing) :effect (on ?x)))
"""
PROBLEM = """\
(define (problem p) (:domain Shop)
  (:objects ball - Toy)
  (:init (on ball) (= (cost ball) 1))
  (:goal (and (off ball) (on till) (preference late (off till))))
  (:metric minimize (+ (is-violated cheap) (is-violated late))))
"""
OTHER = (
    "(define (problem q) (:domain shop) (:objects ball - toy) (:init (on ball)) (:goal (on ball)))"
)
ELSEWHERE = (
    "(define (domain zoo) (:types toy) (:predicates (on ?x)) (:action sell :effect (on toy)))"
)
PLAN = "(sell ball)\n(stop till) ; ball\n"


def workspace(**others: str) -> ProjectSnapshot:
    files = Workspace()
    files.set_text("shop/d.pddl", DOMAIN)
    files.set_text("shop/p.pddl", PROBLEM)
    files.set_text("shop/p.plan", PLAN)
    files.set_text("shop/far/q.pddl", OTHER)
    files.set_text("zoo/d.pddl", ELSEWHERE)
    for name, text in others.items():
        files.set_text(f"shop/{name}.pddl", text)
    return files.snapshot


def places(project: ProjectSnapshot, file: str, offset: int) -> list[Reference]:
    subject = subject_at(project, project.files[file], offset)
    return list(references(project, subject)) if subject else []


def lines(project: ProjectSnapshot, file: str, name: str, nth: int = 0) -> list[str]:
    """`file:line` with the marks of each line that has one, from the n-th place of `name`."""
    text, offset = project.files[file].text, -1
    for _ in range(nth + 1):
        offset = text.index(name, offset + 1)
    found = marked(project, places(project, file, offset + 1))
    return [
        f"{name}: {line.strip()}"
        for name, text in found.items()
        for line in text.splitlines()
        if any(mark in line for mark in "[]{}")
    ]


@pytest.mark.parametrize(
    ("file", "name", "expected"),
    [
        (
            "shop/d.pddl",
            "(on",
            [
                "d.pddl: (:predicates ({on} ?x - thing) (off ?x - thing))",
                "d.pddl: :precondition (and ([ON] ?x) (not (off till)) "
                "(preference cheap (<= (cost ?x) 3)))",
                "d.pddl: :effect (and (not ({on} ?x)) (forall (?y - thing) "
                "(when ([on] ?y) (off ?y))) (assign (cost ?x) 1)))",
                "d.pddl: (:action stop :parameters (?x - thing) :effect ({on} ?x)))",
                "q.pddl: (define (problem q) (:domain shop) (:objects ball - toy) "
                "(:init ({on} ball)) (:goal ([on] ball)))",
                "p.pddl: (:init ({on} ball) (= (cost ball) 1))",
                "p.pddl: (:goal (and (off ball) ([on] till) (preference late (off till))))",
            ],
        ),
        (
            "shop/p.pddl",
            "ball",
            [
                "p.pddl: (:objects {ball} - Toy)",
                "p.pddl: (:init (on [ball]) (= (cost [ball]) 1))",
                "p.pddl: (:goal (and (off [ball]) (on till) (preference late (off till))))",
                "p.plan: (sell [ball])",
            ],
        ),
        (
            "shop/p.plan",
            "till",
            [
                "d.pddl: (:constants {till} - thing)",
                "d.pddl: :precondition (and (ON ?x) (not (off [till])) "
                "(preference cheap (<= (cost ?x) 3)))",
                "p.pddl: (:goal (and (off ball) (on [till]) (preference late (off [till]))))",
                "p.plan: (stop [till]) ; ball",
            ],
        ),
        (
            "shop/p.pddl",
            "Toy",
            [
                "d.pddl: (:types {toy} - thing thing)",
                "d.pddl: (:action sell :parameters (?x - [toy])",
                "q.pddl: (define (problem q) (:domain shop) (:objects ball - [toy]) "
                "(:init (on ball)) (:goal (on ball)))",
                "p.pddl: (:objects ball - [Toy])",
            ],
        ),
        (
            "shop/p.plan",
            "sell",
            ["d.pddl: (:action {sell} :parameters (?x - toy)", "p.plan: ([sell] ball)"],
        ),
        (
            "shop/p.pddl",
            "cheap",
            [
                "d.pddl: :precondition (and (ON ?x) (not (off till)) "
                "(preference {cheap} (<= (cost ?x) 3)))",
                "p.pddl: (:metric minimize (+ (is-violated [cheap]) (is-violated late))))",
            ],
        ),
        (
            "shop/p.pddl",
            "late",
            [
                "p.pddl: (:goal (and (off ball) (on till) (preference {late} (off till))))",
                "p.pddl: (:metric minimize (+ (is-violated cheap) (is-violated [late]))))",
            ],
        ),
        (
            "shop/p.pddl",
            "Shop",
            [
                "d.pddl: (define (domain {shop}) ; shop",
                "q.pddl: (define (problem q) (:domain [shop]) (:objects ball - toy) "
                "(:init (on ball)) (:goal (on ball)))",
                "p.pddl: (define (problem p) (:domain [Shop])",
            ],
        ),
        ("shop/p.pddl", "p)", ["p.pddl: (define (problem {p}) (:domain Shop)"]),
        (
            "shop/d.pddl",
            "?x - toy",
            [
                "d.pddl: (:action sell :parameters ({?x} - toy)",
                "d.pddl: :precondition (and (ON [?x]) (not (off till)) "
                "(preference cheap (<= (cost [?x]) 3)))",
                "d.pddl: :effect (and (not (on [?x])) (forall (?y - thing) "
                "(when (on ?y) (off ?y))) (assign (cost [?x]) 1)))",
            ],
        ),
        (
            "shop/d.pddl",
            "?y))",
            [
                "d.pddl: :effect (and (not (on ?x)) (forall ({?y} - thing) "
                "(when (on [?y]) (off [?y]))) (assign (cost ?x) 1)))",
            ],
        ),
        ("shop/d.pddl", "?x - thing", ["d.pddl: (:predicates (on {?x} - thing) (off ?x - thing))"]),
    ],
)
def test_where_a_name_stands(file: str, name: str, expected: list[str]) -> None:
    assert lines(workspace(), file, name) == expected


def test_every_place_leads_to_the_same_places() -> None:
    project = workspace()
    for name, file in project.files.items():
        for offset in range(len(file.text)):
            for place in (found := places(project, name, offset)):
                assert places(project, place.file, place.span.start) == found
    assert places(project, "shop/d.pddl", 0) == []


def test_a_form_in_which_nothing_binds_a_variable() -> None:
    text = "(define (domain d) (:action a :precondition (p ?x ?x)) (:action b :effect (p ?x)))"
    project = workspace(e=text)
    (found,) = marked(project, places(project, "shop/e.pddl", text.index("?x"))).values()
    assert found == text.replace("(p ?x ?x)", "(p [?x] [?x])")


def test_an_object_that_two_problems_have_is_not_the_same() -> None:
    project = workspace()
    assert lines(project, "shop/far/q.pddl", "ball") == [
        "q.pddl: (define (problem q) (:domain shop) (:objects {ball} - toy) "
        "(:init (on [ball])) (:goal (on [ball])))"
    ]


def test_highlights_are_the_references_in_the_file() -> None:
    project = workspace()
    for name, file in project.files.items():
        for offset in range(len(file.text)):
            inside = [place for place in places(project, name, offset) if place.file == name]
            assert highlights(project, file, offset) == sorted(inside, key=lambda p: p.span)


def test_only_the_pieces_that_have_the_name_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def noted(section: Section, model: SectionModel, form: Form, _: Checkpoint) -> OccurrenceTable:
        read.append(form.text)
        return occurrences_of(section, model, form)

    facts = "\n".join(f"(on toy{number})" for number in range(40_000))
    text = f"(define (problem big) (:domain shop) (:objects ball - toy) (:init {facts} (on ball)))"
    project = workspace(big=text)
    monkeypatch.setattr("plancore.ide.navigation.references.occurrences_of", noted)
    found = places(project, "shop/big.pddl", text.index("ball"))
    assert [text[slice(*place.span)] for place in found] == ["ball", "ball"]
    assert sum(map(len, read)) < len(text) / 50


@pytest.mark.slow
def test_highlights_in_a_large_text_are_those_around_the_cursor() -> None:
    facts = "\n".join(f"(off toy{number})" for number in range(100_000))
    text = f"(define (problem big) (:domain shop) (:init {facts}))"
    project = workspace(big=text)
    at = text.index("(off toy50000)") + 1
    found = highlights(project, project.files["shop/big.pddl"], at)
    spans = [place.span for place in found]
    assert 10_000 < len(spans) < 40_000
    assert any(span.start == at for span in spans)
    assert spans == sorted(spans)


def test_the_search_can_be_stopped() -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    project = workspace()
    subject = subject_at(project, project.files["shop/d.pddl"], DOMAIN.index("on "))
    assert subject is not None
    assert subject.kind is SymbolKind.PREDICATE
    with pytest.raises(StoppedError):
        list(references(project, subject, stop))


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("(On ball)", "on", True),
        ("(only ball)", "on", False),
        ("(on ball1)", "ball", False),
        ("(on red-ball)", "ball", True),  # no more than a look
        ("(?x- t)", "?x", True),
        ("(?x -t)", "t", True),
        ("(aircraft?a)", "?a", True),
        ("(aircraft?a)", "aircraft", True),
        ("(p ?xx)", "?x", False),
        ("(p ?x)", "x", False),
        (r"1. pick\_up(a)", "pick_up", True),
        ("a(b,c)", "b", True),
        ("(p a'b)", "a'b", True),
    ],
)
def test_a_quick_look(text: str, name: str, expected: bool) -> None:
    assert mentions(text, name) is expected


def test_a_plan_with_escapes() -> None:
    domain = "(define (domain d) (:predicates (on ?x)) (:action pick_up :parameters (?x)))"
    files = Workspace()
    files.set_text("d.pddl", domain)
    files.set_text("p.pddl", "(define (problem p) (:domain d) (:objects a))")
    files.set_text("p.plan", "(pick\\_up a)\n")
    project = files.snapshot
    found = places(project, "d.pddl", domain.index("pick_up"))
    assert [place.file for place in found] == ["d.pddl", "p.plan"]
    refusal = rename(project, project.files["d.pddl"], domain.index("pick_up"), "lift")
    assert refusal == (r"cannot rename `pick\_up` in this notation", "p.plan", Span(1, 9))


def test_a_variable_is_not_the_head_of_a_list_that_was_torn_off() -> None:
    text = "(define (domain d) (:action a :precondition (and (exists)(?q - port) (p ?q))))"
    project = ProjectSnapshot({"d": snapshot_of(text, "d")})
    places = [text.index("?q"), text.rindex("?q")]
    for place in places:
        subject = subject_at(project, project.files["d"], place)
        assert subject is not None
        assert [found.span.start for found in references(project, subject)] == [place]
