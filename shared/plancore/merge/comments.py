"""The comments of three versions in a text that says what they come to.

A comment is lost by a merge only where a side took it out: those that both versions still have,
and those that either has added, belong into the result. Which comments these are is counted; where
they go the words of the version that has them say, by their partners in the text: a comment that
stands alone goes before what follows it there, one at the end of a line behind what it follows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from plancore.merge.choice import Versions
from plancore.merge.partners import TextToken, key_of, partners, tokens_of
from plancore.syntax.builder import TOKEN


class _Insertion(NamedTuple):
    """A comment that goes before `offset` on a line of its own, or behind it."""

    offset: int
    comment: str
    stands_alone: bool


def with_comments(text: str, versions: Versions[str]) -> str:
    """`text`, in which no comment is missing, and none is left that a side took out."""
    wanted = _wanted(versions.each(_count))
    text = _without(text, _count(text) - wanted, versions.theirs)
    for donor in (versions.ours, versions.theirs):
        missing = wanted - _count(text)
        if missing:
            text = _with(text, missing, donor)
    return text


def lexemes(text: str) -> tuple[str, ...]:
    """What a text says without its comments, in lower case: words and parentheses."""
    found = (match[0].lower() for match in TOKEN.finditer(text))
    return tuple(word for word in found if not word.startswith(";"))


def _count(text: str) -> Counter[str]:
    found = (match[0] for match in TOKEN.finditer(text))
    return Counter(key_of(token) for token in found if token.startswith(";"))


def _wanted(counts: Versions[Counter[str]]) -> Counter[str]:
    """How often each comment stands in the result."""

    def of(comment: str) -> int:
        base, ours, theirs = counts.each(lambda count: count[comment])
        if base in (ours, theirs):
            return theirs if base == ours else ours
        return max(ours, theirs) if max(ours, theirs) > base else min(ours, theirs)

    everything = counts.base | counts.ours | counts.theirs
    return Counter({comment: of(comment) for comment in everything})


def _without(text: str, excess: Counter[str], theirs: str) -> str:
    """`text` without as many of the comments: first those that they have not where we do."""
    if not excess:
        return text
    tokens = list(tokens_of(text))
    shared = {*partners(tokens, list(tokens_of(theirs))).values()}
    numbers = [number for number, token in enumerate(tokens) if token.is_comment]
    left = Counter(excess)
    for number in sorted(numbers, key=lambda number: (number in shared, number)):
        left[tokens[number].key] -= 1
        if left[tokens[number].key] < 0:
            numbers.remove(number)
    for number in reversed(numbers):
        text = _cut(text, tokens[number])
    return text


def _cut(text: str, comment: TextToken) -> str:
    """`text` without a comment, and without the line that it has for itself."""
    start, end = _line_start(text, comment.start), comment.end
    if text[start : comment.start].strip():
        kept = len(text[: comment.start].rstrip(" \t"))
        return text[:kept] + text[end:]
    after = re.match(r"\r\n|\n|\r", text[end:])
    return text[:start] + text[end + (after.end() if after else 0) :]


def _with(text: str, missing: Counter[str], donor: str) -> str:
    """`text` with as many of the comments as `donor` has, at their places there."""
    tokens, theirs = list(tokens_of(text)), list(tokens_of(donor))
    insertions = list(_insertions(tokens, theirs, donor, Counter(missing), len(text)))
    for insertion in reversed(insertions):
        text = _inserted(text, insertion)
    return text


def _insertions(
    tokens: Sequence[TextToken],
    theirs: Sequence[TextToken],
    donor: str,
    missing: Counter[str],
    end: int,
) -> Iterator[_Insertion]:
    """In the order of the text."""
    partner = partners(tokens, theirs)
    found: list[_Insertion] = []
    for number, token in enumerate(theirs):
        if not token.is_comment or number in partner or missing[token.key] <= 0:
            continue
        missing[token.key] -= 1
        preceding, following = _neighbours(theirs, number)
        has_line = not donor[_line_start(donor, token.start) : token.start].strip()
        # What it stood behind is not there: it stands behind nothing else.
        stands_alone = has_line or preceding not in partner
        before = _nearest(theirs, partner, range(number - 1, -1, -1))
        behind = _nearest(theirs, partner, range(number + 1, len(theirs)))
        if behind is not None and (before is None or (has_line and behind == following)):
            found.append(_Insertion(tokens[partner[behind]].start, token.key, True))
        elif before is not None:
            at = tokens[partner[before]].end
            found.append(_Insertion(at, token.key, stands_alone))
        else:
            found.append(_Insertion(end, token.key, True))
    # Comments at one place stay in their order.
    yield from sorted(found, key=lambda insertion: insertion.offset)


def _neighbours(tokens: Sequence[TextToken], number: int) -> tuple[int | None, int | None]:
    """The tokens next to one that are no comments."""
    before = (n for n in range(number - 1, -1, -1) if not tokens[n].is_comment)
    behind = (n for n in range(number + 1, len(tokens)) if not tokens[n].is_comment)
    return next(before, None), next(behind, None)


def _nearest(
    theirs: Sequence[TextToken], partner: dict[int, int], numbers: Sequence[int]
) -> int | None:
    """The first of the tokens that is no comment and has a partner."""
    return next((n for n in numbers if n in partner and not theirs[n].is_comment), None)


def _inserted(text: str, insertion: _Insertion) -> str:
    at, comment, stands_alone = insertion
    newline = "\r\n" if "\r\n" in text else "\n"
    start = _line_start(text, at)
    indent = re.match(r"[ \t]*", text[start:])
    blanks = indent[0] if indent else ""
    if stands_alone and not text[start:at].strip():
        return f"{text[:start]}{text[start:at]}{comment}{newline}{text[start:]}"
    behind = re.match(r"[^\r\n]*", text[at:])
    rest = behind[0] if behind else ""
    if not rest.strip() and not stands_alone:
        return f"{text[:at]} {comment}{text[at + len(rest) :]}"
    if rest.lstrip().startswith(";"):
        line_end = at + len(rest)
        if not stands_alone:
            # Under the other one, for both are about what stands before that.
            column = at + rest.index(";")
            blanks = re.sub(r"[^\t]", " ", text[start:column])
        return f"{text[:line_end]}{newline}{blanks}{comment}{text[line_end:]}"
    if stands_alone:
        head = text[:at].rstrip(" \t")
        tail = rest.lstrip()
        gap = f"{newline}{blanks}" if tail else ""
        return f"{head}{newline}{blanks}{comment}{gap}{tail}{text[at + len(rest) :]}"
    return f"{text[:at]} {comment}{newline}{blanks}{rest.lstrip()}{text[at + len(rest) :]}"


def _line_start(text: str, offset: int) -> int:
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
