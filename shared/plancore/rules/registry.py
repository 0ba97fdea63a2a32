"""The registry of rules: one line each."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter, itemgetter
from typing import Final, TypeAlias

from plancore.lower.environment import Environment
from plancore.lower.section import SectionModel
from plancore.rules.base import DefinitionRule, FileRule, FormRule, Rule
from plancore.rules.catalogue import (
    ambiguous_domain,
    bare_atom,
    contradictory_effect,
    cyclic_types,
    derived_predicate,
    duplicate_declaration,
    duplicate_definition,
    duplicate_fact,
    duplicate_parameter,
    duplicate_section,
    duplicate_slot,
    foreign_sign,
    formula_as_argument,
    inapplicable_action,
    invalid_probability,
    malformed_formula,
    malformed_section,
    malformed_typed_list,
    merge_conflict,
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
    unknown_operator,
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

Subject: TypeAlias = Callable[[SectionModel], object]
"""What a rule is about: of a form, something that is empty if the rule has nothing to check."""

FORM_RULES: Final[tuple[tuple[Subject, FormRule], ...]] = (
    (attrgetter("uses.bare"), bare_atom),
    (attrgetter("actions"), contradictory_effect),
    (attrgetter("repeats_a_parameter"), duplicate_parameter),
    (attrgetter("requirements"), unknown_requirement),
    (lambda form: form.uses.lists or form.predicates, untyped_parameter),
    (attrgetter("uses.unused"), unused_parameter),
)
"""Rules about one form; their findings are cached while form and declarations are unchanged."""

DEFINITION_RULES: Final[tuple[tuple[Subject | None, DefinitionRule], ...]] = (
    (attrgetter("axioms"), derived_predicate),
    (attrgetter("predicates"), malformed_section),
    (lambda form: form.types or form.names, malformed_typed_list),
    (attrgetter("names"), redeclared_constant),
    (lambda form: form.methods or form.uses.tasks, undeclared_task),
    (attrgetter("uses.mentioned_types"), undeclared_type),
    (None, duplicate_declaration),
    (None, duplicate_fact),
    (None, duplicate_section),
    (None, missing_requirement),
    (None, portability),
    (None, unachievable_precondition),
)
"""Rules about any definition as a whole. Those about a form need one in the definition or in the
domain of a problem."""

DOMAIN_RULES: Final[tuple[tuple[Callable[[Environment], object], DefinitionRule], ...]] = (
    (attrgetter("functions"), unused_function),
    (attrgetter("hierarchy.cycle"), cyclic_types),
    (attrgetter("objects"), misplaced_section),
    (attrgetter("objects"), unused_constant),
    (attrgetter("predicates"), unused_predicate),
    (attrgetter("tasks"), unused_task),
    (attrgetter("types"), unused_type),
)
"""Rules about definitions other than problems, each with the declared names that it checks."""

PROBLEM_RULES: Final[tuple[DefinitionRule, ...]] = (
    ambiguous_domain,
    malformed_formula,
    unachievable_goal,
    uninitialised_fluent,
    unknown_domain,
    unused_object,
)
"""Rules about problems."""

MISSING_RULES: Final[tuple[tuple[str, DefinitionRule], ...]] = (
    (":domain", missing_domain),
    (":goal", missing_goal),
    (":init", missing_value),
)
"""Rules about problems without a section, each with the keyword of the section."""

UNRESOLVED_RULES: Final[tuple[tuple[str, DefinitionRule], ...]] = (
    ("arity", wrong_arity),
    ("formulas", formula_as_argument),
    ("functions", undeclared_function),
    ("mismatches", inapplicable_action),
    ("mismatches", type_mismatch),
    ("objects", undeclared_object),
    ("operators", unknown_operator),
    ("predicates", undeclared_predicate),
    ("unbound", missing_parameters),
    ("unbound", undeclared_variable),
)
"""Rules about definitions with unresolved names, each with the kind of these names (see
`DefinitionContext.unresolved`)."""

FILE_RULES: Final[tuple[FileRule, ...]] = (
    duplicate_definition,
    foreign_sign,
    missing_parenthesis,
    no_definition,
    stray_text,
    surplus_parenthesis,
    text_outside_definition,
    unnamed_definition,
)
"""Rules about files that are not exactly one definition with a name."""

RECORDED: Final[tuple[Rule, ...]] = (
    duplicate_slot,
    invalid_probability,
    misplaced_operator,
    missing_and,
    missing_name,
    nested_too_deeply,
    not_analysed,
    unknown_keyword,
    unknown_section,
)
"""Rules whose findings are made while a form is lowered; the module documents the code."""

ALL: Final[tuple[Rule, ...]] = (
    *map(itemgetter(1), FORM_RULES),
    *map(itemgetter(1), DEFINITION_RULES),
    *map(itemgetter(1), DOMAIN_RULES),
    *PROBLEM_RULES,
    *map(itemgetter(1), MISSING_RULES),
    *map(itemgetter(1), UNRESOLVED_RULES),
    *FILE_RULES,
    merge_conflict,
    *RECORDED,
)
