"""Reports as data frames."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import TYPE_CHECKING, TypeGuard

from plancore.report.registry import Report
from planeval.tables import records
from planfiles.extras import to_get
from planfiles.trouble import Trouble

if TYPE_CHECKING:
    import pandas


def frame_of(report: Report) -> pandas.DataFrame:
    """The table of a report. A column of numbers is one of numbers, with NaN where there is none.
    Raises Trouble without pandas."""
    try:
        import pandas
    except ImportError:
        raise Trouble(f"data frames need pandas: {to_get('notebook')}") from None
    names, rows = records(report)
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    return pandas.DataFrame(
        {name: _column(values) for name, values in zip(names, columns, strict=True)}
    )


def _column(values: Sequence[object]) -> list[object]:
    """The values as a frame takes them; whole numbers become floats beside what is undefined."""
    there = [value for value in values if value is not None]
    if not all(_is_number(value) for value in there):
        return [value if _is_plain(value) else str(value) for value in values]
    if all(isinstance(value, int) for value in there) and len(there) == len(values):
        return list(values)
    return [float(value) if _is_number(value) else float("nan") for value in values]


def _is_number(value: object) -> TypeGuard[Real]:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_plain(value: object) -> bool:
    # A word of a fixed list is a text for whoever reads the frame.
    return value is None or type(value) in (str, bool, int, float)
