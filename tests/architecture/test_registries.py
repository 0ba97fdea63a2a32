"""One idea, one file, one line in a tuple: the folder and the tuple name the same modules."""

from __future__ import annotations

from pathlib import Path

import pytest

import plancore.rules.catalogue
import plancore.rules.plans.catalogue
from plancore.rules.base import Rule
from plancore.rules.plans.registry import PLAN_RULES
from plancore.rules.registry import ALL


@pytest.mark.parametrize(
    ("folder", "rules"),
    [
        (plancore.rules.catalogue.__path__[0], ALL),
        (plancore.rules.plans.catalogue.__path__[0], PLAN_RULES),
    ],
    ids=["models", "plans"],
)
def test_every_rule_is_registered_under_the_name_of_its_file(
    folder: str, rules: tuple[Rule, ...]
) -> None:
    files = {path.stem for path in Path(folder).glob("*.py")} - {"__init__"}
    assert {rule.CODE.replace("-", "_") for rule in rules} == files


def test_no_two_rules_have_the_same_code() -> None:
    codes = [rule.CODE for rule in (*ALL, *PLAN_RULES)]
    assert len(set(codes)) == len(codes)
