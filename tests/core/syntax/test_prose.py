"""Definitions in answers of language models: the text around them changes nothing in them."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.prose import prose, with_aside

DOMAIN = """\
(define (domain lift)
  (:requirements :strips)
  (:predicates (up) (down))
  (:action rise :precondition (down) :effect (and (up) (not (down)))))
"""
ASIDES = ("see below", "define it", "domain", "the action rise", "on ball")


@given(prose, prose, st.sampled_from(ASIDES), st.sampled_from((None, "", "pddl", "lisp")))
@example("We can (define that) here", "", "domain", None)
@example("Here is the domain,", "", "domain", None)
def test_text_around_a_domain_is_one_finding(
    before: str, behind: str, aside: str, fence: str | None
) -> None:
    lines = [DOMAIN] if fence is None else [f"```{fence}\n{DOMAIN}```"]
    text = "\n\n".join((with_aside(before, aside), *lines, with_aside(behind, aside)))
    file = FileSnapshot.of(text)
    found = check(file)
    assert file.domain is not None
    assert [action.name for action in file.domain.actions] == ["rise"]
    is_alone = fence is None and not before.strip() and not behind.strip()
    assert [each.code for each in found] == ([] if is_alone else ["text-outside-definition"])
