"""Names of files, as short as says which are meant."""

from __future__ import annotations

from plancore.report.lines import visible


def short_names(*paths: str) -> tuple[str, ...]:
    """The ends of paths that tell them apart; the whole names if nothing less does."""
    parts = [visible(path).split("/") for path in paths]
    for count in range(1, max(map(len, parts), default=0)):
        short = tuple("/".join(names[-count:]) for names in parts)
        if len({*short}) == len(short):
            return short
    return tuple(map(visible, paths))


def short_name(name: str, n_parts: int = 1) -> str:
    """The last parts of a path, where a longer name would say no more."""
    return "/".join(visible(name).split("/")[-n_parts:])
