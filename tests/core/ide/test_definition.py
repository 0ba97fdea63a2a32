"""From a name to its declaration."""

from __future__ import annotations

import pytest

from plancore.ide.navigation.references import definition
from support.cursor import at_cursor
from support.ferry import DOMAIN, PROBLEM


def declared(text: str, old: str, new: str, **others: str) -> str:
    """`file: declaration` where the cursor in `new` leads to; empty when it leads nowhere."""
    assert text.count(old) == 1, old
    project, file, offset = at_cursor(text.replace(old, new), **others)
    found = definition(project, file, offset)
    if found is None:
        return ""
    target = project.files[found.file].text
    assert found.whole.start <= found.name.start <= found.name.end <= found.whole.end
    assert target[found.name.start : found.name.end].lower() == (
        file.text[found.origin.start : found.origin.end].lower()
    )
    return f"{found.file.removeprefix('folder/')}: {target[found.whole.start : found.whole.end]}"


@pytest.mark.server_behaviour(15)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(and (at ?c ?p) (not", "(and (a$0t ?c ?p) (not", "here: (at ?c - car ?p - port)"),
        ("(and (at ?c ?p) (not", "(and (\n $0AT ?c ?p) (not", "here: (at ?c - car ?p - port)"),
        ("(at ?c ?q)", "(at ?c $0?q)", "here: ?q"),
        ("(at ?c main)", "(at ?c m$0ain)", "here: main"),
        ("(aboard ?c - car)", "(aboard ?c - c$0ar)", "here: car"),
        ("(fuel ?p) 1", "(f$0uel ?p) 1", "here: (fuel ?p - port)"),
        ("(not (full)) (inc", "(not (f$0ool)) (inc", ""),
        (":typing", ":ty$0ping", ""),
    ],
)
def test_in_a_domain(old: str, new: str, expected: str) -> None:
    assert declared(DOMAIN, old, new) == expected


@pytest.mark.server_behaviour(15)
@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("(at red south)", "(a$0t red south)", "domain: (at ?c - car ?p - port)"),
        ("(at red south)", "(at r$0ed south)", "here: red"),
        ("red - car", "red - c$0ar", "domain: car"),
        ("(:domain ferry)", "(:domain $0ferry)", "domain: ferry"),
        ("(aboard red)", "($0aboard red)", "domain: (aboard ?c - car)"),
    ],
)
def test_in_a_problem(old: str, new: str, expected: str) -> None:
    assert declared(PROBLEM, old, new, domain=DOMAIN) == expected


@pytest.mark.server_behaviour(15)
def test_from_a_plan() -> None:
    others = {"domain": DOMAIN, "problem": PROBLEM}
    plan = "(board red south)\n"
    assert declared(plan, "(board", "(bo$0ard", **others).startswith("domain: (:action board")
    assert declared(plan, "south", "so$0uth", **others) == "problem: south"
