"""Domains of tests/corpus that tests of correspondence disguise, and all disguises."""

from __future__ import annotations

from functools import cache
from typing import Final

from hypothesis import strategies as st

from plancore.model.domain import Domain
from support.comparison import domain_of
from support.disguises import Argument, Disguise, Types
from support.material import CORPUS
from support.other_names import Names

OWN: Final = (
    "dialects/adl",
    "dialects/costs",
    "dialects/strips",
    "dialects/typing",
    "validation/garage",
    "validation/kitchen",
    "validation/workshop",
)


@cache
def own_domain(name: str) -> Domain:
    """The domain in a folder of tests/corpus."""
    return domain_of((CORPUS / name / "domain.pddl").read_text(encoding="utf-8"))


OWN_DOMAINS: Final = st.sampled_from(OWN).map(own_domain)

DISGUISES: Final = st.builds(
    Disguise,
    st.sampled_from(Names),
    st.booleans(),
    st.booleans(),
    st.sampled_from(Argument),
    st.sampled_from(Types),
    st.sampled_from((0.0, 0.1, 0.3)),
)
