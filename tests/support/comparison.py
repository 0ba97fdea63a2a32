"""Comparing two texts in a test."""

from __future__ import annotations

from plancore.compare.domains import DomainDiff, compare_domains
from plancore.model.domain import Domain
from plancore.snapshot import FileSnapshot


def domain_of(text: str) -> Domain:
    """The domain that `text` holds."""
    domain = FileSnapshot.of(text).domain
    assert domain is not None, text
    return domain


def domain_with(*actions: str, predicates: str = "", head: str = "") -> Domain:
    """A domain around `actions`."""
    sections = f"{head} (:predicates {predicates})" if predicates else head
    return domain_of(f"(define (domain d) {sections} {' '.join(actions)})")


def compare_texts(learned: str, reference: str) -> DomainDiff:
    """The difference of two domains given as text."""
    return compare_domains(domain_of(learned), domain_of(reference))
