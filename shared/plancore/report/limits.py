"""Limits that figures must keep: `f1=0.9` is kept by an F1 of 0.9 and more.

limit = figure "=" number

A figure that is undefined does not keep its limit, as nobody knows that it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf, isfinite

from plancore.report.headline import headline_names
from plancore.report.limit import Limit
from plancore.spelling import hint


def read_limit(text: str) -> Limit:
    """The limit that `text` says. Raises ValueError, whose text says what is wrong."""
    name, sign, number = text.partition("=")
    name = name.strip().lower()
    if not sign:
        raise ValueError(f"{text!r}: a limit is written like f1=0.9")
    if name not in headline_names():
        raise ValueError(f"unknown score `{name}`; {hint(name, headline_names())}")
    return Limit(name, finite(number, "a limit is written like f1=0.9"))


def finite(text: str, advice: str) -> float:
    """The number that `text` says. Raises ValueError, with `advice`, for anything else."""
    try:
        number = float(text)
    except ValueError:
        number = inf
    if not isfinite(number):
        raise ValueError(f"{text!r} is not a number: {advice}")
    return number


def missed(
    limits: Iterable[Limit], kind: str, figures: Mapping[str, float | None]
) -> Iterator[tuple[Limit, str]]:
    """The limits that the figures of a review do not keep, and what is to be said of each; those of
    figures that reviews of this kind do not have are left out."""
    names = headline_names(kind) if kind else ()
    for limit in limits:
        if limit.figure not in names:
            continue
        value = figures.get(limit.figure)
        if not limit.kept_by(value):
            said = "is undefined, which counts as" if value is None else f"{value:.3f} is"
            yield limit, f"{limit.figure} {said} below {limit.least:g}"
