"""A metric or a format of reports is one value in one tuple, and nothing else has to know of it."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

import plandiff.cli
import planeval.cli
from manual import metrics as pages_of_metrics
from plancore.metrics.base import DomainCase, Figure, Metric, PlanPair
from plancore.metrics.registry import domains, literals, plans
from plancore.metrics.support.confusion import Ratio
from plancore.notation.plans.reader import read_plan
from plancore.report import registry
from plancore.report.domain.review import review_domains
from plancore.report.plan.review import PlanSide, review_plans
from plancore.report.review import Review
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plandiff.viewmodel.models import model_of
from support.examples import DELIVERY

DOC = """Vowels: how many of the letters are vowels.

**Input**: two domains, or two plans.

**Range**: [0, 1], higher is better.

**Edge cases**: without letters: 0.
"""
MODELS, PLANS = ("learned.pddl", "reference.pddl"), ("learned.plan", "reference.plan")


def vowels(text: str) -> Ratio:
    count = sum(letter in "aeiou" for letter in text)
    return Ratio(Fraction(count, len(text) or 1), count, len(text))


def of_domains(case: DomainCase) -> Ratio:
    return vowels("".join(action.name for action in case.learned.actions))


def of_plans(pair: PlanPair) -> Ratio:
    return vowels("".join(action.name for action in pair.learned.actions))


def figure(name: str) -> tuple[Figure[Ratio], ...]:
    return (Figure(name, "vowels", lambda ratio: ratio, is_similarity=True, brief="vowels"),)


OF_LITERALS = Metric("letter-vowels", DOC, of_domains, figure("letter_vowels"))
OF_DOMAINS = Metric("name-vowels", DOC, of_domains, figure("name_vowels"))
OF_PLANS = Metric("plan-vowels", DOC, of_plans, figure("plan-vowels"))

# pick-up, move, drop-off: six vowels of nineteen characters.
DOMAIN_VALUE, DOMAIN_TEXT = 6 / 19, "0.316 = 6/19"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DELIVERY)
    monkeypatch.setattr(literals, "METRICS", (*literals.METRICS, OF_LITERALS))
    monkeypatch.setattr(domains, "METRICS", (*domains.METRICS, OF_DOMAINS))
    monkeypatch.setattr(plans, "METRICS", (*plans.METRICS, OF_PLANS))


Run = Callable[..., str]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    def run(main: Callable[[tuple[str, ...]], int], *arguments: str) -> str:
        main(arguments)
        out, err = capfdbinary.readouterr()
        assert err == b""
        return out.decode()

    return run


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_a_metric_of_domains_is_in_every_output(run: Run) -> None:
    text = lines(run(planeval.cli.main, "domain", *MODELS, "--metrics"))
    assert text.count("Vowels") == text.count(f"vowels {DOMAIN_TEXT}") == 2
    data = json.loads(run(planeval.cli.main, "domain", *MODELS, "--format", "json"))
    assert data["letter_vowels"] == {"letter_vowels": DOMAIN_VALUE}
    assert data["name_vowels"] == {"name_vowels": DOMAIN_VALUE}

    (pair,) = json.loads(run(planeval.cli.main, "domains", ".", "--format", "json"))["pairs"]
    assert pair["figures"]["name_vowels"] == {"name_vowels": DOMAIN_VALUE}
    row, *_ = csv.DictReader(io.StringIO(run(planeval.cli.main, "domains", ".", "--format", "csv")))
    assert float(row["letter_vowels"]) == float(row["name_vowels"]) == DOMAIN_VALUE
    table = lines(run(planeval.cli.main, "domains", ".", "--metrics", "--sort=-name_vowels"))
    assert table[-2].split().count("vowels") == table[-1].split().count("0.316") == 2


def test_a_metric_of_literals_is_in_the_review_of_two_domains(run: Run) -> None:
    text = lines(run(plandiff.cli.main, *MODELS, "--metrics"))
    assert f"vowels {DOMAIN_TEXT}" in text
    data = json.loads(run(plandiff.cli.main, *MODELS, "--format", "json"))
    assert data["letter_vowels"] == {"letter_vowels": DOMAIN_VALUE}
    assert "name_vowels" not in data


def test_a_metric_of_plans_is_in_every_output(run: Run) -> None:
    matrices = json.loads(run(planeval.cli.main, "plans", *PLANS, "--format", "json"))["matrices"]
    (matrix,) = [each for each in matrices if each["metric"] == "plan-vowels"]
    assert matrix["matrix"][0][1] > 0
    assert "plan-vowels 1 2" in lines(run(planeval.cli.main, "plans", *PLANS, "--metrics"))
    scored = ("--reference", PLANS[1], "--metric", "plan-vowels")
    assert "plan-vowels: 0 of 1 reach" in run(planeval.cli.main, "plans", PLANS[0], *scored)

    text = lines(run(plandiff.cli.main, *PLANS, "--format", "text", "--metrics"))
    (shown,) = [line for line in text if line.startswith("vowels ")]
    data = json.loads(run(plandiff.cli.main, *PLANS, "--format", "json"))
    assert shown.startswith(f"vowels {data['metrics']['plan_vowels']['plan-vowels']:.3f} = ")


def test_metrics_are_in_the_panel_of_the_viewer() -> None:
    models = [FileSnapshot.of(Path(name).read_text(encoding="utf-8"), name) for name in MODELS]
    assert f"vowels {DOMAIN_TEXT}" in panel(review_domains(models[0], models[1]))
    sides = [PlanSide("p", SourceText(""), *read_plan("(up a)\n")) for _ in range(2)]
    assert "vowels" in panel(review_plans(*sides))


def panel(review: Review) -> str:
    model = model_of(review)
    lines = (*model.panel(0), *model.figures(0))
    return "".join(piece.text for line in lines for piece in line)


def test_a_metric_has_a_page_and_a_line_in_the_index() -> None:
    folder = pages_of_metrics.FOLDER
    pages = pages_of_metrics.pages()
    index = pages[f"{folder}/README.md"]
    assert pages[f"{folder}/name-vowels.md"] == f"# name-vowels\n\n{DOC}"
    for name in ("letter-vowels", "name-vowels", "plan-vowels"):
        assert f"| [{name}]({name}.md) | how many of the letters are vowels. |" in index


def written(report: registry.Report, _: registry.Style) -> str:
    return f"a report of the kind {report.kind}\n"


def test_a_format_is_offered_and_written_for_its_kinds(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    module = ModuleType("toy_format")
    vars(module)["render"] = written
    monkeypatch.setitem(sys.modules, "toy_format", module)
    toy = registry.Format("toy", "toy_format", "toy")
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, toy))
    commands = {
        "evaluation": ("domain", *MODELS),
        "domains": ("domains", "."),
        "problem": ("problem", "p01.pddl", "p01.pddl"),
        "plans": ("plans", *PLANS),
        "blame": ("blame", *MODELS, "--plans", "reference.plan"),
        "validation": ("validate", "reference.pddl", "p01.pddl", *PLANS),
    }
    for kind, arguments in commands.items():
        printed = run(planeval.cli.main, *arguments, "--format", "toy")
        assert printed == f"a report of the kind {kind}\n"
    for kind, files in (("domain", MODELS), ("plan", PLANS)):
        printed = run(plandiff.cli.main, *files, "--format", "toy")
        assert printed == f"a report of the kind {kind}\n"


def test_every_kind_has_its_files_and_every_format_its_own() -> None:
    folder = Path(registry.__file__).parent
    for kind in registry.KINDS:
        assert registry.part_of(kind, "data").__doc__
        assert registry.part_of(kind, "document").__doc__
    files = {path.stem for path in (folder / "render").glob("[a-z]*")}
    assert {each.name.replace("-", "_") for each in registry.FORMATS} == files
