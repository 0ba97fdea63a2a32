"""Rows that a test lists, with as many sides as it likes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plancore.align.sequences import align
from plancore.report.lines import Tone
from plancore.report.rows.folding import equal_runs
from plancore.report.rows.row import BOTH, LEARNED, REFERENCE, Cell, Role, Side, ViewRow
from plancore.stop import NEVER, Checkpoint

EARLIER = Side("earlier", "<", Tone.MOVED)
THREE = (EARLIER, LEARNED, REFERENCE)


@dataclass
class ListedRows:
    """Rows that are there already. A row in `stacks` differs, the others are the same."""

    listed: Sequence[ViewRow]
    sides: Sequence[Side] = BOTH
    stacks: Sequence[int] = ()
    runs: Sequence[tuple[int, int]] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.listed)

    @property
    def stops(self) -> Sequence[int]:
        return [index for index, row in enumerate(self.listed) if row.sign != "="]

    def row(self, index: int) -> ViewRow:
        return self.listed[index]

    def fold_text(self, start: int, end: int) -> str:
        return f"{end - start} the same"

    def matching(self, text: str, _: Checkpoint = NEVER, /) -> list[int]:
        return [index for index, row in enumerate(self.listed) if text in row.text]


def three_plans(earlier: list[str], learned: list[str], reference: list[str]) -> ListedRows:
    """Every step of the reference with what the two others have in its place."""
    matches = [dict(align(reference, other).pairs()) for other in (earlier, learned)]
    rows = []
    for at, step in enumerate(reference):
        cells = [
            None if at not in match else Cell(other[match[at]], str(match[at] + 1))
            for match, other in zip(matches, (earlier, learned), strict=True)
        ]
        sign = "=" if None not in cells else "~"
        tone = Tone.SAME if sign == "=" else Tone.CHANGED
        row = ViewRow(Role.ITEM, tone, sign, (*cells, Cell(step, str(at + 1))))
        rows.append(row if None not in cells else row._replace(remark="learned since"))
    differ = [index for index, row in enumerate(rows) if row.sign != "="]
    equal = [row.sign == "=" for row in rows]
    return ListedRows(rows, THREE, differ, equal_runs(equal, 1, 2))
