"""Reading again after an edit gives what reading from nothing gives, and keeps what it may.

The long test makes ten edits each in 400 texts; `EDITED_TEXTS=1000` takes more.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.ide.information.hover import spelling_of
from plancore.lower.facts import lower_facts
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.syntax import reader
from plancore.syntax.nodes import Atom, Form, List, Node
from plancore.syntax.tree import SyntaxTree
from support.token_damage import mutation

DOMAIN = """\
; a lift
(define (domain lift)
  (:requirements :strips :typing :negative-preconditions)
  (:types floor person - object)
  (:constants ground - floor)
  (:predicates (at ?f - floor) (waits ?p - person ?f - floor) (inside ?p - person)
    (above ?low ?high - floor)) ; static
  (:functions (total-cost) - number)
  (:action board
    :parameters (?p - person ?f - floor)
    :precondition (and (at ?f) (waits ?p ?f) (not (inside ?p)))
    :effect (and (inside ?p) (not (waits ?p ?f)) (increase (total-cost) 1)))
  (:action up :parameters (?from ?to - floor)
    :precondition (and (at ?from) (above ?from ?to))
    :effect (and (at ?to) (not (at ?from)))))
"""

PROBLEM = """\
(define (problem tower)
  (:domain lift)
  (:objects f1 f2 f3 - floor ann bob - person)
  (:init (at ground) (above ground f1) (above f1 f2) ; the shaft
    (above f2 f3) (waits ann f2)
    (waits bob f3) (= (total-cost) 0))
  (:goal (and (inside ann) (inside bob)))
  (:metric minimize (total-cost)))
"""

BOTH = f"Here are both.\n```pddl\n{DOMAIN}```\nand the problem:\n```\n{PROBLEM}```\n"

BARE = (
    DOMAIN.replace("(:predicates", ":predicates")
    .replace("; static", "")
    .replace("(:types", ":types")
)
"""Two sections without their parentheses, as language models write them."""

BARE_PROBLEM = (
    PROBLEM.replace("(:domain lift)", ":domain lift")
    .replace("(:objects f1 f2 f3 - floor ann bob - person)", ":objects f1 f2 f3 - floor ann bob")
    .replace("(:init", ":init")
    .replace("0))", "0)")
)

TEMPORAL = """\
(define (domain lift)
  (:requirements :durative-actions)
  (:predicates (at ?f) (above ?low ?high))
  (:durative-action Up :parameters (?From ?to)
    :duration (= ?duration 12)
    :condition (and (at start (at ?from)) (over all (above ?from ?to)))
    :effect (and (at start (not (at ?from))) (at end (at ?to)))))
"""

TEXTS = (DOMAIN, PROBLEM, BOTH, BARE, BARE_PROBLEM, TEMPORAL)

FRAGMENTS = (
    *(":predicates", ":types a - b", ":requirements :strips", ":goal ", ":init ", ":objects "),
    *("(", ")", ")(", "((", "))", ";", "\n", " ", '"', "?x", ":effect", ":precondition", "- t"),
    *("(:action a", "(:init", "(:objects ", "(:goal (and", "(define (domain d)", "```", "(and "),
    *(
        "(above f1 f2)",
        "(= (total-cost) 4)",
        "x",
        "X",
        "3",
        "(:",
        ":",
        "define",
        "ground\r\n",
        "\u2028",
        "\f",
    ),
)

EDITED_TEXTS = int(os.environ.get("EDITED_TEXTS", "400"))

Edit = tuple[float, int, str]
edits = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(("", *FRAGMENTS))),
    min_size=1,
    max_size=6,
)


def apply(file: FileSnapshot, edit: Edit) -> FileSnapshot:
    where, length, text = edit
    start = round(where * len(file.text))
    return file.edited(Span(start, min(start + length, len(file.text))), text)


def retyped(file: FileSnapshot, edit: Edit) -> FileSnapshot:
    """The file after the edit, whose replaced forms are released as in a session."""
    file = apply(file, edit)
    assert file.tree.replaced is not None
    for form in file.tree.replaced:
        assert not file.tree.holds(form)
        form.release()
    return file


def shape(file: FileSnapshot) -> list[object]:
    """All that can be seen of a tree: where a piece of a bulk section ends is not part of it."""
    tree = file.tree
    return [
        [
            (d.kind, d.name and d.name.text, d.close and tree.span(d.close.place())),
            [(s.keyword, s.closed, [seen for n in s.items() for seen in walk(tree, n)])
             for s in d.sections],
        ]
        for d in tree.definitions
    ]  # fmt: skip


def walk(tree: SyntaxTree, root: Node) -> Iterator[object]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield type(node).__name__, tree.span(node.place), node.key if type(node) is Atom else ""
        if type(node) is List:
            stack.extend(reversed(node.items))


def shape_of(tree: SyntaxTree, form: Form) -> list[object]:
    return [seen for node in form.nodes for seen in walk(tree, node)]


def meaning(file: FileSnapshot) -> list[object]:
    return [d.problem if d.kind == "problem" else d.domain for d in file.definitions]


def declared(file: FileSnapshot) -> list[object]:
    """What an environment is asked for: not the bodies of actions."""
    return [
        (
            environment.types,
            environment.objects,
            environment.predicates,
            environment.functions,
            environment.tasks,
            [
                (action.kind, action.duration, spelling_of(action), action.parameters)
                for action in environment.actions.values()
            ],
            [
                spelling_of(name)
                for each in environment.actions.values()
                for name in each.parameters
            ],
        )
        for environment in (definition.environment for definition in file.definitions)
    ]


def assert_same(edited: FileSnapshot, fresh: FileSnapshot) -> None:
    assert edited.text == fresh.text
    assert shape(edited) == shape(fresh)
    assert meaning(edited) == meaning(fresh)
    assert declared(edited) == declared(fresh)
    assert check(edited) == check(fresh)


@given(st.sampled_from(TEXTS), edits)
def test_any_edits_give_what_a_fresh_reading_gives(text: str, changes: list[Edit]) -> None:
    file = FileSnapshot.of(text)
    check(file)
    for change in changes:
        file = retyped(file, change)
        assert_same(file, FileSnapshot.of(file.text))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_thousands_of_edits_give_what_a_fresh_reading_gives(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(EDITED_TEXTS // 4):
        file = FileSnapshot.of(rng.choice(TEXTS))
        for _ in range(10):
            file = retyped(
                file, (rng.random(), rng.choice((0, 0, 1, 1, 5, 40)), rng.choice(FRAGMENTS))
            )
            assert_same(file, FileSnapshot.of(file.text))


def test_diagnostics_of_methods_name_the_places_of_edited_actions() -> None:
    text = """\
(define (domain d)
  (:requirements :hierarchy)
  (:task go :parameters ())
  (:method m :parameters (?x) :task (go) :subtasks (and (step ?x ?x)))
  (:action step :parameters (?x) :effect (p ?x)))
"""
    before = FileSnapshot.of(text)
    check(before)
    at = text.index("(p ?x)")
    after = before.edited(Span(at, at + 6), "(and (p ?x))")
    assert "`step` is declared here" in str(check(after))
    assert_same(after, FileSnapshot.of(after.text))


@pytest.mark.parametrize(("old", "new"), [("12", "1"), ("Up", "UP"), ("?From", "?from")])
def test_plans_see_the_text_of_a_signature_as_it_is_now(old: str, new: str) -> None:
    before = FileSnapshot.of(TEMPORAL)
    check(before)
    at = TEMPORAL.index(old)
    assert_same(
        before.edited(Span(at, at + len(old)), new), FileSnapshot.of(TEMPORAL.replace(old, new, 1))
    )


LARGE = PROBLEM.replace(
    "(waits ann f2)", "(waits ann f2) (= (height f1 -) 3)\n (waits ?p f1) (waits ?q f2)"
).replace("f1 f2 f3 - floor", "f1 - floor f2 - floor f3 f4 - floor f5 -\n floor")


@pytest.mark.parametrize("most", [3, 7])
def test_diagnostics_do_not_depend_on_where_pieces_of_sections_end(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(most)
    texts = [LARGE]
    for _ in range(150):
        text = rng.choice((LARGE, PROBLEM))
        for _ in range(rng.randrange(1, 6)):
            text = apply_edits(text, (mutation(rng, text),))
        texts.append(text.replace('"', "x"))
    whole = [check(FileSnapshot.of(text)) for text in texts]
    short = {
        ":init": reader._run(reader._FACT, most),
        ":objects": reader._run(reader._NAME_OR_TYPE, most),
    }
    monkeypatch.setattr(reader, "_RUN", short)
    for text, found in zip(texts, whole, strict=True):
        assert check(FileSnapshot.of(text)) == found, text


def test_a_fact_that_has_lost_its_parenthesis_takes_that_of_its_section() -> None:
    text = "(define (problem p) (:domain d)\n(:init (at f1\n(above f1 f2)\n(above f2 f3)"
    lost, whole = (
        " ".join(each.message for each in check(FileSnapshot.of(f"{text}{end}\n(:goal (at f1)))")))
        for end in (")", "))")
    )
    assert "missing `)`: `(at` is not closed before the next fact" in lost
    assert "missing" not in whole
    assert "`at` takes a time and one fact" in whole


def test_an_edit_keeps_the_forms_that_it_does_not_touch() -> None:
    before = FileSnapshot.of(DOMAIN)
    at = DOMAIN.index("(waits ?p ?f) (not")
    after = before.edited(Span(at, at), "(at ground) ")
    changed = [f for f in after.tree.forms if not before.tree.holds(f)]
    assert [form.keyword for form in changed] == [":action"]


def test_an_edit_in_a_large_init_reads_one_piece_again() -> None:
    facts = "\n".join(f"    (above f{i} f{i + 1})" for i in range(5_000))
    text = PROBLEM.replace("(above f1 f2)", facts)
    before = FileSnapshot.of(text)
    at = text.index("(above f2500 ")
    after = before.edited(Span(at, at), "(at f7) ")
    changed = [f for f in after.tree.forms if not before.tree.holds(f)]
    assert len(before.tree.forms) > 20
    assert len(changed) == 1
    assert lower_facts(changed[0]).facts[0]
    assert_same(after, FileSnapshot.of(after.text))


def test_a_piece_does_not_end_in_the_middle_of_a_word() -> None:
    # The old `(:objects` ends where the new text has the word `:objects:init`.
    text = PROBLEM.replace("- person)\n  (:init", "- person\n)(:objects:init")
    at = text.index("\n)(:objects:init")
    edited = FileSnapshot.of(text).edited(Span(at, at + 3), " ")
    assert_same(edited, FileSnapshot.of(edited.text))


@given(st.sampled_from(TEXTS), edits)
def test_the_nodes_of_a_released_form_are_parsed_again(text: str, changes: list[Edit]) -> None:
    file = FileSnapshot.of(text)
    for change in changes:
        file = apply(file, change)
    whole = [form for form in file.tree.forms if not form.problems]
    before = [shape_of(file.tree, form) for form in whole]
    for form in whole:
        form.release()
    assert [shape_of(file.tree, form) for form in whole] == before


@given(st.sampled_from(TEXTS), edits)
def test_a_text_beside_a_like_one_is_read_as_it_is_alone(text: str, changes: list[Edit]) -> None:
    first = FileSnapshot.of(text)
    check(first)
    other = first
    for change in changes:
        other = apply(other, change)
    assert_same(FileSnapshot.of(other.text, like=first), FileSnapshot.of(other.text))
    assert_same(first, FileSnapshot.of(text))


def kept(text: str, like: str) -> list[str]:
    """The first words of the forms that `text` has of its own beside `like`, and of those kept."""
    first = FileSnapshot.of(like)
    second = FileSnapshot.of(text, like=first)
    assert_same(second, FileSnapshot.of(text))
    return [
        f"{'same' if first.tree.holds(form) else 'own'} {' '.join(form.text.split()[:2])}"
        for form in second.tree.forms
        if form.keyword == ":action"
    ]


def test_what_two_texts_say_in_the_same_words_is_read_once() -> None:
    other = DOMAIN.replace("(above ?from ?to)", "(above ?to ?from)").replace("; a lift", "; same")
    assert kept(other, DOMAIN) == ["same (:action board", "own (:action up"]
    first = FileSnapshot.of(DOMAIN)
    second = FileSnapshot.of(other, like=first)
    assert second.definitions[0].domain.actions[0] is first.definitions[0].domain.actions[0]
    assert second.definitions[0].environment is first.definitions[0].environment


def test_no_form_stands_in_a_text_twice() -> None:
    action = "(:action a :parameters (?x) :effect (p ?x))"
    text = f"(define (domain d) (:predicates (p ?x)) {action}{{}})"
    assert kept(text.format(action), text.format("")) == ["same (:action a", "own (:action a"]


def test_a_section_that_goes_on_is_another_one() -> None:
    # A `)` too many before `:effect`: the section of the other text is only its beginning.
    text = "(define (domain d) (:predicates (p)) (:action a :parameters ()) {})"
    assert kept(text.format(":effect (p))"), text.format("")) == ["own (:action a"]


def test_a_damaged_section_is_read_again() -> None:
    text = "(define (domain d) (:action a :effect (and (p) (:action b :effect (p)))"
    assert kept(text, text) == ["own (:action a", "same (:action b"]


def test_a_name_that_is_typed_stands_with_its_type() -> None:
    """The piece of `:objects` that began with the dash is read again."""
    text = "(define (problem p) (:objects\n  - truck) (:init (p x)))"
    at = text.index("\n  - truck")
    edited = FileSnapshot.of(text).edited(Span(at, at), " t1")
    pieces = [form.text for form in edited.tree.forms if form.keyword == ":objects"]
    assert "t1\n  - truck" in pieces
