"""What each command prints about examples/delivery, word for word."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import plandiff.cli
import planeval.cli
from support.examples import DELIVERY
from support.golden import check_golden

GOLDENS = Path(__file__).parent / "goldens"
MODELS = ("learned.pddl", "reference.pddl")
PLANS = ("learned.plan", "reference.plan")
COMMANDS = {
    "align": ("align", *MODELS),
    "domain": ("domain", *MODELS, "--optimal", "20", "--problem", "p01.pddl", "--walks", "3",
               "--plans", *PLANS),
    "domain-literals": ("domain", *MODELS),
    "domains": ("domains", ".", "--optimal", "20", "--metrics"),
    "plans": ("plans", *PLANS, "--domain", "reference.pddl", "--problem", "p01.pddl"),
    "plans-reference": ("plans", "learned.plan", "--reference", "reference.plan"),
    "problem": ("problem", "p02.pddl", "p01.pddl"),
    "solve": ("solve", *MODELS, "p01.pddl", "--plans", "learned.plan",
              "--reference-plans", "reference.plan"),
    "validate": ("validate", "reference.pddl", "p01.pddl", *PLANS),
    "validate-trace": ("validate", "reference.pddl", "p01.pddl", *PLANS, "--trace"),
}  # fmt: skip
REVIEWS = {
    "review-domain": MODELS,
    "review-problem": ("p02.pddl", "p01.pddl"),
    "review-plan": PLANS,
    "review-plan-modulo": (*PLANS, "--modulo-commuting"),
}
CHANGES = {
    "parcel": "box",
    "(connected harbour square)": "",
    "(delivered letter)": "(delivered letter) (at ann depot)",
}
"""What makes the problem of the example another one."""


def folder_for(name: str, tmp_path: Path) -> Path:
    """A copy of the example; with a second problem where problems are compared."""
    folder = shutil.copytree(DELIVERY, tmp_path / "delivery")
    if "problem" in name:
        text = (folder / "p01.pddl").read_text(encoding="utf-8")
        for old, new in CHANGES.items():
            assert old in text
            text = text.replace(old, new)
        (folder / "p02.pddl").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", [*COMMANDS, *REVIEWS])
def test_the_text_of(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(folder_for(name, tmp_path))
    if name in COMMANDS:
        planeval.cli.main(COMMANDS[name])
    else:
        plandiff.cli.main((*REVIEWS[name], "--format", "text"))
    out, err = capfdbinary.readouterr()
    assert err == b""
    check_golden(GOLDENS / f"{name}.txt", out.decode())
