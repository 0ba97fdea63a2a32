"""The learners that are known, and the environments that they need."""

from __future__ import annotations

from typing import Final

from planeval.learners.description import Learner, Words
from planeval.learners.environment import Environment


def _adapted(
    name: str, environment: str, script: str, *words: str, own: bool = False, note: str = ""
) -> Learner:
    return Learner(
        name,
        ("{python}", f"{{adapters}}/{script}", *words, "{jobs}"),
        Words.OWN if own else Words.SAME,
        environment=environment,
        note=note,
    )


LEARNERS: Final = (
    _adapted("amlgym-sam", "amlgym", "with_amlgym.py", "SAM", note="safe, from full observations"),
    _adapted("amlgym-offlam", "amlgym", "with_amlgym.py", "OffLAM", note="from partial traces"),
    _adapted("amlgym-nolam", "amlgym", "with_amlgym.py", "NOLAM", note="told the rate of noise"),
    _adapted("amlgym-rosame", "amlgym", "with_amlgym.py", "ROSAME", note="gradients, with torch"),
    _adapted("offlam", "offlam", "with_offlam.py", note="OffLAM without AMLGym"),
    _adapted("nolam", "nolam", "with_nolam.py", note="NOLAM without AMLGym"),
    _adapted("macq-locm", "macq", "with_macq.py", "LOCM", own=True, note="from actions alone"),
    _adapted("macq-arms", "macq", "with_macq.py", "ARMS", note="a weighted MAX-SAT problem"),
    _adapted("macq-observer", "macq", "with_macq.py", "OBSERVER", note="ground actions only"),
    _adapted("macq-slaf", "macq", "with_macq.py", "SLAF", note="ground actions only"),
)

ENVIRONMENTS: Final = (
    Environment(
        "amlgym",
        ("amlgym==1.0.13",),
        "amlgym",
        1_800,
        needs_torch=True,
    ),
    Environment("offlam", ("offlam==1.0.1",), "offlam", 290),
    Environment("nolam", ("nolam==1.0.0",), "nolam", 290),
    Environment("macq", ("macq==0.3.11",), "macq", 170),
)
