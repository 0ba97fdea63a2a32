"""Merge the comments of three versions into a merged text.

A merge drops a comment only if a side deleted it: comments in both versions, and those that either
side added, belong in the result. Which ones these are is decided by counting. Where they go is
decided by aligning the tokens of the text with those of the version that has the comment: a comment
on its own line goes before the token that follows it there, one at the end of a line after the
token before it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.align.sequences import align
from plancore.merge.choice import Versions
from plancore.syntax.builder import BLANK, SLOTS, TOKEN

_LIST: Final = rf"\((?![{BLANK}]*+:)[^();\"]*+\)"
_UNIT: Final = re.compile(
    rf"\([{BLANK}]*+not[{BLANK}]*+{_LIST}[{BLANK}]*+\)|{_LIST}|{TOKEN.pattern}", re.IGNORECASE
)
"""Literals are single tokens: a parenthesis alone does not show what it belongs to."""

_GAP: Final = rf"[{BLANK}]*+(?:;[^\n\r]*+[{BLANK}]*+)*"
_DEFINITION: Final = re.compile(rf"\({_GAP}define{_GAP}({_LIST})", re.IGNORECASE)
_OPERATOR: Final = ":action|:durative-action|:process|:event|:derived|:axiom|:task|:method"
_SECTION: Final = re.compile(
    rf"\({_GAP}(?:({_OPERATOR}){_GAP}({_LIST}|[^{BLANK}();]++)|(:[^{BLANK}();]++))", re.IGNORECASE
)
_BLANKS: Final = re.compile(rf"[{BLANK}]++")
_AROUND: Final = re.compile(r" ?([()]) ?")
_VARIABLE: Final = re.compile(r"\?[^ ()]*")


class TokenPlace(NamedTuple):
    """The place of a token: the definition, if the text has several, the section, such as `:action
    move`, and the slot, such as `:effect`. The parentheses of a section have slots of their own."""

    definition: str = ""
    section: str = ""
    slot: str = ""


_OUTSIDE: Final = TokenPlace()


class TextToken(NamedTuple):
    """A word, parenthesis, literal or comment; equal tokens have the same `key`."""

    key: str
    start: int
    end: int
    place: TokenPlace

    @property
    def is_comment(self) -> bool:
        return self.key.startswith(";")

    @property
    def is_list(self) -> bool:
        """Whether it is a literal or another innermost list."""
        return self.key.startswith("(") and self.key != "("

    @property
    def name(self) -> str:
        """The first word of a list, without `not`."""
        return self.key.removeprefix("(not(").strip("()").partition(" ")[0]


def key_of(text: str) -> str:
    """The key of a token: a comment as written, other text in lower case without layout."""
    if text.startswith(";"):
        return text.rstrip()
    return _AROUND.sub(r"\1", _BLANKS.sub(" ", text.lower()))


def tokens_of(text: str) -> Iterator[TextToken]:
    """The tokens of a text with their places, even if parentheses do not match."""
    has_several = len(_DEFINITION.findall(text)) > 1
    place, depth = _OUTSIDE, 0
    for match in _UNIT.finditer(text):
        start, end = match.span()
        key = key_of(match[0])
        if key == ")":
            depth = max(depth - 1, 0)
            if depth < 2:
                yield TextToken(key, start, end, place._replace(slot=")"))
                place = TokenPlace(place.definition) if depth else _OUTSIDE
                continue
        elif key == "(":
            depth += 1
            if depth == 1 and has_several and (head := _DEFINITION.match(text, start)):
                place = TokenPlace(key_of(head[1]))
            elif depth == 2 and (head := _SECTION.match(text, start)):
                section = " ".join(key_of(word) for word in head.groups() if word)
                place = TokenPlace(place.definition, section, "(")
        elif depth == 2 and key in SLOTS:
            place = place._replace(slot=key)
        yield TextToken(key, start, end, place)


def partners(tokens: Sequence[TextToken], others: Sequence[TextToken]) -> dict[int, int]:
    """Maps indices of `others` to those of equal tokens in `tokens`. A literal is paired with an
    equal one, else with one that is equal when parameters are replaced by their positions, else
    with the only one of its name; other tokens are aligned in order."""
    here, there = _Version(tokens), _Version(others)
    found: dict[int, int] = {}
    for place in there.numbers.keys() & here.numbers.keys():
        found |= _partners(here, there, place)
    return found


class _Version:
    """The tokens of a text, by place."""

    def __init__(self, tokens: Sequence[TextToken]) -> None:
        self.tokens = tokens
        self.numbers: dict[TokenPlace, list[int]] = defaultdict(list)
        self._parameters: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        for number, token in enumerate(tokens):
            self.numbers[token.place].append(number)
            if token.place.slot == ":parameters":
                parameters = self._parameters[token.place[:2]]
                for variable in _VARIABLE.findall(token.key):
                    parameters.setdefault(variable, f"?{len(parameters)}")

    def key(self, number: int) -> str:
        return self.tokens[number].key

    def key_by_position(self, number: int) -> str:
        """The key of the token, with parameters replaced by their positions."""
        token = self.tokens[number]
        parameters = self._parameters[token.place[:2]]
        return _VARIABLE.sub(lambda found: parameters.get(found[0], found[0]), token.key)

    def name(self, number: int) -> str:
        """The first word of the list."""
        return self.tokens[number].name


def _partners(here: _Version, there: _Version, place: TokenPlace) -> dict[int, int]:
    ours, theirs = here.numbers[place], there.numbers[place]
    found: dict[int, int] = {}

    def remaining() -> tuple[list[int], list[int]]:
        known = {*found.values()}
        return [n for n in ours if n not in known], [n for n in theirs if n not in found]

    def pair_lists(key: Callable[[_Version, int], str]) -> None:
        left, right = remaining()
        mine, others = _only(here, left, key), _only(there, right, key)
        found.update((others[said], mine[said]) for said in others.keys() & mine.keys())

    pair_lists(_Version.key)
    left, right = remaining()
    aligned = align([here.key(n) for n in left], [there.key(n) for n in right])
    found.update((right[other], left[mine]) for mine, other in aligned.pairs())
    pair_lists(_Version.key_by_position)
    pair_lists(_Version.name)
    return found


def _only(
    version: _Version, numbers: Iterable[int], key: Callable[[_Version, int], str]
) -> dict[str, int]:
    """The lists with a unique key among the tokens."""
    named: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        if version.tokens[number].is_list:
            named[key(version, number)].append(number)
    return {said: numbers[0] for said, numbers in named.items() if len(numbers) == 1}


class _Insertion(NamedTuple):
    """A comment to insert at `offset`: on a line of its own before it, or at the line's end."""

    offset: int
    comment: str
    stands_alone: bool


def with_comments(text: str, versions: Versions[str]) -> str:
    """`text` with missing comments added and deleted ones removed."""
    wanted = _wanted(versions.each(_count))
    text = _without(text, _count(text) - wanted, versions.theirs)
    for donor in (versions.ours, versions.theirs):
        missing = wanted - _count(text)
        if missing:
            text = _with(text, missing, donor)
    return text


def lexemes(text: str) -> tuple[str, ...]:
    """The lower-case words and parentheses of a text, without comments."""
    found = (match[0].lower() for match in TOKEN.finditer(text))
    return tuple(word for word in found if not word.startswith(";"))


def _count(text: str) -> Counter[str]:
    found = (match[0] for match in TOKEN.finditer(text))
    return Counter(key_of(token) for token in found if token.startswith(";"))


def _wanted(counts: Versions[Counter[str]]) -> Counter[str]:
    """The number of occurrences of each comment in the result."""

    def of(comment: str) -> int:
        base, ours, theirs = counts.each(lambda count: count[comment])
        if base in (ours, theirs):
            return theirs if base == ours else ours
        return max(ours, theirs) if max(ours, theirs) > base else min(ours, theirs)

    everything = counts.base | counts.ours | counts.theirs
    return Counter({comment: of(comment) for comment in everything})


def _without(text: str, excess: Counter[str], theirs: str) -> str:
    """`text` without the excess comments: first those that theirs does not have at our places."""
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
    """`text` without a comment, and without its line if it is alone there."""
    start, end = _line_start(text, comment.start), comment.end
    if text[start : comment.start].strip():
        kept = len(text[: comment.start].rstrip(" \t"))
        return text[:kept] + text[end:]
    after = re.match(r"\r\n|\n|\r", text[end:])
    return text[:start] + text[end + (after.end() if after else 0) :]


def _with(text: str, missing: Counter[str], donor: str) -> str:
    """`text` with the missing comments that `donor` has, at the same places."""
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
    partner = partners(tokens, theirs)
    found: list[_Insertion] = []
    for number, token in enumerate(theirs):
        if not token.is_comment or number in partner or missing[token.key] <= 0:
            continue
        missing[token.key] -= 1
        preceding, following = _neighbours(theirs, number)
        has_line = not donor[_line_start(donor, token.start) : token.start].strip()
        # The token before it is missing, so it must not follow another one.
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
    # A stable sort keeps the order of comments at one place.
    yield from sorted(found, key=lambda insertion: insertion.offset)


def _neighbours(tokens: Sequence[TextToken], number: int) -> tuple[int | None, int | None]:
    """The nearest tokens before and after one that are not comments."""
    before = (n for n in range(number - 1, -1, -1) if not tokens[n].is_comment)
    behind = (n for n in range(number + 1, len(tokens)) if not tokens[n].is_comment)
    return next(before, None), next(behind, None)


def _nearest(
    theirs: Sequence[TextToken], partner: dict[int, int], numbers: Sequence[int]
) -> int | None:
    """The first of the tokens that is not a comment and has a partner."""
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
            # Below the other comment, since both belong to the text before that.
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
