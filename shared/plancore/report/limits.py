"""Limits that scores must keep: `f1=0.9` requires an F1 of at least 0.9.

    limit = score "=" number

An undefined score does not keep its limit. Scores are computed, and the modules for them imported,
only where limits are set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf, isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from plancore.diagnostic import Severity
from plancore.jsonable import Json
from plancore.report.limit import Limit
from plancore.report.lines import Line, Piece, Tone, line
from plancore.spelling import hint

if TYPE_CHECKING:
    from plancore.report.review import PairReview, Review


def read_limit(text: str) -> Limit:
    """The limit that `text` denotes. Raises ValueError with a message for users."""
    from plancore.report.headline import headline_names

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
    from plancore.report.headline import headline_names

    names = headline_names(kind) if kind else ()
    for limit in limits:
        if limit.figure not in names:
            continue
        value = figures.get(limit.figure)
        if not limit.kept_by(value):
            said = "is undefined, which counts as" if value is None else f"{value:.3f} is"
            yield limit, f"{limit.figure} {said} below {limit.least:g}"


class LimitCheck(NamedTuple):
    """A limit, a text on it, and whether the score is below it."""

    limit: Limit
    text: str
    is_below: bool


def with_terms(
    review: Review,
    limits: tuple[Limit, ...] = (),
    severities: Mapping[str, Severity | None] = MappingProxyType({}),
) -> Review:
    """The review with limits and severities, which apply to the current learned file.

    Text comparisons are returned as they are: they have no scores and no configurable severities.
    """
    match review.kind:
        case "text":
            return review
        case "threeway":
            now = replace(review.now, limits=limits, severities=severities)
            return replace(review, now=now)
        case "change":
            return replace(review, now=replace(review.now, limits=limits, severities=severities))
        case _:
            return replace(review, limits=limits, severities=severities)


def severities_of(review: Review) -> Mapping[str, Severity | None]:
    """The severities that the project sets, by code."""
    pair = _as_it_is(review)
    return {} if pair is None else pair.severities


def judged(review: Review) -> list[LimitCheck]:
    """A check of each limit of the review, in order: `f1 0.848 is below 0.9`, `f1=0.8 is kept`. In
    files with errors it is not known whether a limit is kept."""
    pair = _as_it_is(review)
    if pair is None or not pair.limits:
        return []
    from plancore.report.headline import plain_headlines

    below = dict(missed(pair.limits, pair.kind, plain_headlines(pair)))
    kept = "is not known to be kept, as there are errors" if review.has_errors else "is kept"
    return [
        LimitCheck(limit, below.get(limit, f"{limit} {kept}"), limit in below)
        for limit in pair.limits
    ]


def limit_lines(review: Review) -> Iterator[Line]:
    """All limit checks in one line: `below the limits: f1 0.848 is below 0.9`; nothing without
    limits."""
    said = judged(review)
    if said:
        is_below = any(each.is_below for each in said)
        title, tone = ("below the limits", Tone.FAILING) if is_below else ("limits", Tone.PLAIN)
        yield line(Piece(f"{title}: {'; '.join(each.text for each in said)}", tone))


def limits_data(review: Review) -> Json:
    """The members for JSON: limits by score, and texts on those that are not kept; empty without
    limits."""
    said = judged(review)
    if not said:
        return {}
    return {
        "limits": {each.limit.figure: each.limit.least for each in said},
        "below": [each.text for each in said if each.is_below],
    }


def _as_it_is(review: Review) -> PairReview | None:
    if review.kind == "text":
        return None
    return review.now if review.kind == "threeway" or review.kind == "change" else review
