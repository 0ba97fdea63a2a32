"""`planlsp explain`: the page of a rule on the command line."""

from __future__ import annotations

import pytest

from plancore.rules.plans.registry import page_of, rules_by_code
from planlsp.cli import main
from planlsp.session.settings.codes import all_codes
from support.command import run_command

RULES = rules_by_code()


def test_a_code_is_explained() -> None:
    done = run_command(main, "explain", "missing-goal")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "# missing-goal\n\nA problem is missing its goal.\n\nSeverity: warning."
    )
    assert "## Use instead\n" in done.stdout
    assert done.stdout == page_of(RULES["missing-goal"])


def test_several_codes_are_explained_in_their_order() -> None:
    done = run_command(main, "explain", "unreached-goal", "missing-goal")
    assert done.stdout.split("\n# ")[1].startswith("missing-goal\n")


def test_a_difference_is_explained() -> None:
    done = run_command(main, "explain", "extra-precondition")
    assert done.returncode == 0
    assert done.stdout.startswith("# extra-precondition\n\n`missing-precondition`, `extra-")
    assert done.stdout.endswith("learned: missing precondition `(in ?p ?l)`\n")


def test_every_finding_is_explained() -> None:
    for code in all_codes() - set(RULES):
        done = run_command(main, "explain", code)
        heading, empty, text, *_ = done.stdout.split("\n")
        assert (heading, empty) == (f"# {code}", "")
        assert text, code
        assert not text.startswith("#"), code


def test_without_a_code_all_rules_are_listed() -> None:
    lines = run_command(main, "explain").stdout.splitlines()
    assert [line.split()[0] for line in lines] == sorted(RULES)
    assert "missing-goal               A problem is missing its goal." in lines


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("missing-gaol", "unknown rule `missing-gaol`; did you mean `missing-goal`?"),
        (
            "extra-precondtion",
            "unknown rule `extra-precondtion`; did you mean `extra-precondition`?",
        ),
        ("nothing", "unknown rule `nothing`; run `planlsp explain` for the list"),
    ],
)
def test_what_no_finding_has_is_told(code: str, message: str) -> None:
    done = run_command(main, "explain", code)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"planlsp: error: {message}\n")
