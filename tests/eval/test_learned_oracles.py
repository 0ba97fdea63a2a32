"""Real learned domains: AMLGym's own figures for them beside ours."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from plancore.compare.domains import compare_domains
from plancore.metrics.amlgym_view import amlgym_view
from plancore.metrics.predictive_power import PredictivePower, predictive_power
from planeval.domain.states import load_trajectories, samples_of_trajectories
from planeval.models import load_domain
from support.material import material


def test_the_syntactic_figures_are_amlgyms(capsys: pytest.CaptureFixture[str]) -> None:
    folder = material("oracles", "learned")
    agree, different = 0, dict[str, str]()
    for name, theirs in _read(folder / "amlgym_metrics.json").items():
        learned, reference = (load_domain(str(folder / name / f"{k}.pddl")) for k in _SIDES)
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


# AMLGym measured on states that are not in the material; those of the trajectories that the
# models were learned from are. So only what holds on any states is comparable: a model whose every
# pair agrees there must agree here.
def test_models_that_are_perfect_on_amlgyms_states_are_perfect_on_the_trajectories(
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = material("oracles", "learned")
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
    assert len(perfect) >= 4


_SIDES = ("learned", "reference")


def _on_trajectories(folder: Path, name: str) -> PredictivePower:
    learned, reference = (load_domain(str(folder / name / f"{k}.pddl")) for k in _SIDES)
    # The noisy trajectories show what never was; a clean set of the same domain does not.
    clean = folder / "SAM" / Path(name).name / "train.trajectories"
    trajectories = load_trajectories([str(clean)])
    return predictive_power(learned, reference, samples_of_trajectories(trajectories, reference))


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def _say(capsys: pytest.CaptureFixture[str], title: str, lines: dict[str, str]) -> None:
    with capsys.disabled():
        sys.stdout.write("\n".join(("", title, *(f"  {k}: {v}" for k, v in lines.items()), "")))
