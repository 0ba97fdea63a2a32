"""Every rule is documented, and its example shows it."""

from __future__ import annotations

import re

import pytest

from plancore.rules.base import Rule
from plancore.rules.plans.registry import PLAN_RULES
from plancore.rules.registry import ALL
from plancore.rules.settings import RuleSettings
from support.findings import findings
from support.plan_findings import plan_findings

HEADINGS = ["What it does", "Why it matters", "Example", "Use instead"]
SHOWN_ELSEWHERE = {"ambiguous-domain", "nested-too-deeply"}
"""Those that need several files, or a very large one."""
BY_CODE: dict[str, Rule] = {rule.CODE: rule for rule in ALL}
ABOUT_PLANS: dict[str, Rule] = {rule.CODE: rule for rule in PLAN_RULES}


def codes(text: str, rule: Rule) -> set[str]:
    settings = RuleSettings({rule.CODE: rule.SEVERITY})
    domain = None if "(define (domain" in text else "(define (domain delivery))"
    return {d.code for d in findings(text, domain, settings)}


def blocks(rule: Rule, heading: str) -> list[str]:
    section = (rule.__doc__ or "").split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```(?:pddl|text)\n(.*?)```", section, re.DOTALL)


def test_a_rule_says_what_why_and_what_else() -> None:
    for code, rule in {**BY_CODE, **ABOUT_PLANS}.items():
        headings = re.findall(r"^## (.*)$", rule.__doc__ or "", re.MULTILINE)
        assert headings == HEADINGS, code


def test_the_example_has_the_finding_and_the_better_text_has_not() -> None:
    for code in BY_CODE.keys() - SHOWN_ELSEWHERE:
        rule = BY_CODE[code]
        (example,) = blocks(rule, "Example")
        assert code in codes(example, rule)
        for better in blocks(rule, "Use instead"):
            assert code not in codes(better, rule)


@pytest.mark.parametrize("code", sorted(ABOUT_PLANS))
def test_the_example_of_a_rule_about_plans(code: str) -> None:
    """Without models of its own it is a plan for examples/delivery."""
    *models, plan = blocks(ABOUT_PLANS[code], "Example")
    texts = {f"{number}.pddl": text for number, text in enumerate(models)} or None
    assert code in {finding.code for finding in plan_findings(plan, texts)}
    for better in blocks(ABOUT_PLANS[code], "Use instead"):
        assert code not in {finding.code for finding in plan_findings(better, texts)}


def test_formulas_are_read_only_so_deep() -> None:
    text = "(define (domain d) (:predicates (p)) (:action a :precondition "
    text += "(and " * 200 + "(p)" + ")" * 200 + "))"
    assert "nested-too-deeply" in codes(text, BY_CODE["nested-too-deeply"])
