"""Folders with pairs of domains, to be compared."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DOMAIN: Final = """(define (domain d{0}) (:predicates (p) (q) (r))
 (:action a :parameters () :precondition (p) :effect (q))
 (:action b :parameters () :precondition (and (q) {1}) :effect (not (q))))
"""


def write_folders(folder: Path, *, pairs: int = 4, broken: bool = True) -> Path:
    """`l` and `r` with pairs of which every second differs; one is broken, two have no partner."""
    for number in range(pairs):
        for side, extra in (("l", "(r)" if number % 2 else ""), ("r", "")):
            path = folder / side / f"x{number % 3}" / f"d{number:04}.pddl"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(DOMAIN.format(number, extra))
    if broken:
        (folder / "l" / "broken.pddl").write_text("(nonsense")
        (folder / "r" / "broken.pddl").write_text(DOMAIN.format("", ""))
        (folder / "l" / "new.pddl").write_text(DOMAIN.format("", ""))
        (folder / "r" / "old.pddl").write_text(DOMAIN.format("", ""))
    return folder
