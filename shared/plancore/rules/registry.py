"""Every rule: one line each."""

from __future__ import annotations

from typing import Final

from plancore.rules import (
    duplicate_declaration,
    duplicate_parameter,
    missing_parameters,
    missing_parenthesis,
    surplus_parenthesis,
    type_mismatch,
    undeclared_function,
    undeclared_object,
    undeclared_predicate,
    undeclared_task,
    undeclared_type,
    undeclared_variable,
    unused_parameter,
    wrong_arity,
)
from plancore.rules.base import DefinitionRule, FileRule, FormRule, Rule

FORM_RULES: Final[tuple[FormRule, ...]] = (
    duplicate_parameter,
    unused_parameter,
)
"""Rules that look at one form; their findings are kept while form and declarations stay."""

DEFINITION_RULES: Final[tuple[DefinitionRule, ...]] = (
    duplicate_declaration,
    missing_parameters,
    type_mismatch,
    undeclared_function,
    undeclared_object,
    undeclared_predicate,
    undeclared_task,
    undeclared_type,
    undeclared_variable,
    wrong_arity,
)
"""Rules that look at a definition as a whole."""

FILE_RULES: Final[tuple[FileRule, ...]] = (
    missing_parenthesis,
    surplus_parenthesis,
)
"""Rules that look at a file as a whole."""

RECORDED: Final[tuple[Rule, ...]] = ()
"""Rules whose findings are noted while a form is lowered; the module documents the code."""

ALL: Final[tuple[Rule, ...]] = (*FORM_RULES, *DEFINITION_RULES, *FILE_RULES, *RECORDED)
