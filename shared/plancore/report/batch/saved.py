"""A saved run, read back.

Runs that were saved by earlier versions lack what these did not know.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field, to_builtins

from plancore.decoding import decode
from plancore.json_toml import DocumentError
from plancore.report.batch.chosen import Chosen
from plancore.report.batch.data import DOCUMENT
from plancore.report.batch.names import Names
from plancore.report.batch.review import Batch
from plancore.report.batch.row import PairRow, Status

_Figure: TypeAlias = Annotated[float, Meta(ge=-1e300, le=1e300, description="a number")]


class _Names(Struct):
    is_aligned: bool = field(name="aligned")
    mapping: str | None


class _Options(Struct, forbid_unknown_fields=True, rename="kebab"):
    """Values of options by their keys; those that nobody has set are left out."""

    name: str | UnsetType = UNSET
    evidence: bool | UnsetType = UNSET
    plans: tuple[str, ...] | UnsetType = UNSET
    domain: str | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    modulo_commuting: bool | UnsetType = UNSET


class _Earlier(Struct):
    file: str
    figures: dict[str, _Figure | None]
    n_repaired: int | None = field(name="repaired")
    n_broken: int | None = field(name="broken")
    n_left: int | None = field(name="left")
    trouble: str
    note: str = ""


class _Row(Struct):
    name: str = field(name="pair")
    learned: str | None
    reference: str | None
    status: Status
    kind: str | None
    figures: dict[str, _Figure | None]
    n_same: int = field(name="same")
    n_parts: int = field(name="parts")
    n_differences: int = field(name="differences")
    n_errors: int = field(name="errors")
    spread: dict[str, tuple[_Figure | None, ...]]
    note: str
    signs: dict[str, int] = {}
    earlier: _Earlier | None = field(default=None, name="before")

    def __post_init__(self) -> None:
        self.kind = self.kind or ""
        if self.status is Status.SAME and self.n_errors:
            self.status = Status.DOUBTFUL  # an earlier version called such pairs the same


class _Run(Struct):
    learned: str
    reference: str | None
    rows: tuple[_Row, ...] = field(name="pairs")
    passed_over: int
    before: str | None = None
    names: _Names | None = None
    options: _Options | None = None
    other_files: int = 0


def read_batch(document: Any) -> Batch:
    """The batch that was saved as `document`. Raises DocumentError for anything else."""
    if not isinstance(document, dict) or document.get("format") != DOCUMENT.format:
        raise DocumentError("it is no saved run of plandiff")
    if document.get("version") != DOCUMENT.version:
        raise DocumentError(f"it is of version {document.get('version')!r}, not {DOCUMENT.version}")
    run = decode(document, _Run)
    chosen: Chosen | None = None
    if run.options is not None:
        values = to_builtins(run.options)
        chosen = {key: values[key] for key in document["options"]}
    return Batch(
        run.learned,
        run.reference,
        tuple(convert(row, PairRow, from_attributes=True) for row in run.rows),
        run.passed_over,
        before=run.before,
        names=None if run.names is None else Names(run.names.is_aligned, run.names.mapping),
        chosen=chosen,
        n_others=run.other_files,
    )
