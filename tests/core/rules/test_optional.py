"""Rules that speak only when they are asked to, severities, and comments that silence a rule."""

from __future__ import annotations

from plancore.diagnostic import Severity
from plancore.rules.check import check
from plancore.rules.settings import RuleSettings
from plancore.snapshot import FileSnapshot
from plancore.workspace import Workspace, diagnostics
from support.findings import findings

TEXT = """\
(DEFINE (DOMAIN d)
  (:predicates (_p ?x) (q.r ?x))
  (:requirements :strips :typing :durative-actions)
  (:types q)
  (:durative-action q
    :parameters (?x)
    :duration (= ?duration 1)
    :condition (at start (_p ?x))
    :effect (at end (q.r ?x))))
"""


def messages(text: str, *codes: str) -> list[str]:
    settings = RuleSettings(dict.fromkeys(codes, Severity.INFORMATION))
    return [d.message for d in findings(text, settings=settings) if d.code in codes]


def test_portability_names_the_tools() -> None:
    assert messages(TEXT, "portability") == [
        "`pddl` expects keywords in lower case: `domain`",
        "unified-planning rejects names that start with `_`: `_p`",
        "`pddl` rejects names with a dot: `q.r`",
        "Fast Downward and `pddl` expect `:requirements` before `:predicates`",
        "Fast Downward and `pddl` reject the requirement `:durative-actions`",
        "Fast Downward and `pddl` expect `:types` before `:predicates`",
        "Fast Downward and `pddl` reject this construct of `:durative-actions`",
        "unified-planning rejects an action with the name of a type: `q`",
    ]


def test_portability_of_effects_and_numbers() -> None:
    text = """\
(define (domain d)
  (:requirements :adl)
  (:predicates (p) (q ?x))
  (:functions (f))
  (:action a
    :effect (when (p) (and (when (q x) (not (p))) (forall (?x) (q ?x)))))
  (:action b ; +1
    :precondition (and {})
    :effect (when (p) (and (not (p)) (increase (f) 2.5)))))
"""
    odd = ("+2", ".5", "5.", "3e+06", "1E3", "-.5")
    tests = " ".join(f"(> (f) {number})" for number in odd)
    assert [m for m in messages(text.format(tests), "portability") if m.startswith("VAL")] == [
        "VAL rejects a `when` inside a `when`",
        "VAL rejects a `forall` inside a `when`",
        *(f"VAL rejects the number `{number}`" for number in odd),
    ]
    usual = text.format(tests.replace("+2", "2").replace("3e+06", "-3.25"))
    assert "VAL rejects the number `-3.25`" not in messages(usual, "portability")
    problem = "(define (problem p) (:domain d) (:init (= (f) 1e3)) (:goal (p)))"
    (found,) = (
        finding
        for finding in findings(
            problem, text.format(""), RuleSettings({"portability": Severity.HINT})
        )
        if "number" in finding.message
    )
    assert problem[found.span.start : found.span.end] == "1e3"


def test_an_untyped_parameter_is_reported_on_demand() -> None:
    assert messages(TEXT, "untyped-parameter") == ["untyped parameter `?x`"] * 3
    assert "untyped-parameter" not in {d.code for d in findings(TEXT)}


def test_a_severity_can_be_changed_and_a_rule_switched_off() -> None:
    text = "(define (domain d) (:predicates (p)) (:action a :effect (q)))"
    louder = RuleSettings({"unused-predicate": Severity.ERROR, "undeclared-predicate": None})
    found = {d.code: d.severity for d in findings(text, settings=louder)}
    assert found == {"unused-predicate": Severity.ERROR}


def test_a_comment_silences_a_rule_on_its_line_or_the_next() -> None:
    text = """\
(define (domain d)
  (:predicates (p))
  (:action a
    :precondition (x) ; planlsp: ignore[undeclared-predicate]
    ; planlsp: ignore
    :effect (and (y) (p))))
"""
    assert [d.code for d in findings(text) if d.severity is Severity.ERROR] == []
    noisy = text.replace("; planlsp: ignore\n", "\n")
    assert [d.code for d in findings(noisy)] == ["undeclared-predicate"]
    whole = "; planlsp: ignore-file[undeclared-predicate]\n" + noisy
    assert [d.code for d in findings(whole) if d.severity is Severity.ERROR] == []


def test_every_suppression_of_a_comment_counts_and_none_crosses_its_line() -> None:
    text = "(define (domain d) (:action a :precondition (x) :effect (increase (f) 1)){})\n"
    codes = {finding.code for finding in findings(text.format(""))}
    both = " ; planlsp: ignore[undeclared-predicate] planlsp: ignore[undeclared-function]\n"
    assert {finding.code for finding in findings(text.format(both))} == codes - {
        "undeclared-predicate",
        "undeclared-function",
    }
    for apart in (" ; planlsp:\nignore\n", " ; planlsp:\r ignore-file\n"):
        assert codes <= {finding.code for finding in findings(text.format(apart))}


def test_severities_and_comments_count_in_plans_too() -> None:
    workspace = Workspace()
    workspace.set_text(
        "p.plan",
        "(board red south)\n(sail ?a north)\n(sail north ?b) ; planlsp: ignore[variable-in-plan]\n",
    )
    loud = RuleSettings({"variable-in-plan": Severity.HINT, "missing-setting": None})
    found = diagnostics(workspace.snapshot, "p.plan", loud)
    assert [(d.code, d.severity, d.span.start) for d in found] == [
        ("variable-in-plan", Severity.HINT, 24)
    ]


def test_what_two_settings_ask_for_in_turn_is_worked_out_once_for_each() -> None:
    file = FileSnapshot.of(
        "(define (domain d) (:predicates (p)) (:action a :parameters (?x) :effect p))"
    )
    silent = RuleSettings({"unused-parameter": None})

    def bare_atoms(settings: RuleSettings) -> list[str]:
        found = check(file, settings=settings)
        return [finding.message for finding in found if finding.code == "bare-atom"]

    first = bare_atoms(RuleSettings()), bare_atoms(silent)
    second = bare_atoms(RuleSettings()), bare_atoms(silent)
    assert [len(messages) for messages in first] == [1, 1]
    assert all(a[0] is b[0] for a, b in zip(first, second, strict=True)), "the same strings"
