"""Names of files, short enough for a line of the screen."""

from __future__ import annotations

from plancore.report.lines import visible


def short_names(one: str, other: str) -> tuple[str, str]:
    """The ends of two paths that tell them apart; the whole names if nothing less does."""
    parts = visible(one).split("/"), visible(other).split("/")
    for count in range(1, max(map(len, parts))):
        short = ["/".join(names[-count:]) for names in parts]
        if short[0] != short[1]:
            return short[0], short[1]
    return visible(one), visible(other)
