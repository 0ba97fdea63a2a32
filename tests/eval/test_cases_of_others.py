"""Small inputs of other people, each with the verdict that is right for its plans, and the
errors that `planlsp check` finds in each folder."""

from __future__ import annotations

import json

import pytest

from planeval.cli import main
from planlsp.cli import main as planlsp
from support.material import material

VALID = """
01-name-leading-digit 02-keyword-variables 11-missing-parts-of-actions 18-wrong-domain-name
23-timeless-and-length 29-function-without-parentheses 30-number-notations 65-at-start-and
69-total-time-metric 94-ma-pddl 96-case 97-interior-dash-types 104-llm-answers
60-conditional-toggle W1-cond W1-effect W1-goal W1-init W1-totalcost-effect W2-classical
W2-preference W2-reach W2-same-time W3-decimal W3-div3 W3-div7-2 W3-exactness W3-fraction
W14-inside-or2 W14-when-inside
""".split()  # noqa: SIM905 - a list of quoted words reads worse
INVALID = ["62-til-after-last-step", "W2-undo", "W14-inside-or"]
UNDECIDED = """
21-oneof-in-and 24-vars-in-action 28-derived-in-effects W13-at-in-action W13-at-spelling
W13-atstart-or W13-cond-in-action W13-dur-number W13-dur-strict W13-hash-in-action W13-noat-cond
W13-nodur W13-over-in-effect W13b-at-in-action W13b-atstart-or W13b-imply W13b-nodur
W13b-precond-plain W13b-prefs W14-imply W14-not W14-or-false W14-or-over W14-or-true
W14-when-timed W4-durative W4-effect W4-init
""".split()  # noqa: SIM905 - as above
NOT_VALID = {
    "50-plan-notations/happenings.plan": "malformed",
    # The names of a step are joined by `_`, and no text says where one ends: it is not guessed.
    "51-plan-notations-2/graphplan.plan": "malformed",
}
"""Among plans that are valid otherwise."""


@pytest.mark.slow
@pytest.mark.needs("material:cases/wildlang")
@pytest.mark.parametrize(
    ("case", "wanted"),
    [
        *((case, "valid") for case in (*VALID, "50-plan-notations", "51-plan-notations-2")),
        *((case, "invalid") for case in INVALID),
        *((case, "undecided") for case in UNDECIDED),
    ],
)
def test_plans_have_the_right_verdict(
    case: str, wanted: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = material("cases", "wildlang", case)
    plans = [p for p in sorted(folder.glob("*.plan")) if p.name != "empty.plan"]
    texts = [folder / "domain.pddl", folder / "problem.pddl", *plans]
    main(["validate", *map(str, texts), "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    verdicts = [plan["verdict"] for plan in data["plans"]]
    expected = [NOT_VALID.get(f"{case}/{plan.name}", wanted) for plan in plans]
    assert verdicts == expected


CHECKED = {
    "wild3/contingent-init": set[str](),
    "wild3/folder-name-decides/homework-1": set[str](),
    "wild3/folder-name-decides/week1": set[str](),
    "wild3/htn-sortof": set[str](),
    "wild3/numbered-domains/d-p": set[str](),
    "wild3/percent-names": set[str](),
    "wild3/stream-file": set[str](),
    "wild3/timed-assign": set[str](),
    "wild3/robot-logs": {"not-a-plan"},
    "editors/forgot-question-mark": {"undeclared-object"},
    "editors/glued": {"foreign-sign"},
    "editors/goal-unreachable": set[str](),
    "editors/library": set[str](),
    "editors/objects-without-hyphen": {"malformed-typed-list"},
    "editors/preconditions": {"unknown-keyword"},
    "wildlearned/numeric-goal-values": {"unreached-goal"},
    "wildlearned/tuple-plan": set[str](),
}
"""The codes of the errors in each folder."""


@pytest.mark.slow
@pytest.mark.needs("material:cases/wild3")
@pytest.mark.parametrize("case", CHECKED)
def test_folders_have_the_right_errors(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    planlsp(["check", str(material("cases", *case.split("/"))), "--format", "json"])
    findings = json.loads(capsys.readouterr().out)["findings"]
    assert {each["code"] for each in findings if each["severity"] == "error"} == CHECKED[case]
