"""Mistakes that are put into texts that are right, a domain and a problem with drawn names: each is
one finding, at its place, and a fix after which nothing is left of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from plancore.diagnostic import Diagnostic, apply_edits
from support.findings import findings

DOMAIN: Final = """\
(define (domain {domain})
  (:requirements :strips :typing :adl)
  (:types {agent} {place} - object)
  (:predicates
    ({at} ?x - {agent} ?y - {place})
    ({road} ?x ?y - {place})
    ({wet} ?y - {place})
    ({late}))
  (:action {go}
    :parameters (?a - {agent} ?from ?to - {place})
    :precondition (and ({at} ?a ?from) ({road} ?from ?to) ({wet} ?to))
    :effect (and ({at} ?a ?to) (not ({at} ?a ?from)) ({late})))
  (:action {rain}
    :parameters (?a - {agent} ?from - {place})
    :precondition ({at} ?a ?from)
    :effect ({wet} ?from)))
"""
PROBLEM: Final = """\
(define (problem {domain}-1)
  (:domain {domain})
  (:objects {ann} - {agent} {hall} {yard} - {place})
  (:init ({at} {ann} {hall}) ({road} {hall} {yard}) ({wet} {yard}))
  (:goal (and ({at} {ann} {yard}) ({late}))))
"""
ROLES: Final = (
    *("domain", "agent", "place", "at", "road", "wet", "late", "go", "rain", "ann", "hall", "yard"),
)
NAMES: Final = (
    *("walk", "w1", "robot", "spot", "at", "near", "path", "clear", "done", "p", "q2", "free"),
    *("moves", "in-room", "has_key", "goals", "init-state", "state", "objects1", "set", "before"),
    *("holds", "x", "t", "room", "truck-1", "is", "typed", "start", "end", "not-wet"),
)
USUAL: Final = dict(zip(ROLES, (
    *("ferry", "boat", "quay", "at", "road", "wet", "late", "go", "rain", "ann", "hall", "yard"),
), strict=True))  # fmt: skip


class Kind(NamedTuple):
    """A mistake: the text that it changes in a domain and a problem, what it becomes, and the
    finding. Words in braces are roles of names; `many` is how many places have the mistake."""

    code: str
    message: str
    old: str
    new: str
    many: int = 1


def checked(texts: list[str]) -> list[tuple[int, Diagnostic]]:
    """The findings in a domain and a problem, each with the number of its text."""
    domain, problem = texts
    in_domain, in_problem = findings(domain), findings(problem, domain)
    return [*((0, found) for found in in_domain), *((1, found) for found in in_problem)]


def assert_told_once(kind: Kind, names: Mapping[str, str]) -> None:
    """Assert that a mistake is one finding at its place, and none after its fix."""
    old, new = kind.old.format(**names), kind.new.format(**names)
    right = [text.format(**names) for text in (DOMAIN, PROBLEM)]
    assert checked(right) == []
    made = [text.replace(old, new) for text in right]
    assert made != right
    told = checked(made)
    if kind.code == "missing-parenthesis" and made[0] != right[0]:
        # The problem is checked with the domain as it can be read.
        told = [each for each in told if each[0] == 0]
    ((number, found),) = told
    assert (found.code, found.message) == (kind.code, kind.message.format(**names))
    assert len(found.spans) == kind.many
    start = right[number].index(old)
    assert start <= found.span.start < found.span.end <= start + len(new)
    made[number] = apply_edits(made[number], found.fixes[0].edits)
    assert checked(made) == []


def words(text: str) -> list[str]:
    """The words and parentheses of a text, in lower case."""
    return re.findall(r"[()]|[^\s();]+", re.sub(r";[^\n]*", "", text.lower()))
