"""Settings: every way to write them, and a sentence for each mistake."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Severity
from plancore.ide.review.terms import Align
from planlsp.session.settings.settings import Settings, matches, parse_settings


@pytest.mark.parametrize(
    "raw",
    [
        {"reference": "ref.pddl"},
        {"planlsp": {"reference": "ref.pddl"}},
        {"planlsp.reference": "ref.pddl"},
        {"reference": {"**": "ref.pddl"}, "from-a-newer-version": 1},
    ],
)
def test_one_reference_for_all(raw: object) -> None:
    settings, problems = parse_settings(raw)
    assert settings.reference_for("any/where.pddl") == "ref.pddl"
    assert problems == ()


def test_the_first_pattern_that_fits_counts() -> None:
    settings, _ = parse_settings(
        {"reference": {"learned/*.pddl": "a.pddl", "*.pddl": "b.pddl", "**": ""}}
    )
    assert settings.reference_for("learned/x.pddl") == "a.pddl"
    assert settings.reference_for("other/x.pddl") == "b.pddl"
    assert settings.reference_for("other/x.txt") is None


def test_severities() -> None:
    settings, problems = parse_settings(
        {"severities": {"unused-parameter": "off", "missing-effect": "Warning", "x": "loud"}}
    )
    assert settings.severities == {
        "unused-parameter": None,
        "missing-effect": Severity.WARNING,
    }
    assert tuple(map(str, problems)) == (
        "planlsp.severities: expected error, warning, information, hint, info, off for x, "
        "found 'loud'",
    )


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("unused-paramter", "unused-parameter"),
        ("step-odrer", "step-order"),
        ("missing-efect", "missing-effect"),
        ("missing-type", None),
        ("aligned", None),
        ("of-another-version", None),
    ],
)
def test_a_misspelt_code_is_told(code: str, meant: str | None) -> None:
    _, problems = parse_settings({"severities": {code: "off"}})
    said = f"planlsp.severities: unknown rule `{code}`; did you mean `{meant}`?"
    assert tuple(map(str, problems)) == ((said,) if meant else ())


@pytest.mark.parametrize("raw", [{"align": "on"}, {"planlsp.align": "ON"}])
def test_when_names_are_aligned(raw: object) -> None:
    settings, problems = parse_settings(raw)
    assert settings == Settings(align=Align.ON)
    assert problems == ()


def test_whether_problems_speak_for_pairs() -> None:
    assert parse_settings({"planlsp": {"evidence": False}}) == (Settings(evidence=False), ())


def test_whether_plans_are_executed() -> None:
    assert parse_settings({"consequences": False}) == (Settings(consequences=False), ())


@pytest.mark.parametrize("raw", [None, {}, {"planlsp": None}, {"reference": None}])
def test_nothing_set(raw: object) -> None:
    assert parse_settings(raw) == (Settings(), ())


@pytest.mark.parametrize(
    "raw",
    [
        [],
        7,
        "x",
        {"reference": [1]},
        {"reference": {"a": 1}},
        {"severities": 3},
        {"align": True},
        {"evidence": "no"},
        {"consequences": 1},
        {"comparison": 1},
    ],
)
def test_what_is_wrong_keeps_its_default_and_is_told(raw: object) -> None:
    settings, problems = parse_settings(raw)
    assert settings == Settings()
    assert len(problems) == 1
    assert str(problems[0]).startswith("planlsp")


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.pddl", "d.pddl", True),
        ("*.pddl", "a/b/d.pddl", True),
        ("a/*.pddl", "a/d.pddl", True),
        ("a/*.pddl", "a/b/d.pddl", False),
        ("a/**/*.pddl", "a/d.pddl", True),
        ("a/**/*.pddl", "a/b/c/d.pddl", True),
        ("**", "a/b", True),
        ("a/{x,y}.pddl", "a/y.pddl", True),
        ("a/{x,y}.pddl", "a/z.pddl", False),
        ("p?[0-9].pddl", "p17.pddl", True),
        ("p[!0].pddl", "p0.pddl", False),
        ("a.pddl", "aXpddl", False),
        ("{a", "{a", False),
        ("[z-a]", "x", False),
    ],
)
def test_patterns(pattern: str, path: str, fits: bool) -> None:
    assert matches(pattern, path) is fits
