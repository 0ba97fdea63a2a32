"""Flawed domains of the material with what is published of their repairs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from plancore.compare.changes import Part
from plancore.model.domain import Domain
from plancore.model.formula import AtomicFormula
from plancore.model.problem import Case
from plancore.notation.plans.reader import read_plan
from plancore.repair.result import Alteration, Edits, LiteralEdit, edited_domain
from plancore.snapshot import FileSnapshot
from support.damaged_domains import domain_of, is_as_meant


class Published(NamedTuple):
    """A flawed domain, and what is published of its repair."""

    folder: Path
    row: dict[str, Any]
    domain: Domain
    cases: list[Case]

    @property
    def edits(self) -> Edits:
        """The published edits."""
        return frozenset(
            LiteralEdit(
                edit["action"],
                Part.EFFECT if edit["part"] == "effects" else Part.PRECONDITION,
                Alteration(edit["change"]),
                _atom(edit["literal"]),
            )
            for edit in self.row["edits"]
        )

    @property
    def is_valid(self) -> bool:
        """Whether the published edits make every plan valid."""
        edited = edited_domain(self.domain, self.edits)
        return all(is_as_meant(edited, case) for case in self.cases)


def published_instances(root: Path) -> Iterator[Published]:
    """The flawed domains below a folder of the material."""
    for line in (root / "index.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        folder = root / "instances" / row["id"]
        cases = [
            Case(plan.name, read_plan(plan.read_text(encoding="utf-8"))[0], problem)
            for plan in sorted(folder.glob("*.plan"))
            for problem in [_read(plan.with_suffix(".pddl")).problem]
            if problem is not None
        ]
        yield Published(folder, row, domain_of(_read(folder / "domain.pddl")), cases)


def _atom(text: str) -> AtomicFormula:
    """`name(?a, ?b)` as an atom."""
    name, _, rest = text.partition("(")
    return AtomicFormula(name, tuple(rest.rstrip(")").replace(",", " ").split()))


def _read(path: Path) -> FileSnapshot:
    return FileSnapshot.of(path.read_text(encoding="utf-8"), str(path))
