"""The formatter: readable goldens first, then what holds for every text."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from plancore.ide.formatting.edits import format_edits, typed_edits
from plancore.ide.formatting.styles import FormatOptions
from plancore.project import AnySnapshot, PlanSnapshot, snapshot_of
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText, Span
from plancore.stop import StoppedError
from support.corpus import CORPORA, corpus_texts, up_to
from support.mistakes import DOMAIN, USUAL
from support.pieces import PIECES


def formatted(text: str, options: FormatOptions | None = None) -> str:
    file = snapshot_of(text)
    result = apply_edits(text, format_edits(file, options=options))
    again = snapshot_of(result)
    assert meaning(again) == meaning(file)
    assert comments(result) == comments(text)
    assert format_edits(again, options=options) == (), "not idempotent"
    return result


def check(before: str, after: str, options: FormatOptions | None = None) -> None:
    assert formatted(dedent(before).strip("\n"), options) == dedent(after).lstrip("\n")


def meaning(file: AnySnapshot) -> list[object]:
    if isinstance(file, PlanSnapshot):
        return [(step.key, step.start, step.duration) for step in file.plan.steps]
    return [d.problem if d.kind == "problem" else d.domain for d in file.definitions]


def comments(text: str) -> list[str]:
    found = re.findall(r";[^\n\r]*|\"[^\"\n\r]*\"", text)
    return [comment.rstrip() for comment in found if comment[0] == ";"]


def test_a_domain_on_one_line() -> None:
    check(
        """
        (define (domain d) (:requirements :strips :typing) (:types truck - vehicle place)
        (:predicates (at ?t - truck ?p - place) (road ?a ?b - place))
        (:action drive :parameters (?t - truck ?a ?b - place) :precondition (and (at ?t ?a)
        (road ?a ?b)) :effect (and (not (at ?t ?a)) (at ?t ?b))) (:action stay))
        """,
        """
        (define (domain d)
          (:requirements :strips :typing)

          (:types
            truck - vehicle
            place)

          (:predicates
            (at ?t - truck ?p - place)
            (road ?a ?b - place))

          (:action drive
            :parameters (?t - truck ?a ?b - place)
            :precondition (and
              (at ?t ?a)
              (road ?a ?b))
            :effect (and
              (not (at ?t ?a))
              (at ?t ?b)))

          (:action stay))
        """,
    )


def test_a_problem() -> None:
    check(
        """
        (DEFINE(PROBLEM P)(:DOMAIN D)(:OBJECTS A B)(:INIT (ON A B)(= (TOTAL-COST) 0))
        (:GOAL (ON B A))(:METRIC MINIMIZE (TOTAL-COST)))
        """,
        """
        (DEFINE (PROBLEM P)
          (:DOMAIN D)
          (:OBJECTS A B)

          (:INIT
            (ON A B)
            (= (TOTAL-COST) 0))

          (:GOAL (ON B A))
          (:METRIC MINIMIZE (TOTAL-COST)))
        """,
    )


def test_every_kind_of_formula_breaks_where_it_reads_well() -> None:
    check(
        """
        (define (domain d)
        (:action a :effect (and (forall (?x - t) (when (and (p ?x) (q ?x)) (not (p ?x))))
        (increase (total-cost) (+ (distance ?from ?to) (* 2 (weight ?x))))
        (p k)))
        (:durative-action b :parameters () :duration (= ?duration 5)
        :condition (at start (and (alpha one) (beta two) (gamma three))) :effect (at end (p k)))
        (:derived (above ?x ?y) (or (on ?x ?y) (exists (?z) (and (on ?x ?z) (above ?z ?y))))))
        """,
        """
        (define (domain d)
          (:action a
            :effect (and
              (forall (?x - t)
                (when
                  (and (p ?x) (q ?x))
                  (not (p ?x))))
              (increase (total-cost)
                (+
                  (distance ?from ?to)
                  (* 2 (weight ?x))))
              (p k)))

          (:durative-action b
            :parameters ()
            :duration (= ?duration 5)
            :condition (at start (and
              (alpha one)
              (beta two)
              (gamma three)))
            :effect (at end (p k)))

          (:derived (above ?x ?y) (or
            (on ?x ?y)
            (exists (?z) (and
              (on ?x ?z)
              (above ?z ?y))))))
        """,
        FormatOptions(width=40),
    )


def test_comments_stay_beside_what_they_stand_beside() -> None:
    check(
        """
        ; head
        (define (domain d) ; the name
        ; about types
         (:types car bus ; airplane
          - vehicle
              ; not yet
          )


         ; about a
         ; in two lines
         (:action a :parameters () ; none
          :precondition ; always
          (and ; both
          ; first
          (p)   ; one
          (qq)  ; two
          ) :effect (r) ; done
         )
         ; last
         )  ; end
        ; foot
        """,
        """
        ; head
        (define (domain d) ; the name
          ; about types
          (:types
            car bus ; airplane
              - vehicle
            ; not yet
          )

          ; about a
          ; in two lines
          (:action a
            :parameters () ; none
            :precondition ; always
              (and ; both
                ; first
                (p)  ; one
                (qq) ; two
              )
            :effect (r) ; done
          )
          ; last
        )  ; end
        ; foot""",
    )


@pytest.mark.server_behaviour(26)
def test_comments_in_a_column_stay_in_a_column() -> None:
    check(
        """
        (define (problem p) (:init
            (a)        ; alpha
            (bbb c)    ; beta
            (d)  ; alone
        ))
        """,
        """
        (define (problem p)
          (:init
            (a)     ; alpha
            (bbb c) ; beta
            (d) ; alone
          ))
        """,
    )


def test_one_empty_line_between_items_is_kept() -> None:
    check(
        """
        (define (problem p)

          (:domain d)


          (:init

            (a)


            (b)
          ))
        """,
        """
        (define (problem p)

          (:domain d)

          (:init
            (a)

            (b)))
        """,
    )


def test_names_are_wrapped_at_the_width_and_never_torn_from_their_type() -> None:
    check(
        """
        (define (problem p) (:objects one two three four five six - number seven - (either a b)))
        """,
        """
        (define (problem p)
          (:objects
            one two three four five
              six - number
            seven - (either a b)))
        """,
        FormatOptions(width=28),
    )


def test_indentation_can_be_chosen() -> None:
    check(
        "(define (domain d) (:action a :effect (p)))",
        """
        (define (domain d)
            (:action a
                :effect (p)))
        """,
        FormatOptions(indent=4),
    )


def test_a_damaged_section_stays_as_it_is() -> None:
    check(
        """
        (define (domain d)
        (:predicates   (p)  (q))
        (:action broken   :precondition (and (p)   :effect (q))
        (:action whole   :effect (q)))
        """,
        """
        (define (domain d)
          (:predicates
            (p)
            (q))
        (:action broken   :precondition (and (p)   :effect (q))

          (:action whole
            :effect (q)))
        """,
    )


def test_prose_around_a_definition_stays_as_it_is() -> None:
    check(
        """
        Here   is the domain:
        ```pddl
        (define (domain d)
        (:predicates (p)))
        ```
        Good   luck!
        """,
        """
        Here   is the domain:
        ```pddl
        (define (domain d)
          (:predicates (p)))
        ```
        Good   luck!""",
    )


@pytest.mark.server_behaviour(26)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_stay(newline: str) -> None:
    text = newline.join(("(define (domain d)", "(:predicates (p) (q) ; two", "))", ""))
    expected = "(define (domain d)|  (:predicates|    (p)|    (q) ; two|  ))|"
    assert formatted(text) == expected.replace("|", newline)


def test_of_mixed_line_ends_the_most_frequent_one_is_taken() -> None:
    assert SourceText("a\r\nb\r\nc\nd\re").newline == "\r\n"
    assert SourceText("a\rb\nc\r").newline == "\r"
    assert SourceText("a").newline == "\n"
    mixed = "(define (domain d)\r\n (:predicates (p)\n (q))\r\n)"
    assert formatted(mixed) == "(define (domain d)|  (:predicates|    (p)|    (q)))|".replace(
        "|", "\r\n"
    )


def test_edits_are_as_small_as_they_can_be() -> None:
    text = "(define (domain d)\n    (:predicates (p)))\n"
    assert format_edits(FileSnapshot.of(text)) == ((Span(21, 23), ""),)


def test_no_edit_starts_or_ends_inside_a_line_break() -> None:
    text = "(define (domain d)\r\n\r\n\r\n(:predicates (p))\n(:action a))"
    for edit in format_edits(FileSnapshot.of(text)):
        for offset in edit.span:
            assert text[offset - 1 : offset + 1] != "\r\n"


def test_formatting_is_stopped_at_a_checkpoint() -> None:
    def stop(*_: object) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        format_edits(FileSnapshot.of(f"(:init {'(p o1) ' * 100})"), checkpoint=stop)


def test_a_plan_has_one_step_per_line() -> None:
    check(
        """
          ( move  a b )(pick B)
        ; why
           (drop b) ; here
        ; cost = 3 (unit cost)
        """,
        """
        (move a b)
        (pick B)
        ; why
        (drop b) ; here
        ; cost = 3 (unit cost)""",
    )


def test_a_timed_plan_keeps_its_numbers() -> None:
    check(
        "  0.00: ( a  b )[1.50]\n0.5:   (c) [2]\n",
        "0.00: (a b)[1.50]\n0.5:   (c) [2]",
    )


@pytest.mark.server_behaviour(26)
@given(st.lists(PIECES, max_size=40).map("".join))
@example("; c\n(define (domain d)\r\n\r\n")
@example('(define (domain d)("(define (domain d)\n)"')
def test_any_text_keeps_its_tokens_and_settles_at_once(text: str) -> None:
    file = FileSnapshot.of(text)
    result = apply_edits(text, format_edits(file))
    assert re.sub(r"\s", "", result) == re.sub(r"\s", "", text)
    again = FileSnapshot.of(result)
    assert meaning(again) == meaning(file)
    assert format_edits(again) == ()


@pytest.mark.server_behaviour(26)
@given(st.lists(PIECES, max_size=30).map("".join), st.integers(0, 200), st.integers(0, 200))
def test_a_range_of_any_text_keeps_its_tokens(text: str, one: int, other: int) -> None:
    span = Span(*sorted((min(one, len(text)), min(other, len(text)))))
    file = FileSnapshot.of(text)
    edits = format_edits(file, span)
    assert set(edits) <= set(format_edits(file))
    result = apply_edits(text, edits)
    assert re.sub(r"\s", "", result) == re.sub(r"\s", "", text)
    assert meaning(FileSnapshot.of(result)) == meaning(file)


@pytest.mark.server_behaviour(26)
@up_to(2_000)
@pytest.mark.parametrize("corpus", CORPORA)
def test_every_file_of_a_corpus_keeps_model_and_comments(corpus: Path, max_bytes: int) -> None:
    for _, text in corpus_texts(corpus, max_bytes=max_bytes):
        formatted(text)


def test_names_of_one_list_with_a_comment_each_keep_one_indentation() -> None:
    names = "a ; first\nb ; second\nc ; third\nd - t ; fourth\ne f ; fifth\n- u"
    after = formatted(
        f"(define (problem p) (:objects {names}) (:requirements :strips ; one\n:typing))"
    )
    assert "(:objects\n    a ; first\n    b ; second\n    c ; third\n    d - t ; fourth" in after
    assert "\n    e f ; fifth\n      - u)" in after
    assert "(:requirements :strips ; one\n    :typing)" in after


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        # A line break indents what comes behind it.
        ("(define (domain d)\n$0", "(define (domain d)\n  $0"),
        ("(define (domain d)\n  (:action a\n$0)", "(define (domain d)\n  (:action a\n  $0)"),
        ("(define (domain d)\n  (:action a\n$0 :effect (p)", "…a\n    $0:effect (p)"),
        ("(define (problem p)\n  (:goal (and\n$0(p)", "…(and\n    $0(p)"),
        ("(define (problem p)\n  (:init (p) (q)\n      $0(r))", "…(q)\n    $0(r))"),
        ("(define (problem p)\n  (:init (p))\n$0", "…(p))\n  $0"),
        ("(define (problem p)\n  (:init (p)))\n  $0", None),
        ("; (define (problem p)\n  $0", None),
        # A `)` lays out the list that it closes, if all around it is whole.
        (
            "(define (domain d)\n  (:predicates ( p   ?x )$0 (q)))",
            "…\n  (:predicates\n    (p ?x)\n    (q)))\n",
        ),
        ("(define (domain d)\n  (:predicates ( p   ?x )$0 (q)", None),
        ("(define (domain d)\n  (:predicates (p ) ; ( q  )$0\n ))", None),
    ],
)
def test_what_is_typed_is_laid_out(typed: str, expected: str | None) -> None:
    offset = typed.index("$0")
    text = typed.replace("$0", "")
    at = text.rfind("\n", 0, offset) + 1 if text[offset - 1] != ")" else offset
    edits = typed_edits(FileSnapshot.of(text), at, FormatOptions())
    result = apply_edits(text, edits)
    if expected is None:
        assert result == text
    else:
        assert result.endswith(expected.removeprefix("…").replace("$0", ""))


@given(st.integers(0, 40))
def test_lines_of_a_text_with_a_lost_parenthesis_stay(number: int) -> None:
    right = formatted(DOMAIN.format(**USUAL)).replace("?a - boat ?from - quay", "")
    ends = [at for at, sign in enumerate(right) if sign == ")"]
    at = ends[number % len(ends)]
    text = right[:at] + right[at + 1 :]
    assert lines(formatted(text)) == lines(text)


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_a_name_in_a_comment_after_the_keyword_is_laid_out_like_the_others() -> None:
    check(
        "(define (domain d)\n  (:types ; robot - object\n          lamp - object\n"
        "          ; room - object\n          house - object))\n",
        "(define (domain d)\n  (:types\n    ; robot - object\n    lamp - object\n"
        "    ; room - object\n    house - object))\n",
    )
    text = "(define (domain d)\n  (:types ; kinds of things\n    lamp - object\n    house))\n"
    check(text, text)
