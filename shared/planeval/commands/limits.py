"""Options of commands that run programs of others: what each run may take."""

from __future__ import annotations

from collections.abc import Callable

from planeval.commands.values import mebibytes, seconds
from planeval.programs.bounds import Bounds


def add_limits(declare: Callable[..., object], bounds: Bounds, each: str, more: str = "") -> None:
    """Declare, by the `add_argument` of a parser or a group of it, `--time` and `--memory` of
    `each` run, which are `bounds` where nobody says otherwise; `more` is to be known of the
    time."""
    declare(
        "--time",
        type=seconds,
        default=bounds.wall,
        metavar="SECONDS",
        help=f"on the clock, {each} (%(default)g){more}",
    )
    declare(
        "--memory",
        type=mebibytes,
        default=bounds.memory,
        metavar="MIB",
        help=f"{each} (%(default)s), resident in all its processes, looked at every 50 ms; shared "
        "pages count in part, in the memory of the report in full",
    )
