"""What belongs at a cursor in a domain or a problem, and what is there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from plancore.ide.context.grammar import Expected
from plancore.ide.context.levels import Level, applied
from plancore.ide.context.scope import scope_of
from plancore.lower.environment import Declared, Environment
from plancore.lower.uses import Scope
from plancore.snapshot import DefinitionSnapshot, FileSnapshot
from plancore.source import Span
from plancore.syntax.nodes import Atom, Form, Node, lower


class Call(NamedTuple):
    """What is applied to terms around a cursor.

    The cursor is at the argument with this `place`, from 0; `n_others` are written beside it.
    """

    declared: Declared
    place: int
    n_others: int


@dataclass(frozen=True)
class CursorContext:
    """What belongs at a cursor, and what is there.

    `insert` is what has been typed of a word, `replace` the whole word; `behind` are the items
    behind it in the same list. `definition` is None outside of all definitions. `domain` is the
    definition whose names may be used; None where it is not known. `form` is the form that the
    cursor is in, None between forms.
    """

    file: FileSnapshot
    definition: DefinitionSnapshot | None
    domain: DefinitionSnapshot | None
    environment: Environment
    form: Form | None
    levels: tuple[Level, ...]
    behind: tuple[Node, ...]
    is_closed: bool
    """Whether the `)` of the innermost list is there."""
    is_dashed: bool
    """Whether the word is the dash of a typed list, perhaps with a type behind it."""
    insert: Span
    replace: Span
    outside: Expected
    """What belongs here when no list is open."""

    @property
    def expected(self) -> Expected:
        """What belongs here: an operand, or a list of this kind where its head is to come."""
        return self.levels[-1].inside if self.levels else self.outside

    @property
    def is_head(self) -> bool:
        """Whether the `(` of what is expected stands already."""
        if not self.levels:
            return False
        level = self.levels[-1]
        return not level.node.items and level.expected is not Expected.VARIABLES

    @property
    def typed(self) -> str:
        """What has been typed of a word, in lower case."""
        return lower(self.file.text[self.insert.start : self.insert.end])

    @property
    def section(self) -> str:
        """The keyword of the section; empty outside of all."""
        return self.levels[0].node.head if self.levels else ""

    @property
    def word_start(self) -> int:
        """Where the word starts in its form; -1 between forms."""
        return self.replace.start - self.file.tree.start(self.form) if self.form else -1

    @property
    def slot(self) -> str:
        """The keyword whose value the cursor is in; empty where there is none."""
        if len(self.levels) < 2:
            return ""
        last = self.levels[0].node.items[-1]
        return last.key if type(last) is Atom and last.key[0] == ":" else ""

    @cached_property
    def scope(self) -> Scope:
        """The variables that may be used here."""
        return scope_of(self.levels)

    @property
    def call(self) -> Call | None:
        """The application whose argument belongs here."""
        if not self.levels or self.is_head or self.expected is not Expected.TERM:
            return None
        level = self.levels[-1]
        declared = applied(level, self.environment)
        if declared is None:
            return None
        before = len(level.node.items) - 1
        return Call(declared, before, before + len(self.behind))
