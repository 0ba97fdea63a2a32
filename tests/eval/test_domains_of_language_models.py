"""What is found in domains that language models wrote: a finding for each mistake, not for each of
its consequences."""

from __future__ import annotations

from statistics import median

import pytest

from plancore.diagnostic import Severity
from plancore.rules.check import check
from plancore.snapshot import FileSnapshot
from support.material import material


@pytest.mark.slow
@pytest.mark.needs("material:oracles/correspondence")
def test_a_broken_domain_has_few_findings() -> None:
    broken: list[int] = []
    files = sorted(material("oracles", "correspondence", "pairs").glob("*/learned.pddl"))
    for file in files:
        text = file.read_text("utf-8")
        severe = [
            found.severity
            for found in check(FileSnapshot.of(text, file.name))
            if found.severity <= Severity.WARNING
        ]
        if Severity.ERROR in severe:
            broken.append(len(severe))
    assert len(files) >= 20
    assert broken
    assert median(broken) <= 3
    assert max(broken) <= 20
