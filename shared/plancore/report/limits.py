"""Limits that scores must keep: `f1=0.9` requires an F1 of at least 0.9.

    limit = score "=" number

An undefined score does not keep its limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf, isfinite

from plancore.report.headline import headline_names
from plancore.report.limit import Limit
from plancore.spelling import hint


def read_limit(text: str) -> Limit:
    """The limit that `text` denotes. Raises ValueError with a message for users."""
    name, sign, number = text.partition("=")
    name = name.strip().lower()
    if not sign:
        raise ValueError(f"{text!r}: a limit is written like f1=0.9")
    if name not in headline_names():
        raise ValueError(f"unknown score `{name}`; {hint(name, headline_names())}")
    return Limit(name, finite(number, "a limit is written like f1=0.9"))


def finite(text: str, advice: str) -> float:
    """The finite number that `text` denotes. Raises ValueError with `advice` otherwise."""
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
    """The limits that the scores of a review do not keep, each with a message. Limits on scores
    that this kind of review does not have are skipped."""
    names = headline_names(kind) if kind else ()
    for limit in limits:
        if limit.figure not in names:
            continue
        value = figures.get(limit.figure)
        if not limit.kept_by(value):
            said = "is undefined, which counts as" if value is None else f"{value:.3f} is"
            yield limit, f"{limit.figure} {said} below {limit.least:g}"
