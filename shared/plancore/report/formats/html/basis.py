"""What the figures of domains rest on, above them."""

from __future__ import annotations

from plancore.compare.domains import DomainDiff
from plancore.report.domain.basis import advice_text, basis_text
from plancore.report.formats.html.elements import Html, element


def basis_line(diff: DomainDiff) -> Html:
    """How names were taken, and what to do where that leaves little to compare."""
    said = filter(None, (basis_text(diff), advice_text(diff)))
    return element("p", ": ".join(said), class_="basis")
