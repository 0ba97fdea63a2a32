"""The names in a piece of `:init` that holds nothing but atoms and values of fluents.

Nearly all of a large problem is such pieces. Their names are found in the text, in a fraction of
the time that it takes to lower them::

    piece  = (atom | fluent)*          atom = "(" name word* ")"
    fluent = "(" "=" "(" name word* ")" number ")"
"""

from __future__ import annotations

import re
from typing import Final

from plancore.lower.facts import fact_table
from plancore.lower.numbers import number
from plancore.occurrences.table import Occurrence, Role, SymbolKind
from plancore.syntax.forms import Form, lower

_TOKEN: Final = re.compile(r";[^\n\r]*|[()]|[^\s();]++")
_OTHERWISE_READ: Final = re.compile(r"[\ufeff\u200b]|\(\s*at\s+[-+.\d]")
"""A blank that is none in a table; what holds at a time."""


def names_of_facts(form: Form) -> tuple[Occurrence, ...] | None:
    """The names in `form` in the order of the text; None when it holds anything else."""
    low = lower(form.text)
    if fact_table(form) is None or _OTHERWISE_READ.search(low):
        return None
    names: list[Occurrence] = []
    is_head = is_value = False
    depth = 0
    for token in _TOKEN.finditer(low):
        word, start, end = token.group(), token.start(), token.end()
        if word == "(":
            is_head, depth = True, depth + 1
        elif word == ")":
            depth -= 1
        elif word == "=" and is_head:
            is_value = True
        elif is_head and word[0] != ";":
            kind = SymbolKind.FUNCTION if is_value else SymbolKind.PREDICATE
            names.append(Occurrence(kind, word, start, end, Role.STATES))
            is_head = is_value = False
        elif word[0] == ";":
            continue
        elif not depth:
            return None  # a word by itself
        elif number(word) is None:
            names.append(Occurrence(SymbolKind.OBJECT, word, start, end, Role.MENTIONS))
    return tuple(names)
