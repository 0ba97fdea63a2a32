"""Refactorings: text with a selection in `[[…]]` or a cursor `$0` in, text out."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.compare.domains import compare_domains
from plancore.diagnostic import Diagnostic, Severity, apply_edits
from plancore.ide.refactor import (
    extract_predicate,
    fix_all,
    inline_predicate,
    remove_unused,
    sort_requirements,
)
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.findings import findings
from support.token_damage import mutation

DOMAIN = """\
(define (domain yard)
  (:requirements :strips :typing :negative-preconditions)
  (:types crate place)
  (:predicates (at ?c - crate ?p - place) (clear ?p - place) (heavy ?c - crate))
  (:action push
    :parameters (?c - crate ?from ?to - place)
    :precondition (and (at ?c ?from) (clear ?to) (not (heavy ?c)))
    :effect (and (at ?c ?to) (not (at ?c ?from)) (clear ?from) (not (clear ?to)))))
"""


def selected(text: str) -> tuple[FileSnapshot, Span]:
    start = text.index("[[")
    end = text.index("]]") - 2
    return FileSnapshot.of(text.replace("[[", "").replace("]]", "")), Span(start, end)


def extracted(text: str) -> str | None:
    file, span = selected(text)
    fix = extract_predicate(file, span)
    return None if fix is None else apply_edits(file.text, fix.edits)


def inlined(text: str) -> str | None:
    offset = text.index("$0")
    file = FileSnapshot.of(text.replace("$0", "", 1))
    fix = inline_predicate(file, offset)
    return None if fix is None else apply_edits(file.text, fix.edits)


def test_an_axiom_has_the_line_breaks_of_the_file() -> None:
    text = DOMAIN.replace("(at ?c ?from)", "[[(at ?c ?from)]]").replace("\n", "\r\n")
    assert "\n" not in str(extracted(text)).replace("\r\n", "")


def errors(text: str) -> list[str]:
    return [d.message for d in findings(text) if d.severity <= Severity.WARNING]


@pytest.mark.server_behaviour(28)
def test_neighbouring_conjuncts_become_an_axiom() -> None:
    text = extracted(
        DOMAIN.replace("(clear ?to) (not (heavy ?c))", "[[(clear ?to) (not (heavy ?c))]]")
    )
    assert text is not None
    assert "(and (at ?c ?from) (condition ?to ?c))" in text
    assert "(heavy ?c - crate) (condition ?to - place ?c - crate))" in text
    assert (
        "  (:derived (condition ?to - place ?c - crate)\n"
        "    (and (clear ?to) (not (heavy ?c))))\n\n  (:action push" in text
    )
    assert ":negative-preconditions :derived-predicates)" in text
    assert errors(text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(clear ?to) (not (heavy", "(cl[[ear ?t]]o) (not (heavy"),
        ("(clear ?to) (not (heavy", "[[]](clear ?to) (not (heavy"),
        ("?from) (clear ?to)", "[[?from) (clear ?to)]]"),
        ("(at ?c ?to) (not", "[[(at ?c ?to)]] (not"),
        ("(clear ?to) (not", "(exists [[(?x - place)]] (clear ?x)) (not"),
        ("(clear ?to) (not (heavy", "[[(clear ?to)]] ((not (heavy"),
    ],
)
def test_what_is_no_condition_is_not_extracted(old: str, new: str) -> None:
    assert DOMAIN.count(old) == 1
    assert extracted(DOMAIN.replace(old, new)) is None


def test_variables_of_quantifiers_around_it_are_parameters_and_those_inside_are_not() -> None:
    inner = "(exists (?q - place) (and (clear ?q) [[(exists (?r - place) (at ?c ?r))]] (at ?c ?q)))"
    text = extracted(DOMAIN.replace("(clear ?to) (not", f"{inner} (not"))
    assert text is not None
    assert "(:derived (condition ?c - crate)\n    (exists (?r - place) (at ?c ?r)))" in text
    outer = inner.replace("[[", "").replace("]]", "").replace("(at ?c ?q)", "[[(at ?c ?q)]]")
    text = extracted(DOMAIN.replace("(clear ?to) (not", f"{outer} (not"))
    assert text is not None
    assert "(:derived (condition ?c - crate ?q - place)" in text


def conditions(text: str) -> Iterator[Span]:
    """Each list of the precondition."""
    start = text.index(":precondition") + 14
    end = text.index(":effect")
    for match in re.finditer(r"\(", text[start:end]):
        depth = 0
        for offset in range(start + match.start(), end):
            depth += {"(": 1, ")": -1}.get(text[offset], 0)
            if depth == 0:
                yield Span(start + match.start(), offset + 1)
                break


@pytest.mark.server_behaviour(28)
def test_inlining_takes_extracting_back() -> None:
    file = FileSnapshot.of(DOMAIN)
    before = file.domain
    assert before is not None
    count = 0
    for span in conditions(DOMAIN):
        fix = extract_predicate(file, span)
        assert fix is not None
        text = apply_edits(DOMAIN, fix.edits)
        back = FileSnapshot.of(text)
        at = text.index("(condition", text.index(":precondition"))
        inline = inline_predicate(back, at + 1)
        assert inline is not None
        after = FileSnapshot.of(apply_edits(text, inline.edits)).domain
        assert after is not None
        assert all(action.is_same for action in compare_domains(after, before).actions)
        count += 1
    assert count == 5


AXIOM = DOMAIN.replace(
    "  (:action push",
    "  (:derived (free ?x - place) (and (clear ?x) (exists (?y - crate) (heavy ?y))))\n"
    "  (:action push",
).replace("(heavy ?c - crate))", "(heavy ?c - crate) (free ?p - place))")


def test_a_predicate_is_replaced_by_what_it_stands_for() -> None:
    text = inlined(AXIOM.replace("(clear ?to) (not (heavy", "(fr$0ee ?to) (not (heavy"))
    assert text is not None
    assert "(and (clear ?to) (exists (?y - crate) (heavy ?y))) (not (heavy ?c))" in text


@pytest.mark.parametrize(
    "text",
    [
        AXIOM.replace("(clear ?to) (not (heavy", "(cl$0ear ?to) (not (heavy"),
        AXIOM.replace("?to", "?y").replace("(clear ?y) (not (heavy", "(fr$0ee ?y) (not (heavy"),
        AXIOM.replace("(heavy ?y))))", "(free ?x))))").replace("(clear ?to) (", "(fr$0ee ?to) ("),
        AXIOM.replace(
            "  (:action", "  (:derived (free ?x - place) (clear ?x))\n  (:action"
        ).replace("(clear ?to) (not (heavy", "(fr$0ee ?to) (not (heavy"),
        AXIOM.replace("(at ?c ?to) (not", "(fr$0ee ?to) (not"),
    ],
    ids=["basic", "captured", "recursive", "two axioms", "effect"],
)
def test_what_cannot_be_replaced_is_left(text: str) -> None:
    assert "$0" in text
    assert inlined(text) is None


@pytest.mark.server_behaviour(28)
def test_requirements_are_put_in_order_where_they_stand() -> None:
    text = DOMAIN.replace(
        ":strips :typing :negative-preconditions", ":own ; ours\n    :typing :adl\n    :STRIPS"
    )
    file = FileSnapshot.of(text)
    fix = sort_requirements(file, file.definitions[0])
    assert fix is not None
    assert "(:requirements :STRIPS ; ours\n    :typing :adl\n    :own)" in apply_edits(
        text, fix.edits
    )
    sound = FileSnapshot.of(DOMAIN)
    assert sort_requirements(sound, sound.definitions[0]) is None


def check(file: FileSnapshot) -> list[Diagnostic]:
    return list(findings(file.text))


@pytest.mark.server_behaviour(27)
def test_all_safe_fixes_in_one_pass() -> None:
    text = DOMAIN.replace(":types", ":typs").replace(":effect", ":efect").replace(" :typing", "")
    file = FileSnapshot.of(text)
    fix = fix_all(file, check)
    assert fix is not None
    mended = apply_edits(text, fix.edits)
    assert errors(mended) == []
    assert fix_all(FileSnapshot.of(mended), check) is None


def test_what_only_unused_things_used_goes_too() -> None:
    text = DOMAIN.replace("(heavy ?c - crate)", "(heavy ?c - crate) (lost ?r - rope)").replace(
        "(:types crate place)", "(:types crate place rope)"
    )
    file = FileSnapshot.of(text)
    fix = remove_unused(file, check)
    assert fix is not None
    assert apply_edits(text, fix.edits) == DOMAIN
    assert remove_unused(FileSnapshot.of(DOMAIN), check) is None


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_fixing_all_ends_and_leaves_nothing_to_fix(seed: int, times: int) -> None:
    rng, text = random.Random(seed), DOMAIN
    for _ in range(times):
        text = apply_edits(text, (mutation(rng, text),))
    for change in (fix_all, remove_unused):
        fix = change(FileSnapshot.of(text), check)
        if fix is not None:
            text = apply_edits(text, fix.edits)
            assert change(FileSnapshot.of(text), check) is None


def test_a_sound_file_needs_no_fix() -> None:
    assert fix_all(FileSnapshot.of(DOMAIN), check) is None
