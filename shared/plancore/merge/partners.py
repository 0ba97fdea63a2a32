"""Which words of one version of a text are those of another.

Words of different actions are never the same, nor is a literal of the precondition that of the
effect: each word has a place, the section and the slot that it stands in, and finds its partner
there. A literal is found wherever it stands in its slot, also where the parameters of its action
have other names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from plancore.align.sequences import align
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
