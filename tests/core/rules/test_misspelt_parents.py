"""A parent of a type that looks misspelt: that it needs no declaration hides the mistake."""

from __future__ import annotations

import pytest

from plancore.diagnostic import Severity, apply_edits
from support.findings import findings

DOMAIN = "(define (domain d) (:requirements :typing) (:types {}) (:predicates (in ?x - lift)))"


@pytest.mark.parametrize(
    ("types", "mended"),
    [
        ("lift - objct", "lift - object"),
        ("lift -objct", "lift -object"),
        ("lift hall - Obejct", "lift hall - object"),
        ("lift - vehicel vehicle", "lift - vehicle vehicle"),
        ("lift - (either vehicel hall) vehicle hall", "lift - (either vehicle hall) vehicle hall"),
    ],
)
def test_a_parent_that_looks_misspelt_is_told(types: str, mended: str) -> None:
    text = DOMAIN.format(types)
    (found,) = (f for f in findings(text) if f.code == "undeclared-type")
    assert found.severity is Severity.WARNING
    assert apply_edits(text, found.fixes[0].edits) == DOMAIN.format(mended)


@pytest.mark.parametrize(
    "types", ["lift - vehicle", "lift -object", "lift1 - lift2 lift", "lift", "lift ice - item"]
)
def test_a_parent_needs_no_declaration(types: str) -> None:
    assert not [f for f in findings(DOMAIN.format(types)) if f.code == "undeclared-type"]


def test_a_parent_that_is_used_is_a_type() -> None:
    text = DOMAIN.format("lift - vehicel vehicle").replace("(in", "(on ?x - vehicel) (in")
    assert not [f for f in findings(text) if f.code == "undeclared-type"]
