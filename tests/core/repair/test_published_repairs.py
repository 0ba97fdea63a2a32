"""Flawed domains of others are repaired with no more edits than the published repairs have."""

from __future__ import annotations

import pytest

from bench.repair import published_instances
from plancore.repair.result import RepairOptions
from plancore.repair.search import repaired
from support.material import material


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_repair_is_larger_than_the_published_one() -> None:
    sound = 0
    for instance in published_instances(material("oracles", "repair")):
        result = repaired(instance.domain, instance.cases, RepairOptions(answers=1))
        assert result.proved, instance.row["id"]
        assert result.after.as_meant, instance.row["id"]
        if instance.is_valid:
            sound += 1
            assert result.repairs[0].cost <= instance.row["size"], instance.row["id"]
    assert sound == 308
