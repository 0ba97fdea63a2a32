"""The learners that are known, and the environments that they need."""

from __future__ import annotations

from typing import Final

from plancore.model.trajectory import TrajectoryFormat
from planeval.learners.description import OURS, Learner, Vocabulary
from planeval.learners.environment import Environment


def _adapted(
    name: str, environment: str, script: str, *words: str, own: bool = False, note: str = ""
) -> Learner:
    return Learner(
        name,
        ("{python}", f"{{adapters}}/{script}", *words, "{jobs}"),
        Vocabulary.OWN if own else Vocabulary.SAME,
        environment=environment,
        note=note,
    )


def _ours(name: str, words: Vocabulary = Vocabulary.SAME, *, note: str) -> Learner:
    """It needs no packages, so Python starts without looking for any (`-S`). In its notation, as
    in no other, atoms may be unknown."""
    return Learner(
        name,
        ("{python}", "-S", "{adapters}/with_planeval.py", name, "{jobs}"),
        words,
        TrajectoryFormat.JSON,
        environment=OURS,
        note=note,
    )


LEARNERS: Final = (
    _ours("sam", note="our own SAM: safe, from full observations"),
    _ours("sam-distinct", note="the same, where no atom names an object twice"),
    _ours("esam", note="our own ESAM: SAM with proxies for what stays open"),
    _ours("locm", Vocabulary.OWN, note="our own LOCM: from actions alone, with a codec"),
    _adapted("amlgym-sam", "amlgym", "with_amlgym.py", "SAM", note="safe, from full observations"),
    _adapted("amlgym-offlam", "amlgym", "with_amlgym.py", "OffLAM", note="from partial traces"),
    _adapted("amlgym-nolam", "amlgym", "with_amlgym.py", "NOLAM", note="told the rate of noise"),
    _adapted("amlgym-rosame", "amlgym", "with_amlgym.py", "ROSAME", note="gradients, with torch"),
    _adapted(
        "macq-locm",
        "macq",
        "with_macq.py",
        "LOCM",
        own=True,
        note="from actions of one trajectory only",
    ),
    _adapted(
        "macq-observer", "macq", "with_macq.py", "OBSERVER", note="ground actions, put together"
    ),
    _adapted(
        "macq-slaf", "macq", "with_macq.py", "SLAF", note="effects only, one trajectory; slow"
    ),
)

ENVIRONMENTS: Final = (
    Environment(
        "amlgym",
        ("amlgym==1.0.13",),
        "amlgym",
        1_800,
        needs_torch=True,
    ),
    Environment("macq", ("macq==0.3.11",), "macq", 170),
)
