"""The table of a regular piece of `:init`, without lowering it.

Most pieces of most problems are regular, and to lower one takes ten times as long as to cut it
into words.
"""

from __future__ import annotations

from plancore.lower.facts import fact_table
from plancore.lower.numbers import number
from plancore.occurrences.table import Occurrence, Role, SymbolKind
from plancore.syntax.builder import TOKEN
from plancore.syntax.forms import Form, lower


def plain_facts(form: Form) -> tuple[Occurrence, ...] | None:
    """What the table of `form`, a piece of `:init`, says; None where it is not regular.

    Regular is what `fact_table` can read: atoms, and the values of functions.
    """
    if form.problems or fact_table(form) is None:
        return None
    table: list[Occurrence] = []
    head: SymbolKind | None = None
    depth = 0
    for match in TOKEN.finditer(lower(form.text)):
        word = match.group()
        if word == "(":
            depth += 1
            head = SymbolKind.PREDICATE if depth == 1 else SymbolKind.FUNCTION
        elif word == ")":
            depth -= 1
        elif word[0] == ";":
            continue
        elif not depth:
            return None
        elif head is not None:
            if word != "=":
                table.append(Occurrence(head, word, *match.span(), Role.STATES))
            head = None
        elif number(word) is None:
            table.append(Occurrence(SymbolKind.OBJECT, word, *match.span(), Role.MENTIONS))
    return tuple(table)
