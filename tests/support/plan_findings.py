"""Plan files checked with their domain and problem, from texts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from plancore.diagnostic import Diagnostic
from plancore.project import AnySnapshot, ProjectSnapshot, snapshot_of
from plancore.rules.settings import RuleSettings
from plancore.workspace import diagnostics
from support.examples import DELIVERY
from support.findings import places, split

MODELS = ("learned.pddl", "p01.pddl", "reference.pddl")


def delivery() -> dict[str, str]:
    """The models of examples/delivery by name."""
    return {name: (DELIVERY / name).read_text("utf-8") for name in MODELS}


def plan_project(plan: str, models: Mapping[str, str] | None = None) -> ProjectSnapshot:
    """The plan `a.plan` beside `models`, by default those of examples/delivery."""
    texts = delivery() if models is None else models
    files = {name: model(text, name) for name, text in texts.items()}
    return ProjectSnapshot({**files, "a.plan": snapshot_of(plan, "a.plan")})


@lru_cache(maxsize=16)
def model(text: str, name: str) -> AnySnapshot:
    """A domain or problem, read; many plans are beside the same."""
    return snapshot_of(text, name)


def plan_findings(
    plan: str, models: Mapping[str, str] | None = None, settings: RuleSettings | None = None
) -> tuple[Diagnostic, ...]:
    """All findings in `plan`."""
    return diagnostics(plan_project(plan, models), "a.plan", settings)


def told(plan: str, models: Mapping[str, str] | None = None) -> list[str]:
    """All findings in `plan`, each as `code: message`."""
    return [f"{d.code}: {d.message}" for d in plan_findings(plan, models)]


def expect_in_plan(fixture: str, models: Mapping[str, str] | None = None) -> None:
    """Assert that just what `fixture` expects is found, hints included; see `support.findings`."""
    text, expected = split(fixture)
    found = places(text, plan_findings(text, models))
    missed = [place for place in expected if place not in found]
    assert (missed, [place for place in found if place not in expected]) == ([], [])
