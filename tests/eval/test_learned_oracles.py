"""Learned domains: AMLGym's own figures for them beside ours."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from plancore.compare.domains import compare_domains
from plancore.metrics import amlgym
from plancore.metrics.amlgym import amlgym_view
from plancore.metrics.base import DomainCase
from plancore.metrics.predictive_power import predictive_power
from plancore.metrics.support.predictions import PredictivePower
from plancore.vectors.sample import StateSample
from planeval.domain.states import load_trajectories, samples_of_trajectories
from planeval.learners.naming import environment_of
from planfiles.models import load_domain, load_problem
from support.material import CORPUS, material, own_and_material
from support.no_errors import no_errors

LEARNED = own_and_material("learned", "oracles", "learned")


@pytest.mark.parametrize("folder", LEARNED)
def test_the_syntactic_figures_are_amlgyms(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agree, different = 0, dict[str, str]()
    for name, theirs in _read(folder / "amlgym_metrics.json").items():
        learned, reference = (
            load_domain(str(folder / name / f"{k}.pddl"), no_errors) for k in _SIDES
        )
        ours = amlgym_view(compare_domains(learned, reference))
        for ratio in ("precision", "recall"):
            for row, value in theirs[f"syntactic_{ratio}"].items():
                if ours[ratio][row] == value:
                    agree += 1
                else:
                    different[f"{name} {ratio} {row}"] = f"{value}, ours {ours[ratio][row]}"
    total = agree + len(different)
    _say(capsys, f"amlgym_metrics.json, syntactic: {agree} of {total} figures agree", different)
    assert not different
    assert agree >= 70


def test_the_counts_on_the_states_of_our_trajectories_are_the_same() -> None:
    folder = CORPUS / "learned"
    expected = _read(folder / "predictive_counts.json")
    for name, theirs in expected.items():
        for action in _on_trajectories(folder, name).actions:
            for part, ours in (("app", action.applicability), ("eff", action.effects)):
                assert [ours.tp, ours.fp, ours.fn] == theirs["counts"][action.name][part], name
    assert len(expected) >= 8


# For the material, AMLGym measured on states that are not in it (but see the last test); those
# of the trajectories that the models were learned from are. On these only what holds on any
# states is comparable: a model whose every pair agrees there must agree here.
@pytest.mark.parametrize("folder", LEARNED)
def test_models_that_are_perfect_on_amlgyms_states_are_perfect_on_the_trajectories(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    perfect, other = [], {}
    for name, theirs in _read(folder / "predictive_counts.json").items():
        wrong = {
            part: sum(sum(counts[part][1:]) for counts in theirs["counts"].values())
            for part in ("app", "eff")
        }
        if any(wrong.values()):
            other[name] = f"{wrong} wrong on AMLGym's states, which are not here"
            continue
        result = _on_trajectories(folder, name)
        for part in ("applicability", "effects"):
            pooled = result.micro(part)
            assert (pooled.fp, pooled.fn) == (0, 0), name
            assert pooled.tp > 0
        perfect.append(name)
    _say(capsys, f"predictive_counts.json: {len(perfect)} perfect models are perfect", other)
    assert len(perfect) >= 2


@pytest.mark.needs("material:oracles/learned", "learner:amlgym")
def test_the_counts_on_amlgyms_own_states_are_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = material("oracles", "learned")
    samples = _amlgym_samples("blocksworld")
    agree, different = 0, dict[str, str]()
    for name, theirs in _read(folder / "predictive_counts.json").items():
        if Path(name).name != "blocksworld":
            continue
        learned, reference = (
            load_domain(str(folder / name / f"{k}.pddl"), no_errors) for k in _SIDES
        )
        for action in predictive_power(learned, reference, samples).actions:
            for part, ours in (("app", action.applicability), ("eff", action.effects)):
                counts, wanted = [ours.tp, ours.fp, ours.fn], theirs["counts"][action.name][part]
                agree += counts == wanted
                if counts != wanted:
                    different[f"{name} {action.name} {part}"] = f"{wanted}, ours {counts}"
    _say(capsys, f"predictive_counts.json: {agree} counts on AMLGym's states agree", different)
    assert not different
    assert agree >= 64


@pytest.mark.needs("material:oracles/learned", "learner:amlgym")
def test_means_by_amlgyms_conventions_are_those_that_it_prints() -> None:
    folder = material("oracles", "learned")
    samples = _amlgym_samples("blocksworld")
    compared = 0
    for name, theirs in _read(folder / "amlgym_metrics.json").items():
        if Path(name).name != "blocksworld" or "predictive_power" not in theirs:
            continue
        learned, reference = (
            load_domain(str(folder / name / f"{k}.pddl"), no_errors) for k in _SIDES
        )
        diff = compare_domains(learned, reference)
        case = DomainCase(diff=diff, samples=samples, like_amlgym=True)
        ours = amlgym.METRIC.values(amlgym.METRIC.measure(case))
        for part, key in (("applicability", "applicability"), ("effects", "predicted_effects")):
            for ratio in ("precision", "recall"):
                value = ours[f"amlgym_{part}_{ratio}"]
                assert isinstance(value, Fraction)
                wanted = theirs["predictive_power"][key][f"mean_{ratio}"]
                assert round(float(value), 4) == wanted, (name, part, ratio)
                compared += 1
    assert compared >= 28


_SIDES = ("learned", "reference")


def _amlgym_samples(domain: str) -> list[StateSample]:
    """The states that AMLGym 1.0.13 comes with."""
    environment = environment_of("amlgym")
    below = "Lib/site-packages" if environment.python.suffix else "lib/python*/site-packages"
    (root,) = environment.folder.glob(f"{below}/{environment.package}/benchmarks")
    power = Path("predictive_power", domain)
    samples = []
    for name, states in _read(root / "states" / power / "test_states.json").items():
        problem = load_problem(str(root / "problems" / power / name), no_errors)
        atoms = [[tuple(atom.strip("()").lower().split()) for atom in state] for state in states]
        samples.append(StateSample(problem.objects, [frozenset(state) for state in atoms], name))
    return samples


def _on_trajectories(folder: Path, name: str) -> PredictivePower:
    learned, reference = (load_domain(str(folder / name / f"{k}.pddl"), no_errors) for k in _SIDES)
    # The noisy trajectories show what never was; a clean set of the same domain does not.
    folders = folder / "SAM" / Path(name).name, folder / name
    clean = next(path for path in folders if path.exists())
    trajectories = load_trajectories([str(clean / "train.trajectories")])
    return predictive_power(learned, reference, samples_of_trajectories(trajectories, reference))


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def _say(capsys: pytest.CaptureFixture[str], title: str, lines: dict[str, str]) -> None:
    with capsys.disabled():
        sys.stdout.write("\n".join(("", title, *(f"  {k}: {v}" for k, v in lines.items()), "")))
