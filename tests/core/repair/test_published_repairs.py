"""Flawed domains of others are repaired with no more edits than the published repairs have."""

from __future__ import annotations

import pytest

from plancore.repair.result import RepairOptions, edited_domain
from plancore.repair.search import repaired
from support.material import material
from support.published_repairs import published_instances

ONE = RepairOptions(answers=1)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.needs("material:oracles/repair")
def test_no_repair_is_larger_than_the_published_one() -> None:
    sound = 0
    for instance in published_instances(material("oracles", "repair")):
        name, published = instance.row["id"], instance.row["size"]
        result = repaired(instance.domain, instance.cases, ONE)
        assert result.proved, name
        assert result.after.as_meant, name
        if instance.is_valid:
            sound += 1
        else:
            # Executed, the published edits do not make every plan valid: they lack some.
            edited = edited_domain(instance.domain, instance.edits)
            published += repaired(edited, instance.cases, ONE).repairs[0].cost
        assert result.repairs[0].cost <= published, name
    assert sound == 308
