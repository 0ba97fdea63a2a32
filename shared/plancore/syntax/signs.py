"""Characters and words that PDDL does not have: those of word processors and other languages.

Some are read as what they stand for (`lower`); all are found (`foreign_signs`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

MEANT: Final = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\uff0d", "-"),
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\u2039\u203a", "'"),
    **dict.fromkeys("\u00a0\u2007\u2009\u200b\u200c\u200d\u202f\u2060\u3000,\uff0c\u3001", " "),
    **dict.fromkeys("\u00d7\u2217\u22c5", "*"),
    "\u00f7": "/",
    "\uff08": "(",
    "\uff09": ")",
    "\uff1a": ":",
    "\uff1b": ";",
    "\uff1d": "=",
    "\uff1f": "?",
}
"""Characters of word processors, web pages and other scripts, each with its replacement in PDDL."""
_OTHERS: Final = {"[": "(", "{": "(", "]": ")", "}": ")", "$": "?", '"': " ", "'": " ", "\\": " "}
"""Characters replaced the same way, except in a name, a string or a template; `\\` and the letter
after it are two."""

_TO_MEANT: Final = str.maketrans(MEANT)
# It begins with one character of a set, for which `re` searches fast.
_OTHER: Final = re.compile(r"[\[\]{}$\"'\\](?:(?<=\\)[nrtNRT])?")
END_OF_LINE: Final = re.compile(r"[\r\n]")
_LONGEST_WORD: Final = 100
_END_OF_WORD: Final = re.compile(r"(?s:.*)[\s();\"]")
_END_OF_MARK: Final = re.compile(r"\S[ \t]\}\}")
_QUOTED: Final = re.compile(r"([\"'])\??[A-Za-z_][\w-]*+\1(?=[\s()\[\]{};]|\Z)")
# Each alternative begins with a literal character, for which `re` searches fast.
_COMMENT_OF_C: Final = re.compile(r"/(?<![^\s()]/)(?:/|\*[^\n\r]*?\*/)")
_BLANKS: Final = "".join(sign for sign, meant in MEANT.items() if meant == " ")
_ANGLED: Final = re.compile(r"<\?[A-Za-z_][\w-]*+>")
# It begins with a single character, for which the text is searched faster than for two.
_MARKS: Final = "".join(sign for sign, meant in MEANT.items() if meant in "\"'")
_GLUED: Final = re.compile(rf"\?(?<=[^\s\ufeff{_BLANKS}{_MARKS}()\[\]{{}};?\"']\?)(?=[A-Za-z_])")
# `in` takes twice as long, as most texts have many blanks.
_MAYBE_APART: Final = re.compile(r"\? ")
_APART: Final = re.compile(r"\?(?<![^\s()]\?) ++(?=[A-Za-z_])")
# The words at the start of a list, or a comment; in pieces of a section `?` may begin a form.
_WORDS: Final = re.compile(
    r";[^\n\r]*+|\((?!\s*(?::|define\b|init\b|objects\b))[^();]*+", re.IGNORECASE
)
_WITH_COLON: Final = re.compile(
    r":(?<=\(:)(?:and|or|not|imply|forall|exists|when|oneof|increase|decrease|assign|scale-(?:up|down))"
    r"(?=[\s()])",
    re.IGNORECASE,
)
_GLUED_OR_ANGLED: Final = re.compile(rf"{_ANGLED.pattern}|{_GLUED.pattern}")
# Two patterns: each begins with literal characters, for which `re` searches fast.
_COMMENTS_OF_OTHERS: Final = (
    re.compile(r"#(?<![^\s()]#)(?![tT](?:[\s()]|\Z))#*+"),
    re.compile(r"--(?<![^\s()]--)-*+(?![^\s()])"),
)
_PLACEHOLDER: Final = re.compile(
    r"(?:\.{3}(?<![^\s()]\.{3})\.*+|\u2026(?<![^\s()]\u2026)|TODO(?<![^\s()]TODO)"
    r"|FIXME(?<![^\s()]FIXME)):?(?![^\s()])"
)
# `re` finds a word in half the time that `in` takes where its last character is frequent.
_PLACEHOLDER_WORDS: Final = [
    (sign, re.compile(word))
    for sign, word in (("D", "TODO"), ("X", "FIXME"), (".", r"\.\.\."), ("\u2026", "\u2026"))
]
_PLACES_OF_TASKS: Final = re.compile(r"(?:\)|[\s(]:(?!objects|constants|types)[a-z-]+)\s*\Z")
_AFTER_PART: Final = re.compile(r"(?:\)|(?:\A|[\s(]):[\w-]+|\(\s*[\w-]+|\A)\s*\Z")
_TYPE: Final = re.compile(r"\s*(?:number|object|bool\w*|real|float|int\w*)\s*\Z")
_REST_OF_LINE: Final = re.compile(r"[^\n\r]*")
_FOREIGN: Final = re.compile(rf"{_COMMENT_OF_C.pattern}|[{re.escape(''.join(MEANT))}]")


def lower(text: str, *, is_plain: bool = False) -> str:
    """`text` in lower case, with foreign characters replaced by PDDL's, of the same length. They
    need not be looked for in a text that `is_plain`, where they are in comments only."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    if is_plain:
        return low
    if not low.isascii():
        low = low.translate(_TO_MEANT)
    elif "," in low:
        low = low.replace(",", " ")
    if "/" in low:
        low = _COMMENT_OF_C.sub(lambda sign: ";;" if sign[0] == "//" else " " * len(sign[0]), low)
    if "<" in low:
        low = _ANGLED.sub(lambda sign: f" {sign[0][1:-1]} ", low)
    if _MAYBE_APART.search(low):
        low = _WORDS.sub(_with_marks, low)
    if "(:" in low:
        low = _WITH_COLON.sub(lambda sign: f" {sign[0][1:]}", low)
    if any(map(low.__contains__, _OTHERS)):
        low = _OTHER.sub(_as_meant, low)
    return low


def _as_meant(sign: re.Match[str]) -> str:
    return _OTHERS[sign[0][0]] * len(sign[0]) if _is_foreign(sign) else sign[0]


def _with_marks(words: re.Match[str]) -> str:
    """The words of a list with ` ?x` for `? x`."""
    if words[0][0] == ";" or "? " not in words[0]:
        return words[0]
    return _APART.sub(lambda sign: f"{sign[0][1:]}?", words[0])


def meant(sign: str) -> str:
    """The PDDL character that a foreign one is read as; empty for any other."""
    return MEANT.get(sign) or _OTHERS.get(sign, "")


def _found(text: str) -> Iterator[re.Match[str]]:
    """Whatever may be a foreign sign, in any order. Each match depends on nothing beyond its
    line."""
    # A single character is found a hundred times faster than a word.
    yield from (_GLUED_OR_ANGLED if "<" in text else _GLUED).finditer(text)
    if "," in text or "/" in text or not text.isascii():
        yield from _FOREIGN.finditer(text)
    if any(map(text.__contains__, _OTHERS)):
        yield from _OTHER.finditer(text)
    if _MAYBE_APART.search(text):
        yield from _APART.finditer(text)
    if "(:" in text:
        yield from _WITH_COLON.finditer(text)
    for comment in _COMMENTS_OF_OTHERS if "#" in text else _COMMENTS_OF_OTHERS[1:]:
        yield from comment.finditer(text)
    if any(sign in text and word.search(text) for sign, word in _PLACEHOLDER_WORDS):
        yield from _PLACEHOLDER.finditer(text)


def is_plain(text: str) -> bool:
    """Whether nothing outside comments may be a foreign sign. It is the case for a text if it is
    for each of its lines, and then `lower` replaces nothing outside comments."""
    found = [*_found(text)]
    found.sort(key=re.Match.start)
    return not found or next(outside_comments(found, text), None) is None


def foreign_signs(text: str) -> list[re.Match[str]]:
    """The characters outside comments that PDDL does not have, each variable in angle brackets,
    each `?` without a blank before it or with one after it, each operator with a colon, each sign
    of a comment of other languages, and each word such as `...` that stands for other text, in
    order."""
    found = sorted(_found(text), key=re.Match.start)
    in_words: set[int] | None = None
    signs: list[re.Match[str]] = []
    done = 0
    for sign in outside_comments(found, text):
        if sign.start() < done or (sign.re is _OTHER and not _is_foreign(sign)):
            continue
        if sign.re is _PLACEHOLDER and not _stands_for_text(sign):
            continue
        if sign.re is _APART:
            if in_words is None:
                in_words = {each.start() for each in _apart_in_words(text)}
            if sign.start() not in in_words:
                continue
        if sign.re in _COMMENTS_OF_OTHERS:
            if not _begins_comment(sign):
                continue
            done = sign.end() + len(rest_of_line(text, sign.end()))
        signs.append(sign)
    return signs


def _apart_in_words(text: str) -> Iterator[re.Match[str]]:
    """Each `?` with a blank after it among the words of a list, as `lower` replaces it."""
    for words in _WORDS.finditer(text):
        if words[0][0] == "(" and "? " in words[0]:
            yield from _APART.finditer(text, *words.span())


def _begins_comment(sign: re.Match[str]) -> bool:
    """Whether `#` or `--` begins a comment, as in other languages. `#t` is the time of a process,
    and `--` between a name and a word may be meant for the `-` before a type."""
    text, at = sign.string, sign.start()
    rest = rest_of_line(text, sign.end())
    if sign[0][0] == "#":
        line = text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at].rstrip()
        return not rest[:1].strip() or (rest[0].isalpha() and line[-1:] in ("", ")"))
    is_after_part = _AFTER_PART.search(text[max(0, at - _LONGEST_WORD) : at])
    return bool(is_after_part) and is_balanced(rest) and _TYPE.match(rest) is None


def is_placeholder(sign: str) -> bool:
    """Whether a word stands for text that is still to be written."""
    return _PLACEHOLDER.fullmatch(sign) is not None


def _stands_for_text(sign: re.Match[str]) -> bool:
    """Whether a word such as `TODO` cannot be a name at its place."""
    before = sign.string[max(0, sign.start() - _LONGEST_WORD) : sign.start()]
    return not sign[0][0].isalpha() or _PLACES_OF_TASKS.search(lower(before)) is not None


def rest_of_line(text: str, at: int) -> str:
    """The text from the offset `at` to the end of the line."""
    found = _REST_OF_LINE.match(text, at)
    return found[0] if found else ""


def is_balanced(text: str) -> bool:
    """Whether a text has as many `(` as `)`."""
    return text.count("(") == text.count(")")


def is_commentary(text: str) -> bool:
    """Whether each line that is not blank begins with the sign of a comment of other languages."""
    lines = [line.lstrip() for line in text.splitlines()]
    return all(line.startswith(("#", "--", "//", ";")) for line in lines if line)


def _is_foreign(sign: re.Match[str]) -> bool:
    """Whether a character in `_OTHERS` is to be replaced, judged by its neighbours. It is not in
    the name `x[3]`, the placeholder `{{ name }}` of a template, or a string of several words."""
    text, at, what = sign.string, sign.start(), sign[0]
    before, behind, begins = text[at - 1 : at], text[at + 1 : at + 2], _begins(text, at)
    if what[0] == "\\":
        # A line end or a tab, not within a word such as `dir\\name`.
        return len(what) == 2 and not (before.isalnum() and text[at + 2 : at + 3].isalnum())
    if what == "$":
        return begins and (behind.isalpha() or behind == "_")
    if what in "\"'":
        return _is_around_name(text, at) or (
            what == "'" and ((begins and behind == "(") or (before == ")" and behind in " )\r\n"))
        )
    first = max(0, at - _LONGEST_WORD)
    ended = _END_OF_WORD.match(text, first, at)
    word = text[ended.end() if ended else first : at]
    around = f"{word}{what}{behind}"
    if "{{" in around or "{%" in around or "%}" in around:
        return False
    word = word.lstrip("[{")
    if what in "[{" and (not word or word[0] == ":"):
        return True
    opened = word.count("[") + word.count("{") - word.count("]") - word.count("}")
    if what in "[{":
        return opened < 0
    return opened <= 0 and not (
        _END_OF_MARK.match(text, at - 2) or _END_OF_MARK.match(text, at - 3)
    )


def _begins(text: str, at: int) -> bool:
    """Whether there is no word right before the character at `at`."""
    return at == 0 or text[at - 1].isspace() or text[at - 1] in "()[]{}"


def _is_around_name(text: str, at: int) -> bool:
    """Whether the quotation mark at `at` is one of those around a name, as in `"name"`."""
    opening = text.rfind(text[at], max(0, at - _LONGEST_WORD), at)
    for start in (at, opening):
        name = _QUOTED.match(text, start) if start >= 0 else None
        if name and _begins(text, start) and at in (start, name.end() - 1):
            return True
    return False


def outside_comments(found: Iterable[re.Match[str]], text: str) -> Iterator[re.Match[str]]:
    """The matches in `found`, which are in order, that are outside comments. Linear in the length
    of `text` even if all are on one line."""
    done = 0
    for each in found:
        at = each.start()
        if at < done:
            continue
        line = max(done, text.rfind("\n", done, at), text.rfind("\r", done, at))
        if text.find(";", line, at) < 0:
            done = at
            yield each
        else:
            end = END_OF_LINE.search(text, at)
            done = end.end() if end is not None else len(text)
