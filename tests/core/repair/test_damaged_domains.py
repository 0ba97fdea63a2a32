"""Domains damaged at random are repaired with no more edits than it took, for valid plans and for
others; and blame counts what undoing each difference does."""

from __future__ import annotations

import os
from itertools import islice
from random import Random

import pytest

from plancore.blame.attribution import attribute
from plancore.compare.domains import compare_domains
from plancore.repair.search import repaired
from plancore.snapshot import FileSnapshot
from support.damaged_domains import Damaged, Damages, check_blame, check_repair, corpus_domains
from support.material import material
from support.oracle_tasks import TASKS

WITHOUT_TIMES = [name for name in TASKS if name not in ("durative", "timed facts")]


def check(case: Damaged, limit: int) -> bool:
    """Repair and blame; returns whether all smaller repairs were tried."""
    check_blame(case, attribute(compare_domains(case.domain, case.original), case.cases))
    return check_repair(case, repaired(case.domain, case.cases), limit)


@pytest.mark.slow
@pytest.mark.parametrize("n_broken", [0, 2])
@pytest.mark.parametrize("name", WITHOUT_TIMES)
def test_domains_of_our_own(name: str, n_broken: int) -> None:
    domain, problem = TASKS[name]
    task = FileSnapshot.of(problem).problem
    assert task is not None
    damages = Damages(FileSnapshot.of(domain), [task], Random(name))
    recounted = [
        check(damages.damaged(n_edits, n_plans=6, longest=8, n_broken=n_broken), limit=400)
        for n_edits in (1, 2, 3)
    ]
    assert any(recounted)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("n_broken", [0, 3])
@pytest.mark.needs("material:corpus/dev")
def test_domains_of_the_corpus(n_broken: int) -> None:
    recounted = tried = 0
    count = int(os.environ.get("FUZZ_DOMAINS", "6"))
    for damages in islice(corpus_domains(material("corpus", "dev")), count):
        for n_edits in (1, 2, 3):
            try:
                case = damages.damaged(n_edits, damages.dice.randint(5, 20), 20, n_broken)
            except ValueError:
                continue
            tried += 1
            recounted += check(case, limit=500)
    assert tried > count
    assert recounted > tried / 2
