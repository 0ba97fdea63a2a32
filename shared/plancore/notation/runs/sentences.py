"""Read plans in natural language where the domain makes them unambiguous."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from plancore.model.plan import GroundAction

_MARKS: Final = re.compile(r"\[\s*(/?)\s*PLAN(?:\s+END)?\s*\]", re.IGNORECASE)
_ITEM: Final = re.compile(
    r"\s*(?:[-*•]|\(?[0-9]+[.):]|\**step\s*[0-9]+\**\s*[.:)-]?)\s+", re.IGNORECASE
)
_SENTENCE: Final = re.compile(r"(?<=[.;!])\s+|\n")
_CLAUSE: Final = re.compile(r"(?<=\w)[.:;](?=\s)|\s\(")
_PARENTHESIS: Final = re.compile(r"\s*\([^()]*\)")
_WORDS: Final = re.compile(r"[^\W_]+")
_ARTICLES: Final = frozenset(("a", "an", "the", "i"))
_AFTER_NAMES: Final = re.compile(
    r"and|as|at|away|by|down|for|from|in|inside|into|of|off|on|onto|out|over|then|through|to|"
    r"towards?|under|up|using|via|with"
)
"""Words that may follow an object with the name of an article: `unstack b from a and …`."""

_NOTHING: Final = re.compile(
    r"\bno (?:further |more )?(?:actions?|steps?|moves?) (?:is|are) (?:required|needed|necessary)\b"
    r"|\bnothing (?:needs|has) to be done\b",
    re.IGNORECASE,
)
"""Statements that the plan is empty, in a text without actions."""
_MOST_OBJECTS: Final = 8
"""Objects of a sentence that names more than its action takes."""


class Vocabulary(NamedTuple):
    """The names that sentences may use: the number of parameters of each action, the objects, and
    whether an action with its objects is a ground action of the task."""

    actions: Mapping[str, int]
    objects: Collection[str]
    fits: Callable[[GroundAction], bool]


class Sentence(NamedTuple):
    """A step in words, and the actions that it may mean: several if it names more objects than its
    action takes."""

    text: str
    actions: tuple[GroundAction, ...]


def read_sentences(text: str, known: Vocabulary) -> list[Sentence] | str:
    """The steps of a plan in words, such as `1. Unstack b1 from b3.`; or the first unreadable line.

    ::

        plan     = (item | text)* | sentence*
        item     = (number | bullet) sentence remark?
        sentence = words ACTION words (OBJECT words)*

    A sentence names one action, by its name or the words of its name, and then as many objects as
    it has parameters, in order and of the right types. If it names more, it may mean each choice of
    them. A list has an action in each item, and none after the last item. Without a list, every
    sentence that names an action or an object is a step. A text without a list and without an
    action is the empty plan if it states that no action is required.
    """
    reader = _Sentences(known)
    marks = list(_MARKS.finditer(text))
    if marks and not marks[0][1] and "end" not in marks[0][0].casefold():
        text = text[marks[0].end() : marks[1].start() if marks[1:] else None]
    elif marks:
        text = text[: marks[0].start()]
    lines = [line for line in text.splitlines() if line.strip()]
    items = [at for at, line in enumerate(lines) if _ITEM.match(line)]
    if items:
        for line in lines[items[-1] + 1 :]:
            if reader.actions(line):
                return line.strip()
        steps = [reader.without_remarks(_ITEM.sub("", lines[at], count=1)) for at in items]
    elif _NOTHING.search(text) and not reader.names_action(text):
        return []
    else:
        steps = [each for each in _SENTENCE.split(text) if reader.is_about_it(each)]
    read = [Sentence(step.strip(), reader.actions(step)) for step in steps]
    unread = [each.text for each in read if not each.actions]
    if read and not unread:
        return read
    return unread[0] if unread else next(iter(lines), "").strip()


class _Mention(NamedTuple):
    """A name in a sentence, and its range of tokens; for actions without articles and objects."""

    name: str
    start: int
    end: int


class _Sentences:
    """Reads one sentence at a time."""

    def __init__(self, known: Vocabulary) -> None:
        self._known = known
        self._objects = _by_words(known.objects)
        self._actions = _by_words(known.actions)

    def is_about_it(self, sentence: str) -> bool:
        """Whether it names an action or an object."""
        return self.names_action(sentence) or self._named(sentence) != []

    def names_action(self, text: str) -> bool:
        return next(_mentions(_tokens(text), self._actions), None) is not None

    def without_remarks(self, item: str) -> str:
        """The first clause of an item if the rest does not name an action: `Unstack b3 from b1. Now
        b3 is in the arm.` Parentheses within it are removed if there are too few objects before
        them: `Stack b2 (with b1 on it) on b3.`"""
        first, *rest = _CLAUSE.split(item, maxsplit=1)
        if any(map(self.names_action, rest)):
            return item
        if not self.actions(first):
            bare = _CLAUSE.split(_PARENTHESIS.sub("", item), maxsplit=1)[0]
            return bare if self.actions(bare) else first
        return first

    def actions(self, sentence: str) -> tuple[GroundAction, ...]:
        """The ground actions that a sentence may mean: those that fit, of the action that it
        names. None if it names none or several, or too few objects."""
        tokens = _tokens(sentence)
        objects = self._named(sentence)
        if objects is None:
            return ()
        inside = {at for each in objects for at in range(each.start, each.end)}
        rest = [
            (at, word)
            for at, word in enumerate(tokens)
            if at not in inside and word not in _ARTICLES
        ]
        found = list(_mentions([word for _, word in rest], self._actions))
        if len(found) != 1 or len(objects) > _MOST_OBJECTS:
            return ()
        (name, first, _) = found[0]
        if any(each.start < rest[first][0] for each in objects):
            return ()
        named = [each.name for each in objects]
        choices = dict.fromkeys(combinations(named, self._known.actions[name]))
        return tuple(filter(self._known.fits, (GroundAction((name, *each)) for each in choices)))

    def _named(self, sentence: str) -> list[_Mention] | None:
        """The objects in a sentence; None if a word may be an article or an object."""
        found = list(_mentions(_tokens(sentence), self._objects))
        words = list(_WORDS.finditer(sentence.casefold()))
        for each in found:
            if each.end != each.start + 1 or words[each.start][0] not in _ARTICLES:
                continue
            if words[each.end :] and not _AFTER_NAMES.fullmatch(words[each.end][0]):
                between = sentence.casefold()[words[each.start].end() : words[each.end].start()]
                if between.isspace():
                    return None
        return found


def _tokens(text: str) -> list[str]:
    return _WORDS.findall(text.casefold())


def _by_words(names: Collection[str]) -> dict[tuple[str, ...], str | None]:
    """The names by their words, and by these words joined; None for an ambiguous key."""
    found: dict[tuple[str, ...], str | None] = {}
    for name in names:
        words = tuple(_tokens(name))
        for key in {words, ("".join(words),)}:
            found[key] = None if key in found else name
    return found


def _mentions(
    tokens: Sequence[str], names: Mapping[tuple[str, ...], str | None]
) -> Iterator[_Mention]:
    """The names in a sentence from left to right, the longest at each place."""
    longest = max(map(len, names), default=0)
    at = 0
    while at < len(tokens):
        for length in range(min(longest, len(tokens) - at), 0, -1):
            name = names.get(tuple(tokens[at : at + length]))
            if name is not None:
                yield _Mention(name, at, at + length)
                at += length
                break
        else:
            at += 1
