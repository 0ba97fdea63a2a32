"""A review under pairs of names: what it says, and that its fixes hold."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.correspondence.pairs import Pairs
from plancore.correspondence.stated.mapping import pairs_by_name
from plancore.diagnostic import Diagnostic, apply_edits
from plancore.ide.review.reference_review import ReferenceReview, review
from plancore.ide.review.terms import Terms
from plancore.snapshot import FileSnapshot
from support.fixes import fixable, offers_of
from support.stretched_models import Stretched, stretched


def reviewed(learned: str, reference: str, pairs: Pairs) -> ReferenceReview:
    """Two texts under stated pairs."""
    ours, theirs = FileSnapshot.of(learned, "learned"), FileSnapshot.of(reference, "reference")
    assert ours.domain is not None
    assert theirs.domain is not None
    mapped = pairs_by_name(pairs, ours.domain, theirs.domain)
    compared = review(ours, theirs, Terms(mapped.pairs))
    assert compared is not None
    return compared


def _said(finding: Diagnostic) -> tuple[str, str]:
    """What a finding says; of a list of parameters the finding says all that there is, and which of
    it comes first may change."""
    if finding.code.endswith("-parameter"):
        return "parameters", ""
    return finding.code, finding.message


def _told(compared: ReferenceReview) -> Counter[tuple[str, str]]:
    return Counter(map(_said, compared.diagnostics))


models = st.integers(0, 10**9).map(stretched)


@pytest.mark.slow
@given(models)
def test_each_fix_removes_its_finding_and_adds_none(models: Stretched) -> None:
    compared = reviewed(models.learned, models.reference, models.pairs)
    before = _told(compared)
    for offer in offers_of(compared):
        text = apply_edits(models.learned, offer.fix.edits)
        after = _told(reviewed(text, models.reference, models.pairs))
        finding = _said(offer.finding)
        assert after[finding] < before[finding], (offer.title, text)
        # One that is missing and an extra one may come to be one that is changed.
        added = (after - before).total()
        assert not added or after.total() < before.total() - added, (offer.title, text)


@given(models)
def test_taking_all_leaves_what_has_no_fix(models: Stretched) -> None:
    compared = reviewed(models.learned, models.reference, models.pairs)
    take_all = compared.take_all
    if take_all is not None:
        text = apply_edits(models.learned, take_all.edits)
        after = reviewed(text, models.reference, models.pairs)
        assert fixable(after) == [], text
