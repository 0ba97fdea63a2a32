"""Every rule: one line each."""

from __future__ import annotations

from typing import Final

from plancore.rules import (
    missing_parenthesis,
    surplus_parenthesis,
    undeclared_predicate,
    unused_parameter,
)
from plancore.rules.base import DefinitionRule, FileRule, FormRule, Rule

FORM_RULES: Final[tuple[FormRule, ...]] = (
    undeclared_predicate,
    unused_parameter,
)
"""Rules that look at one form; their findings are kept while form and declarations stay."""

DEFINITION_RULES: Final[tuple[DefinitionRule, ...]] = ()
"""Rules that look at a definition as a whole."""

FILE_RULES: Final[tuple[FileRule, ...]] = (
    missing_parenthesis,
    surplus_parenthesis,
)
"""Rules that look at a file as a whole."""

RECORDED: Final[tuple[Rule, ...]] = ()
"""Rules whose findings are noted while a form is lowered; the module documents the code."""

ALL: Final[tuple[Rule, ...]] = (*FORM_RULES, *DEFINITION_RULES, *FILE_RULES, *RECORDED)
