"""A sign is not part of PDDL.

## What it does
Reports dashes, quotation marks, brackets and blanks of word processors and web pages, commas,
square and curly brackets, `\\n` in place of a line end, quotation marks around a name, `$` before
a variable, angle brackets around one, operators with a colon such as `:and`, and comments that
begin with `#`, `--`, `//` or `/*`, once for each kind of sign in a file. They are read as the signs
of PDDL that they replace, except `#` and `--`. It is a warning for blanks. Reports variables
without a blank before them, such as `(on?x?y)`, or with one after `?`, and placeholders such as
`...` and `TODO`, as well. The fix replaces all of them.

## Why it matters
To planners such a sign is part of a name, or an error far from its place.

## Example
```pddl
(define (domain walk)
  (:requirements :typing)
  (:types place)
  (:predicates (at ?p – place)))
```

## Use instead
`?p - place`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Set
from typing import Final

from plancore.diagnostic import Severity
from plancore.lower.numbers import WITH_COMMAS
from plancore.model.finding import CAUSE, Finding, PlaceEdit, PlaceFix
from plancore.snapshot import FileSnapshot
from plancore.syntax.nodes import Place
from plancore.syntax.signs import is_balanced, is_placeholder, meant, rest_of_line

CODE: Final = "foreign-sign"
SEVERITY: Final = Severity.ERROR
DEFAULT: Final = True


_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
_END: Final = re.compile(r"[\w-]+$")
_WORD: Final = re.compile(r"[\w-]+")
_THOUSANDS: Final = re.compile(r"-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?")
_COMMENTS: Final = ("#", "-")
"""The first characters of signs that begin a comment in other languages."""
_ESCAPES: Final = {"n": "\n", "r": "", "t": "\t"}
"""Line ends and tabs as programs write them within strings, each with what is meant."""
_QUOTATION_MARKS: Final = ('"', "'")
_MOST: Final = 1_000
"""Signs with a finding each, which comments can suppress; later ones share one per sign."""


def check(file: FileSnapshot) -> Iterator[Finding]:
    """Each sign in the PDDL of the file that is not part of PDDL."""
    signs = file.tree.foreign_signs
    numbers = {
        at: number
        for number in WITH_COMMAS.finditer(file.text)
        for at in range(number.start(), number.end())
    }
    invisible = any(_INVISIBLE.match(sign) for _, sign in signs[:_MOST])
    words = {*_WORD.findall(file.text.lower())} if invisible else set[str]()
    for place, sign in signs[:_MOST]:
        at = file.span(place).start
        if sign == "," and at in numbers:
            if "," not in file.text[numbers[at].start() : at]:
                yield _number(place, at, numbers[at])
        elif _INVISIBLE.match(sign) and _splits_a_word(file.text, at, words):
            yield _inside(place, sign)
        else:
            yield _finding([place], sign, is_fixed=_can_be_replaced(file, place, sign))
    alike: dict[tuple[str, bool], list[Place]] = {}
    for place, sign in signs[_MOST:]:
        alike.setdefault((sign, _can_be_replaced(file, place, sign)), []).append(place)
    for (sign, is_fixed), places in alike.items():
        yield _finding(places, sign, is_fixed=is_fixed)


def _can_be_replaced(file: FileSnapshot, place: Place, sign: str) -> bool:
    """Whether no `)` would be in a comment if the sign is replaced."""
    return sign[0] not in _COMMENTS or is_balanced(rest_of_line(file.text, file.span(place).end))


def _finding(places: list[Place], sign: str, *, is_fixed: bool) -> Finding:
    """The finding about a sign, at the first of its places; the fix is for all of them."""
    if sign == "?":
        message = "missing blank before a variable"
        edits = [PlaceEdit(place._replace(end=place.start), " ") for place in places]
        fix = PlaceFix("Insert the missing blanks", tuple(edits), safe=True)
        return Finding(CODE, SEVERITY, places[0], message, (), (fix,), mistake=message)
    if sign[0] == ":" or sign[:2] == "? ":
        return _joined(places, sign)
    message, instead = _said(sign)
    edits = [PlaceEdit(place, instead) for place in places]
    title = "Replace the signs that are not PDDL"
    fixes = (PlaceFix(title, tuple(edits)),) if is_fixed else ()
    severity = Severity.WARNING if len(sign) == 1 and _is_blank(sign) else SEVERITY
    return Finding(CODE, severity, places[0], message, (), fixes, mistake=_mistake(sign, message))


def _joined(places: list[Place], sign: str) -> Finding:
    """The finding about `:and` or `? x`."""
    if sign[0] == ":":
        message, title = (
            f"an operator has no colon; write `{sign[1:].lower()}`",
            "Remove the colons",
        )
        edits = [PlaceEdit(place._replace(end=place.start + 1), "") for place in places]
    else:
        name = _WORD.match(places[0].form.text, places[0].end)
        message = f"blank after `?`; write `?{name[0] if name else ''}`"
        title = "Remove the blanks"
        edits = [PlaceEdit(place._replace(start=place.start + 1), "") for place in places]
    fix = PlaceFix(title, tuple(edits), safe=True)
    return Finding(CODE, SEVERITY, places[0], message, (), (fix,), mistake=title)


def _number(place: Place, at: int, number: re.Match[str]) -> Finding:
    """The finding about the first comma of `1,5`, `1,000` or `1,000,000`, which is at `at`."""
    start = place.start - at + number.start()
    whole = Place(place.form, start, start + len(number[0]))
    decimal, plain = number[0].replace(",", "."), number[0].replace(",", "")
    if not _THOUSANDS.fullmatch(number[0]):
        message = "decimal comma; write `.` in a number"
        fix = PlaceFix("Change to `.`", (PlaceEdit(place, "."),), safe=True)
        return Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=f"{CAUSE}{message}")
    readings = (plain, decimal) if decimal.count(".") == 1 else (plain,)
    message = f"comma in a number; write {' or '.join(f'`{text}`' for text in readings)}"
    fixes = tuple([PlaceFix(f"Write `{text}`", (PlaceEdit(whole, text),)) for text in readings])
    return Finding(CODE, SEVERITY, place, message, (), fixes, mistake=f"{CAUSE}{message}")


def _splits_a_word(text: str, at: int, words: Set[str]) -> bool:
    """Whether the words around an offset are one of `words` without the sign between them."""
    before, behind = _END.search(text, max(0, at - 100), at), _WORD.match(text, at + 1)
    if before is None or behind is None:
        return False
    return f"{before[0]}{behind[0]}".lower() in words


def _inside(place: Place, sign: str) -> Finding:
    """The finding about an invisible sign inside a word."""
    message = f"{unicodedata.name(sign).lower()} (U+{ord(sign):04X}) inside a word; remove it"
    fix = PlaceFix("Remove the invisible signs", (PlaceEdit(place, ""),), safe=True)
    return Finding(CODE, SEVERITY, place, message, (), (fix,), mistake=f"{CAUSE}{message}")


def _said(sign: str) -> tuple[str, str]:
    """The message about a sign, and its replacement."""
    if sign[:2] == "<?":
        return f"angle brackets are not part of PDDL; write `{sign[1:-1]}`", sign[1:-1]
    if sign[:2] == "//":
        return "`//` does not begin a comment; write `;`", ";;"
    if sign[0] in _COMMENTS:
        return f"`{'#' if sign[0] == '#' else '--'}` does not begin a comment; write `;`", ";"
    if is_placeholder(sign):
        return f"placeholder `{sign}`: write the intended PDDL", ""
    if sign[:2] == "/*":
        return "`/* … */` is not a comment; a comment begins with `;`", ""
    if sign[0] == "\\":
        return f"`{sign}` is not part of PDDL; write a blank or a line end", _ESCAPES[
            sign[1].lower()
        ]
    if sign == ",":
        return "commas are not part of PDDL; separate names by blanks", " "
    name = unicodedata.name(sign, "control character").lower()
    if _is_blank(sign):
        return f"{name} (U+{ord(sign):04X}) between words; write a blank", " "
    instead = meant(sign)
    if _is_quotation_mark(sign):
        return f"quotation mark `{sign}` is not part of PDDL; write the name alone", ""
    return f"{name} `{sign}` is not part of PDDL; write `{instead}`", instead


def _mistake(sign: str, message: str) -> str:
    """The mistake that all signs of one kind have in common, such as both of a pair."""
    if _is_quotation_mark(sign):
        return f"{CAUSE}quotation marks {sign if sign in _QUOTATION_MARKS else meant(sign)}"
    if sign[0] in _COMMENTS:
        return f"{CAUSE}comments"
    if is_placeholder(sign):
        return f"{CAUSE}placeholders"
    if sign[0] == "\\":
        return "escapes"
    if sign[:2] == "<?":
        return "angle brackets"
    if meant(sign) in ("(", ")"):
        return message.partition("`")[0].removeprefix("left ").removeprefix("right ")
    return message


def _is_quotation_mark(sign: str) -> bool:
    return sign in _QUOTATION_MARKS or meant(sign) in _QUOTATION_MARKS


def _is_blank(sign: str) -> bool:
    """Whether this is white space or invisible."""
    return not sign.isprintable() or sign.isspace()
