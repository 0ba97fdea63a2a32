"""What beginners and language models write: one finding for each mistake, and a fix for all of it.

Each family makes the mistake in one or several of the actions of a domain that is right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import Diagnostic, Severity, apply_edits
from support.findings import findings

HEAD: Final = """\
(define (domain desk)
  (:requirements :strips :typing :negative-preconditions :universal-preconditions
    :equality)
  (:types book shelf)
  (:predicates (on ?b - book ?s - shelf) (read ?b - book) (free ?s - shelf))
  (:action read :parameters (?b - book) :effect (read ?b))
"""
ACTION: Final = """\
  (:action move-{n}
    :parameters (?b - book ?s ?to - shelf)
    :precondition (and (on ?b ?s) (free ?to))
    :effect (and (on ?b ?to) (not (on ?b ?s)) (free ?s) (not (free ?to))))
"""


def domain(actions: list[str]) -> str:
    return HEAD + "".join(actions) + ")\n"


def problems(text: str) -> list[Diagnostic]:
    return [d for d in findings(text) if d.severity <= Severity.WARNING or d.unnecessary]


Mistake = Callable[[str], str]

MISTAKES: Final[dict[str, tuple[str, Mistake]]] = {
    "a type that is not declared": (
        "undeclared type `novel`",
        lambda text: text.replace("?b - book ?s ?to", "?b - novel ?s ?to"),
    ),
    "a predicate that is not declared": (
        "undeclared predicate `lent`",
        lambda text: text.replace("(and (on ?b ?s)", "(and (lent ?b ?s) (on ?b ?s)"),
    ),
    "variables without their `?`": (
        "undeclared constant `b`; did you mean `?b`?",
        lambda text: text.replace("(on ?b ?s)", "(on b ?s)").replace("(on ?b ?to)", "(on b ?to)"),
    ),
    "a keyword in the plural": (
        "unknown keyword `:preconditions`; did you mean `:precondition`?",
        lambda text: text.replace(":precondition", ":preconditions"),
    ),
    "a short keyword": (
        "unknown keyword `:eff`; did you mean `:effect`?",
        lambda text: text.replace(":effect", ":eff"),
    ),
    "atoms without blanks": (
        "missing blank before a variable",
        lambda text: text.replace("(on ?b ?s)", "(on?b?s)"),
    ),
    "atoms as calls": (
        "expected the name inside the parentheses; write `(free ?to)`",
        lambda text: text.replace("(free ?to))\n    :effect", "free(?to))\n    :effect"),
    ),
    "a colon before a type": (
        "expected `-` before a type; write `?b -`",
        lambda text: text.replace("?b - book", "?b: book"),
    ),
    "types in an atom": (
        "types belong in lists of parameters; write `(on ?b ?s)`",
        lambda text: text.replace("(on ?b ?s)", "(on ?b - book ?s - shelf)", 1),
    ),
    "a word for truth": (
        "`true` is not a value; write `(free ?to)`",
        lambda text: text.replace("(free ?to))\n", "(= (free ?to) true))\n", 1),
    ),
    "a word for falsehood": (
        "`false` is not a value; write `(not (on ?b ?s))`",
        lambda text: text.replace("(not (on ?b ?s))", "(= (on ?b ?s) false)", 1),
    ),
    "a sign for negation": (
        "unknown operator `!`; write `(not (free ?to))`",
        lambda text: text.replace("(not (free ?to))", "!(free ?to)", 1),
    ),
    "an operator between its parts": (
        "expected the operator first; write `(not (= ?s ?to))`",
        lambda text: text.replace("(free ?to))\n", "(free ?to) (?s != ?to))\n", 1),
    ),
    "commas": (
        "commas are not part of PDDL; separate names by blanks",
        lambda text: text.replace("(on ?b ?s)", "(on ?b, ?s)"),
    ),
    "an en dash": (
        "en dash `–` is not part of PDDL; write `-`",
        lambda text: text.replace("?b - book", "?b – book"),
    ),
    "a no-break space": (
        "no-break space (U+00A0) between words; write a blank",
        lambda text: text.replace("(on ?b ?s)", "(on\u00a0?b ?s)"),
    ),
    "a zero-width space": (
        "zero width space (U+200B) between words; write a blank",
        lambda text: text.replace("(on ?b ?s)", "(on \u200b?b ?s)"),
    ),
    "square brackets": (
        "left square bracket `[` is not part of PDDL; write `(`",
        lambda text: text.replace("(and (on ?b ?s) (free ?to))", "[and [on ?b ?s][free ?to]]", 1),
    ),
    "curly brackets": (
        "left curly bracket `{` is not part of PDDL; write `(`",
        lambda text: text.replace(
            "(?b - book ?s ?to - shelf)", "{?b - book ?s ?to - shelf}"
        ).replace("(not (free ?to))", "{not {free ?to}}"),
    ),
    "a dollar sign before a variable": (
        "dollar sign `$` is not part of PDDL; write `?`",
        lambda text: text.replace("(on ?b ?s)", "(on $b $s)"),
    ),
    "angle brackets around a variable": (
        "angle brackets are not part of PDDL; write `?b`",
        lambda text: text.replace("(on ?b ?s)", "(on <?b> <?s>)"),
    ),
    "quotation marks around names": (
        'quotation mark `"` is not part of PDDL; write the name alone',
        lambda text: text.replace("- book", '- "book"'),
    ),
    "apostrophes around names": (
        "quotation mark `'` is not part of PDDL; write the name alone",
        lambda text: text.replace("(free ?s)", "('free' ?s)"),
    ),
    "a list that is quoted as in Lisp": (
        "quotation mark `'` is not part of PDDL; write the name alone",
        lambda text: text.replace("(and (on ?b ?s)", "'(and (on ?b ?s)"),
    ),
    "quotation marks for parentheses": (
        "expected parentheses, found quotation marks; write `(free ?to)`",
        lambda text: text.replace("(free ?to))\n    :effect", '"free ?to")\n    :effect'),
    ),
    "apostrophes for parentheses": (
        "expected parentheses, found quotation marks; write `(free ?to)`",
        lambda text: text.replace("(free ?to))\n    :effect", "'free ?to')\n    :effect"),
    ),
    "a comment of C": (
        "`//` does not begin a comment; write `;`",
        lambda text: text.replace("(free ?to))\n", "(free ?to)) // and free (it must be)\n", 1),
    ),
    "an invisible sign inside a word": (
        "zero width space (U+200B) inside a word; remove it",
        lambda text: text.replace("(free ?to))\n", "(fr\u200bee ?to))\n", 1),
    ),
    "several formulas": (
        "expected one formula after `:precondition`; write `(and …)` for several",
        lambda text: text.replace("(and (on ?b ?s) (free ?to))", "(on ?b ?s) (free ?to)"),
    ),
    "a quantifier whose variable has no list": (
        "expected a list of variables; write `(?o - book)`",
        lambda text: text.replace(
            "(free ?to))\n", "(free ?to) (forall ?o - book (not (on ?o ?to))))\n", 1
        ),
    ),
    "a quantifier whose variable has neither list nor type": (
        "expected a list of variables; write `(?o)`",
        lambda text: text.replace("(free ?to))\n", "(free ?to) (forall ?o (not (= ?o ?to))))\n", 1),
    ),
}
ONE_A_PLACE: Final = {
    "a quantifier whose variable has no list",
    "a quantifier whose variable has neither list nor type",
    "quotation marks for parentheses",
    "apostrophes for parentheses",
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_finding_whose_fix_fixes_all_of_it(name: str) -> None:
    message, mistake = MISTAKES[name]
    for actions in (1, 3):
        text = domain([mistake(ACTION.format(n=n)) for n in range(actions)])
        found = problems(text)
        expected = actions if name in ONE_A_PLACE else 1
        assert [d.message for d in found] == [message] * expected, text
        for _ in range(expected):
            (first, *_) = problems(text)
            assert first.fixes, text
            if first.code != "undeclared-type" and first.code != "undeclared-predicate":
                text = apply_edits(text, first.fixes[0].edits)
        if found[0].code not in ("undeclared-type", "undeclared-predicate"):
            assert problems(text) == [], text


@given(st.lists(st.sampled_from([None, *MISTAKES]), min_size=1, max_size=5))
def test_mistakes_are_told_apart(chosen: list[str | None]) -> None:
    actions = [ACTION.format(n=n) for n in range(len(chosen))]
    made = [
        MISTAKES[name][1](action) if name else action
        for name, action in zip(chosen, actions, strict=True)
    ]
    messages = {d.message for d in problems(domain(made))}
    assert messages == {MISTAKES[name][0] for name in chosen if name}


def test_variables_that_an_action_does_not_declare_are_one_finding_with_one_fix() -> None:
    text = domain([ACTION.format(n=1).replace("(?b - book ?s ?to - shelf)", "(?to - shelf)")])
    (found,) = problems(text)
    assert found.message == "undeclared variables `?b`, `?s`"
    (fix,) = found.fixes
    assert problems(apply_edits(text, fix.edits)) == []


def test_a_type_that_is_glued_to_its_variable() -> None:
    text = domain([ACTION.format(n=1).replace("?b - book", "?b-book")])
    (found,) = problems(text)
    assert found.message == "`?b-book` is one name; write `?b - book`"
    assert problems(apply_edits(text, found.fixes[0].edits)) == []


def test_parameters_without_their_question_marks_are_one_finding_with_one_fix() -> None:
    text = domain([ACTION.format(n=1).replace("?", "")])
    (found,) = problems(text)
    assert found.message == "missing `?` before a parameter; write `?b`"
    assert problems(apply_edits(text, found.fixes[0].edits)) == []


PROBLEM: Final = """\
(define (problem one)
  (:domain desk)
  (:objects dune emma{} book top low{} shelf)
  (:init (on dune top) (read emma) (free low))
  (:goal (on dune low)))
"""


def test_types_of_objects_without_their_dashes_are_one_finding() -> None:
    right = domain([ACTION.format(n=1)])
    assert findings(PROBLEM.format(" -", " -"), right) == ()
    text = PROBLEM.format("", "")
    (found,) = findings(text, right)
    assert found.message == "`book` is a type: missing `-`; write `- book`"
    assert found.fixes[0].edits
    assert findings(apply_edits(text, found.fixes[0].edits), right) == ()


@pytest.mark.parametrize("mark", ["{{ name }}", "{% for x in y %}", "<%= name %>", "${name}"])
def test_a_template_is_told_once(mark: str) -> None:
    (found,) = findings(f"(define (problem p) (:domain d) (:objects a {mark} a) (:init))")
    assert found.message == f"template: `{mark[:2]}` is not part of PDDL; nothing else is checked"


PLACEHOLDERS: Final = [
    *(
        "\xabobjects\xbb",
        "\xabthe objects\xbb",
        "<objects>",
        "<insert objects here>",
        "<<objects>>",
    ),
    *("<|objects|>", "{objects}", "{0}", "[OBJECTS]", "@objects@", "%s", "%(objects)s"),
]


@pytest.mark.parametrize("mark", PLACEHOLDERS)
@pytest.mark.parametrize("place", ["objects", "fact", "argument", "section"])
def test_a_placeholder_makes_a_template(mark: str, place: str) -> None:
    old, new = {
        "objects": ("dune emma{} book top low{} shelf", mark),
        "fact": ("(on dune top)", mark),
        "argument": ("(on dune low)", f"(on {mark} low)"),
        "section": ("(:init (on dune top) (read emma) (free low))", mark),
    }[place]
    assert old in PROBLEM
    (found,) = findings(_with(old, new))
    assert found.message == f"template: `{mark}` is not part of PDDL; nothing else is checked"


def _with(old: str, new: str) -> str:
    return (
        PROBLEM.replace(old, new) if "{}" in old else PROBLEM.format(" -", " -").replace(old, new)
    )


@pytest.mark.parametrize("mark", PLACEHOLDERS)
def test_a_placeholder_in_a_comment_or_before_the_definition_says_nothing(mark: str) -> None:
    right = domain([ACTION.format(n=1)])
    assert problems(f"; {mark}\n{right}; {mark}") == []
    assert "template" not in "".join(d.message for d in findings(f"Here is {mark}:\n{right}"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(on dune low)", "(on [book] [target_shelf])"),
        ("(on dune top)", "(on\n [name-of-book] top)"),
        ("(:domain desk)", "(:domain [domain])"),
        ("(problem one)", "(problem [name])"),
        ("(:objects dune", "(:objects [others] dune"),
        ("(free low)", "(= (height (of (the low))) [n])"),
    ],
)
def test_a_word_in_brackets_in_place_of_a_name_makes_a_template(old: str, new: str) -> None:
    assert old in PROBLEM
    (found,) = findings(_with(old, new))
    mark = new[new.index("[") : new.index("]") + 1]
    assert found.message == f"template: `{mark}` is not part of PDDL; nothing else is checked"


@pytest.mark.parametrize(
    "text",
    [
        "(and (on ?b ?s) [done])",
        "(not [done])",
        "(on ?b [?s])",
        "(at start [done])",
        "(on [a b])",
        "(on [place]) [free ?s]",
        "(< (cost ?b) (limit ?s)) (> (cost ?b) (limit ?s))",
        "(<= 1 (cost ?b))",
        "(on {?b} ?s)",
        "[and [on ?b ?s] {free ?s}]",
        "(on <?b> ?s)",
        "(a->b ?b)",
    ],
)
def test_what_is_no_placeholder(text: str) -> None:
    found = findings(domain([ACTION.format(n=1).replace("(free ?to))", f"{text})", 1)]))
    assert "template" not in "".join(d.message for d in found)


@pytest.mark.parametrize(
    ("text", "what", "start"),
    [
        (
            "; streams\n(define (stream pick)\n  (:stream grasp :inputs (?o) :outputs (?g)))\n",
            "stream file of PDDLStream",
            "(stream",
        ),
        ("(trajectory\n(:state (on a b))\n(:action (pick a)))\n", "trajectory", "trajectory"),
        ("(:trajectory\n(:objects a - block)\n(:init (p a)))\n", "trajectory", ":trajectory"),
    ],
)
def test_a_file_that_is_neither_domain_nor_problem_is_one_hint(
    text: str, what: str, start: str
) -> None:
    (found,) = findings(text)
    assert (found.severity, found.message) == (Severity.HINT, f"{what}: it is not checked")
    assert text[found.span.start : found.span.end] == start


def test_a_file_reports_at_most_twenty_of_a_kind() -> None:
    effects = " ".join(f"(read b{n})" for n in range(500))
    text = domain([f"(:action a :effect (and {effects}))"])
    found = [d for d in findings(text) if d.code == "undeclared-object"]
    assert len(found) == 20
    assert found[-1].message.startswith("481 more of these diagnostics, the first of them: ")


@given(st.integers(1, 12))
def test_many_predicates_that_are_missing_are_one_mistake(count: int) -> None:
    names = [f"{chr(ord('g') + n)}-zigzag" for n in range(count)]
    effects = " ".join(f"({name} ?b) (not ({name} ?b))" for name in names)
    text = domain([f"(:action a :parameters (?b - book) :effect (and {effects}))"])
    found = [d for d in findings(text) if d.code == "undeclared-predicate"]
    assert len(found) == (count if count < 4 else 1)
    assert sum(len(d.spans) for d in found) == 2 * count
    if count >= 4:
        assert f"`{names[0]}`, `{names[1]}`" in found[0].message
        text = apply_edits(text, found[0].fixes[0].edits)
        assert not [d for d in findings(text) if d.code == "undeclared-predicate"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(read ?b - book)", "read(?b - book)", "expected the name inside the parentheses; "
         "write `(read ?b - book)`"),
        ("(on ?b - book ?s - shelf) (read ?b - book)", "on ?b ?s (read ?b - book)",
         "expected predicates in parentheses; write `(on ?b ?s)`"),
        (":typing :neg", "typing neg", "missing `:` before requirement `typing`; write `:typing`"),
        ("book shelf)", "(book) (shelf))", "expected a type, found a list"),
        ("(on ?b - book ?s - shelf) (read ?b - book) (free ?s - shelf)",
         "((on ?b - book ?s - shelf) (read ?b - book) (free ?s - shelf))",
         "surplus parentheses around predicates"),
        (":parameters (?b - book)", "(?b - book)",
         "missing `:parameters` before the list of parameters"),
        (":parameters (?b - book)", ":parameters ?b - book",
         "expected a list of parameters; write `(?b - book)`"),
        (":typing", ":typed", "unknown requirement `:typed`; did you mean `:typing`?"),
        (":negative-preconditions", ":negative_preconditions",
         "unknown requirement `:negative_preconditions`; did you mean `:negative-preconditions`?"),
        (":universal-preconditions", ":quantified-precondition",
         "unknown requirement `:quantified-precondition`; "
         "did you mean `:quantified-preconditions`?"),
    ],
)  # fmt: skip
def test_mistakes_in_declarations_are_told_once(old: str, new: str, message: str) -> None:
    assert old in HEAD
    action = ACTION.format(n=1).replace("(free ?to))\n", "(forall (?o - book) (not (on ?o ?s))))\n")
    found = problems(domain([action]).replace(old, new, 1))
    assert [d.message for d in found if d.code != "undeclared-predicate"] == [message]


def test_variables_without_their_signs_are_one_finding_for_the_file() -> None:
    text = domain([ACTION.format(n=n) for n in range(3)]).replace("?", "")
    (found,) = problems(text)
    assert found.message == "missing `?` before a parameter; write `?b`"
    assert problems(apply_edits(text, found.fixes[0].edits)) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(:domain desk)", "(domain desk)", "unknown section `domain`; did you mean `:domain`?"),
        (":objects", ":constants", "`:constants` is only allowed in a domain; write `:objects`"),
        ("dune emma - book", "?dune ?emma - book", "a variable among objects; write `dune`"),
        ("(:objects dune", "(:objects: dune", "`:` before objects is not part of PDDL"),
        ("(:init (on", "(:init: (on", "`:` before a formula is not part of PDDL"),
        ("dune emma - book", "? dune emma - book", "a variable among objects; write `dune`"),
        ("dune emma - book", "dune emma ? - book", "missing name after `?`"),
        ("(on dune top) ", "(on dune - book top - shelf) ",
         "types belong in lists of parameters; write `(on dune top)`"),
        ("(:goal (on dune low))", "(:metric minimize (total-time))",
         "missing `(:goal …)` in problem `one`"),
    ],
)  # fmt: skip
def test_mistakes_in_problems_are_told_once(old: str, new: str, message: str) -> None:
    right = domain([ACTION.format(n=1)])
    text = PROBLEM.format(" -", " -")
    assert old in text
    (found,) = findings(text.replace(old, new, 1), right)
    assert found.message == message
    if found.fixes:
        assert findings(apply_edits(text.replace(old, new, 1), found.fixes[0].edits), right) == ()


@pytest.mark.parametrize(("old", "new"), [(" $", " ?"), ("\u2013", "-"), (",", " "), ("?", " ?")])
def test_a_fix_fixes_thousands_of_signs(old: str, new: str) -> None:
    atoms = "".join(f"(p{n}{old}b)" for n in range(1_500))
    text = f"(define (domain d) (:action a :effect (and {atoms})))"
    (found,) = [d for d in findings(text) if d.code == "foreign-sign"]
    assert len(found.fixes) == 1
    fixed = apply_edits(text, found.fixes[0].edits)
    assert fixed == text.replace(f"{old}b", f"{new}b")


@pytest.mark.parametrize("keyword", [":inits", ":initial", ":initial-state", ":inti"])
def test_an_initial_state_under_another_name_is_not_missing_too(keyword: str) -> None:
    right = domain([ACTION.format(n=1)])
    text = PROBLEM.format(" -", " -").replace(":init", keyword)
    (found,) = [d for d in findings(text, right) if d.severity <= Severity.WARNING]
    assert found.message == f"unknown section `{keyword}`; did you mean `:init`?"
    assert findings(apply_edits(text, found.fixes[0].edits), right) == ()
