"""Every rule: one line each."""

from __future__ import annotations

from typing import Final

from plancore.rules.base import DefinitionRule, FileRule, FormRule, Rule
from plancore.rules.catalogue import (
    bare_atom,
    contradictory_effect,
    cyclic_types,
    duplicate_declaration,
    duplicate_definition,
    duplicate_fact,
    duplicate_parameter,
    duplicate_section,
    duplicate_slot,
    inapplicable_action,
    invalid_probability,
    malformed_formula,
    malformed_section,
    malformed_typed_list,
    misplaced_operator,
    misplaced_section,
    missing_and,
    missing_domain,
    missing_goal,
    missing_name,
    missing_parameters,
    missing_parenthesis,
    missing_requirement,
    missing_value,
    nested_too_deeply,
    no_definition,
    not_analysed,
    portability,
    redeclared_constant,
    stray_text,
    surplus_parenthesis,
    text_outside_definition,
    type_mismatch,
    unachievable_goal,
    unachievable_precondition,
    undeclared_function,
    undeclared_object,
    undeclared_predicate,
    undeclared_task,
    undeclared_type,
    undeclared_variable,
    uninitialised_fluent,
    unknown_domain,
    unknown_keyword,
    unknown_requirement,
    unknown_section,
    unnamed_definition,
    untyped_parameter,
    unused_constant,
    unused_function,
    unused_object,
    unused_parameter,
    unused_predicate,
    unused_task,
    unused_type,
    wrong_arity,
)

FORM_RULES: Final[tuple[FormRule, ...]] = (
    bare_atom,
    contradictory_effect,
    duplicate_parameter,
    unknown_requirement,
    untyped_parameter,
    unused_parameter,
)
"""Rules that look at one form; their findings are kept while form and declarations stay."""

DEFINITION_RULES: Final[tuple[DefinitionRule, ...]] = (
    cyclic_types,
    duplicate_declaration,
    duplicate_fact,
    duplicate_section,
    inapplicable_action,
    missing_domain,
    missing_goal,
    missing_parameters,
    missing_requirement,
    portability,
    redeclared_constant,
    type_mismatch,
    unachievable_goal,
    unachievable_precondition,
    undeclared_function,
    undeclared_object,
    undeclared_predicate,
    undeclared_task,
    undeclared_type,
    undeclared_variable,
    uninitialised_fluent,
    unknown_domain,
    unnamed_definition,
    unused_constant,
    unused_function,
    unused_object,
    unused_predicate,
    unused_task,
    unused_type,
    wrong_arity,
)
"""Rules that look at a definition as a whole."""

FILE_RULES: Final[tuple[FileRule, ...]] = (
    duplicate_definition,
    missing_parenthesis,
    no_definition,
    stray_text,
    surplus_parenthesis,
    text_outside_definition,
)
"""Rules that look at a file as a whole."""

RECORDED: Final[tuple[Rule, ...]] = (
    duplicate_slot,
    invalid_probability,
    malformed_formula,
    malformed_section,
    malformed_typed_list,
    misplaced_operator,
    misplaced_section,
    missing_and,
    missing_name,
    missing_value,
    nested_too_deeply,
    not_analysed,
    unknown_keyword,
    unknown_section,
)
"""Rules whose findings are noted while a form is lowered; the module documents the code."""

ALL: Final[tuple[Rule, ...]] = (*FORM_RULES, *DEFINITION_RULES, *FILE_RULES, *RECORDED)
