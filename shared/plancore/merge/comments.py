"""The comments of three versions in a text that says what they come to.

A comment is lost by a merge only where a side took it out: those that both versions still have,
and those that either has added, belong into the result. Which comments these are is counted; where
they go the words of the version that has them say, by their partners in the text: a comment that
stands alone goes before what follows it there, one at the end of a line behind what it follows.
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
"""Literals are one: of parentheses alone nobody knows to what they belong."""

_GAP: Final = rf"(?:[{BLANK}]++|;[^\n\r]*+)*+"
_DEFINITION: Final = re.compile(rf"\({_GAP}define{_GAP}({_LIST})", re.IGNORECASE)
_OPERATOR: Final = ":action|:durative-action|:process|:event|:derived|:axiom|:task|:method"
_SECTION: Final = re.compile(
    rf"\({_GAP}(?:({_OPERATOR}){_GAP}({_LIST}|[^{BLANK}();]++)|(:[^{BLANK}();]++))", re.IGNORECASE
)
_BLANKS: Final = re.compile(rf"[{BLANK}]++")
_AROUND: Final = re.compile(r" ?([()]) ?")
_VARIABLE: Final = re.compile(r"\?[^ ()]*")


class TokenPlace(NamedTuple):
    """Where a word stands: the section, such as `:action move`, of one of the definitions of the
    text, and the slot, such as `:effect`. The parentheses that a section stands in have slots of
    their own."""

    definition: str = ""
    section: str = ""
    slot: str = ""


_OUTSIDE: Final = TokenPlace()


class TextToken(NamedTuple):
    """A word, a parenthesis, a literal or a comment; `key` is the same for what means the same."""

    key: str
    start: int
    end: int
    place: TokenPlace

    @property
    def is_comment(self) -> bool:
        return self.key.startswith(";")

    @property
    def is_list(self) -> bool:
        """Whether it is a literal, or another list in which no other stands."""
        return self.key.startswith("(") and self.key != "("

    @property
    def name(self) -> str:
        """What a list begins with, behind `not` too."""
        return self.key.removeprefix("(not(").strip("()").partition(" ")[0]


def key_of(text: str) -> str:
    """A comment as it stands; all else in lower case, with blanks only between words."""
    if text.startswith(";"):
        return text.rstrip()
    return _AROUND.sub(r"\1", _BLANKS.sub(" ", text.lower()))


def tokens_of(text: str) -> Iterator[TextToken]:
    """What a text has, with the places, whatever is wrong with its parentheses."""
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
    """For the numbers of `others` those of the `tokens` that are the same, where there are any.

    A literal is first the one that says the same, then the one that says so with the parameters of
    its action in their order, then the only one with its name; all else is aligned in order.
    """
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
        """What the token says."""
        return self.tokens[number].key

    def key_by_position(self, number: int) -> str:
        """What the token says, each parameter being its number."""
        token = self.tokens[number]
        parameters = self._parameters[token.place[:2]]
        return _VARIABLE.sub(lambda found: parameters.get(found[0], found[0]), token.key)

    def name(self, number: int) -> str:
        """What the list begins with."""
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
    """The lists among the tokens whose key no other one of them has."""
    named: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        if version.tokens[number].is_list:
            named[key(version, number)].append(number)
    return {said: numbers[0] for said, numbers in named.items() if len(numbers) == 1}


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
