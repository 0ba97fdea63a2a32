"""Names of files, short enough for a line of the screen."""

from __future__ import annotations

import re

from plancore.report.lines import cell_width, cut_in_the_middle, visible


def path_lines(path: str, width: int, most: int) -> list[str]:
    """A path in `most` lines of `width` columns, broken behind `/`; one that needs more, or has a
    part that is wider, in one line and cut in its middle."""
    lines = [""]
    for part in re.findall(r"[^/]*/|[^/]+", visible(path)):
        if lines[-1] and cell_width(lines[-1] + part) > width:
            lines.append("")
        lines[-1] += part
    if len(lines) <= most and max(map(cell_width, lines)) <= width:
        return lines
    return [cut_in_the_middle(visible(path), width)]
