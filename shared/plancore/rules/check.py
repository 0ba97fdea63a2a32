"""Run all rules on a file, or those that find errors.

The findings in a form are cached while its declarations are the same, so a keystroke causes little
more than a check of the edited form.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate
from typing import Final

from plancore.conflict_markers import OPENING, our_version_in_place
from plancore.diagnostic import Diagnostic, Edit, Severity, apply_edits
from plancore.lower.environment import Environment, resolve
from plancore.lower.facts import FactTable, fact_table, lower_facts
from plancore.lower.section import SectionModel
from plancore.memo import Key
from plancore.model.domain import NUMBER, Function
from plancore.model.finding import CAUSE, Finding
from plancore.project import DomainChoice, ProjectSnapshot
from plancore.rules.base import DefinitionContext, DefinitionRule, FormContext, FormRule
from plancore.rules.catalogue import (
    foreign_sign,
    merge_conflict,
    misplaced_section,
    missing_domain,
    missing_goal,
    missing_parenthesis,
    no_definition,
    not_analysed,
    text_outside_definition,
    undeclared_object,
    unknown_section,
)
from plancore.rules.registry import (
    ALL,
    DEFINITION_RULES,
    DOMAIN_RULES,
    FILE_RULES,
    FORM_RULES,
    MISSING_RULES,
    PROBLEM_RULES,
    UNRESOLVED_RULES,
    Subject,
)
from plancore.rules.settings import RuleSettings, as_set, edits_of, one_for_each_mistake
from plancore.snapshot import DefinitionSnapshot, FileSnapshot, UnmergedSnapshot, conflict_errors
from plancore.source import Span
from plancore.stop import AT_ONCE, NEVER, Checkpoint, in_order, watched
from plancore.syntax.nodes import Form, FormRole
from plancore.syntax.reader import DEFINE

_CONTEXT: Final = Key[FormContext]("context")
_FACT_CONTEXT: Final = Key["FormContext | None"]("context of facts")

_LONGEST_TRIED: Final = 500_000
"""The maximum length of a text that is checked again with its causes fixed, in characters."""

DomainOf = Callable[[DefinitionSnapshot], DomainChoice]
"""A function that finds the domain of a problem, in any file."""


def domain_in_same_file(file: FileSnapshot) -> DomainOf:
    """A function that finds a problem's domain among the definitions of `file`."""

    def find(problem: DefinitionSnapshot) -> DomainChoice:
        return ProjectSnapshot({file.name: file}).domain_choice(file, problem)

    return find


def check(
    file: FileSnapshot,
    domain_of: DomainOf | None = None,
    settings: RuleSettings | None = None,
    others: tuple[FileSnapshot, ...] = (),
    checkpoint: Checkpoint = NEVER,
) -> tuple[Diagnostic, ...]:
    """The diagnostics about `file`, in textual order.

    `others` are the files that related places may be in, such as a problem's domain. `checkpoint`
    is called between forms and between rules. Findings made before it raises are cached with the
    forms, so a later call is faster.
    """
    settings = settings or RuleSettings()
    domain_of = domain_of or domain_in_same_file(file)
    findings = watched(_findings(file, domain_of, settings, checkpoint), checkpoint)
    located = file.located(findings, others)
    reported = in_order([*as_set(located, settings, file.source)], checkpoint, _in_text)
    codes = {found.code for found in reported}
    if foreign_sign.CODE in codes:
        reported = _without_signs_of_others(reported, file.text)
    if missing_parenthesis.CODE in codes:
        reported = _without_rest(reported, file)
    is_short = len(file.text) <= _LONGEST_TRIED
    if is_short and len(reported) > 1 and any(d.mistake.startswith(CAUSE) for d in reported):
        reported = _without_echoes(reported, file, domain_of, settings, checkpoint)
    return tuple(sorted(one_for_each_mistake(reported, checkpoint), key=_in_text))


_SIGNS: Final = frozenset(",[]{}")


def _without_signs_of_others(found: list[Diagnostic], text: str) -> list[Diagnostic]:
    """The diagnostics except signs that the fix of another one removes, as in `p(?x, ?y)`."""
    of_mistakes = (each for each in found if each.code != foreign_sign.CODE and each.mistake)
    fixes = (fix for each in of_mistakes for fix in each.fixes if fix.file is None)
    replaced = sorted(
        edit.span
        for edit in edits_of(fixes)
        if not _SIGNS.isdisjoint(text[edit.span.start : edit.span.end])
        and _SIGNS.isdisjoint(edit.text)
    )
    starts = [span.start for span in replaced]

    def is_of_another(each: Diagnostic) -> bool:
        before = bisect_right(starts, each.span.start)
        near = replaced[max(0, before - 3) : before]
        is_sign = each.code == foreign_sign.CODE and text[each.span.start] in _SIGNS
        return is_sign and any(each.span.end <= span.end for span in near)

    return [each for each in found if not is_of_another(each)]


_LATER: Final = (missing_domain.CODE, missing_goal.CODE)
"""Codes of sections that the rest of the file may have."""


def _without_rest(found: list[Diagnostic], file: FileSnapshot) -> list[Diagnostic]:
    """The diagnostics except those that only report where the file ends, if it ends in a list
    inside a definition, as an output that was cut off."""
    text = file.text.rstrip()
    last = file.definitions[-1].definition if file.definitions else None
    open_at = [
        file.span(problem.opener).start
        for problem in file.tree.problems
        if problem.code == missing_parenthesis.CODE
        and problem.opener is not None
        and problem.opener.form.role is not FormRole.DEFINE
        and file.span(problem.place).end == len(text)
    ]
    if not open_at or last is None:
        return found
    begins = file.span(last.name.place).start if last.name else 0
    # The list in which a file ends after a `)` may have all its parts.
    head = -1 if text.endswith(")") else max(open_at)
    ends = len(text), len(text.rstrip(" \t\r\n("))

    def is_rest(each: Diagnostic) -> bool:
        start, end = each.span
        if each.code == missing_parenthesis.CODE or start < begins:
            return False
        is_cut = head >= 0 and (end in ends or start in (head, head + 1))
        is_later = each.code in _LATER or each.message.startswith("missing `(:init")
        return is_cut or is_later or each.code.startswith("unused-")

    return [each for each in found if not is_rest(each)]


def _without_echoes(
    found: list[Diagnostic],
    file: FileSnapshot,
    domain_of: DomainOf,
    settings: RuleSettings,
    checkpoint: Checkpoint,
) -> list[Diagnostic]:
    """The diagnostics except those that are not found in the text after the fixes of the mistakes
    that cause them, such as those about names that are in a comment because of a `;`."""
    causes = [each for each in found if each.mistake.startswith(CAUSE)]
    edits: list[Edit] = []
    for edit in sorted(edits_of(fix for each in causes for fix in each.fixes[:1])):
        if not edits or edit.span.start >= edits[-1].span.end:
            edits.append(edit)
    # The other version in a conflict may declare what is undeclared in ours.
    read = our_version_in_place(file.text) if isinstance(file, UnmergedSnapshot) else file.text
    fixed = FileSnapshot.of(apply_edits(read, edits), file.name, file, checkpoint)
    before = {definition.name: definition for definition in file.definitions}

    def domain_as_before(problem: DefinitionSnapshot) -> DomainChoice:
        choice = domain_in_same_file(fixed)(problem)
        return choice if choice.link else domain_of(before.get(problem.name, problem))

    before_fixes = _before(edits)
    messages: set[tuple[str, str]] = set()
    at_place: dict[tuple[str, int], str] = {}
    for left in _findings(fixed, domain_as_before, settings, checkpoint):
        messages.add((left.code, left.message))
        at = before_fixes(fixed.span(left.place).start)
        at_place.setdefault((left.code, at), left.message)
    kept = []
    for each in found:
        message = at_place.get((each.code, each.span.start), each.message)
        if each.mistake.startswith(CAUSE) or (each.code, each.message) in messages:
            kept.append(each)
        elif message != each.message:  # it was about several names, of which this one is left
            kept.append(replace(each, message=message, fixes=(), mistake=message))
    return kept


def _before(edits: Sequence[Edit]) -> Callable[[int], int]:
    """A function that returns the offset before `edits`, which are in order, of one after them."""
    shifts = [0, *accumulate(end - start - len(text) for (start, end), text in edits)]
    starts = [edit.span.start - shift for edit, shift in zip(edits, shifts, strict=False)]
    return lambda offset: offset + shifts[bisect_left(starts, offset)]


def _in_text(found: Diagnostic) -> tuple[Span, Severity, str, str]:
    return found.span, found.severity, found.code, found.message


def _findings(
    file: FileSnapshot, domain_of: DomainOf, settings: RuleSettings, checkpoint: Checkpoint
) -> Iterator[Finding]:
    if OPENING in file.text and settings.speaks(merge_conflict.CODE, merge_conflict.DEFAULT):
        unmerged = tuple(merge_conflict.check(file))
        if unmerged:
            # The file has two texts in one, so no other finding would be right.
            yield from unmerged
            return
    if settings.speaks(no_definition.CODE, no_definition.DEFAULT):
        is_template = any(map(file.text.__contains__, no_definition.MARKS))
        found = tuple(no_definition.template(file)) if is_template else ()
        found = found or tuple(no_definition.unchecked(file))
        if found:
            # Other findings would be wrong.
            yield from found
            return
    form_rules = tuple(
        (subject, rule) for subject, rule in FORM_RULES if settings.speaks(rule.CODE, rule.DEFAULT)
    )
    findings_key = _findings_by(form_rules)
    for file_rule in () if _is_one_definition(file) else FILE_RULES:
        if settings.speaks(file_rule.CODE, file_rule.DEFAULT):
            checkpoint()
            yield from file_rule.check(file)
    for definition in file.definitions:
        if definition.kind == "problem":
            choice = domain_of(definition)
            domain = choice.link.definition if choice.link else None
            environment = definition.problem_environment(domain)
        else:
            choice, domain, environment = DomainChoice(), definition, definition.environment
        forms = []
        for number, (section, model) in enumerate(definition.sections, 1):
            checkpoint(number)
            forms.append(
                _form_context(section.head, model, environment, definition.kind, checkpoint)
            )
        for form in definition.fact_forms:
            checkpoint()
            facts = _fact_context(form, environment)
            if facts is not None:
                forms.append(facts)
        for number, form_context in enumerate(forms, 1):
            checkpoint(number)
            yield from _about_form(form_context, form_rules, findings_key, checkpoint)
        alone = len(file.definitions) == 1
        context = DefinitionContext(
            definition, domain, choice, environment, tuple(forms), alone, checkpoint
        )
        for rule in _rules_about(context):
            if settings.speaks(rule.CODE, rule.DEFAULT):
                checkpoint(len(forms))
                yield from rule.check(context)


def _is_one_definition(file: FileSnapshot) -> bool:
    """Whether a file has exactly one definition, with a name, and nothing else."""
    tree = file.tree
    if len(tree.definitions) != 1 or tree.problems or tree.prose:
        return False
    (definition,) = tree.definitions
    if definition.name is None:
        return False
    define = definition.define
    if definition.strays or tree.foreign_signs:
        return False
    return define is not None and define.text[1:].strip().lower() == DEFINE


def _rules_about(context: DefinitionContext) -> Iterator[DefinitionRule]:
    """The rules that have something to check in a definition."""
    models = [*context.definition.models]
    if context.domain is not None and context.domain is not context.definition:
        models += context.domain.models
    for subject, rule in DEFINITION_RULES:
        if subject is None or any(map(subject, models)):
            yield rule
    if context.definition.kind == "problem":
        yield from PROBLEM_RULES
        keywords = {model.keyword for model in context.definition.models}
        yield from (rule for keyword, rule in MISSING_RULES if keyword not in keywords)
    else:
        yield from (rule for names, rule in DOMAIN_RULES if names(context.environment))
    unresolved = context.unresolved
    if unresolved:
        yield from (rule for what, rule in UNRESOLVED_RULES if what in unresolved)


@lru_cache(maxsize=8)
def _findings_by(rules: tuple[tuple[Subject, FormRule], ...]) -> Key[tuple[Finding, ...]]:
    """The cache key for the findings of these rules. An editor alternates between the rules of its
    settings and those about errors, and neither must evict the other."""
    return Key(f"findings by {', '.join(rule.CODE for _, rule in rules)}")


def _form_context(
    form: Form, model: SectionModel, environment: Environment, kind: str, checkpoint: Checkpoint
) -> FormContext:
    def make() -> FormContext:
        resolution = resolve(model.uses, environment, checkpoint)
        return FormContext(form, model, resolution, environment, kind)

    return form.memo.get(_CONTEXT, (model, environment), make)


def _fact_context(form: Form, environment: Environment) -> FormContext | None:
    """The context of a piece of `:init`; None if everything in it resolves."""
    return form.memo.get(_FACT_CONTEXT, (environment,), lambda: _unresolved(form, environment))


def _unresolved(form: Form, environment: Environment) -> FormContext | None:
    table = fact_table(form)
    if table is not None and _resolves(table, environment):
        return None
    model = SectionModel(":init")
    model.uses = lower_facts(form).uses
    return FormContext(form, model, resolve(model.uses, environment), environment, "problem")


def _about_form(
    context: FormContext,
    rules: tuple[tuple[Subject, FormRule], ...],
    key: Key[tuple[Finding, ...]],
    checkpoint: Checkpoint,
) -> tuple[Finding, ...]:
    def look() -> tuple[Finding, ...]:
        model = context.model
        findings = [*model.uses.findings]
        is_long = len(model.uses.atoms) > AT_ONCE  # such as a goal of megabytes
        for subject, rule in rules:
            if subject(model):
                findings += rule.check(context)
                if is_long:
                    checkpoint()
        return tuple(findings)

    return context.form.memo.get(key, (context,), look)


def _resolves(table: FactTable, environment: Environment) -> bool:
    """Whether the names in a piece of `:init` are declared and fit, tested by column for speed."""
    for declared, facts in (
        (environment.predicates, table.atoms),
        (environment.functions, table.fluents),
    ):
        for name, rows in facts.items():
            entry = declared.get(name)
            if entry is None:
                if environment.complete:
                    return False
                continue
            if type(entry) is Function and entry.returns not in ((), NUMBER):
                return False  # the values in the table are numbers
            parameters = entry.parameters
            if {len(row) for row in rows} != {len(parameters)}:
                return False
            for parameter, column in zip(parameters, zip(*rows, strict=True), strict=True):
                if not environment.members(parameter.types).issuperset(column):
                    return False
    return True


def errors_in(
    file: FileSnapshot, domain_of: DomainOf | None = None, checkpoint: Checkpoint = NEVER
) -> list[Diagnostic]:
    """The errors in `file`, in textual order, and the sections that comparisons leave out; before
    them its merge conflicts.

    Text outside the definitions and foreign signs are not included. A problem is checked with the
    domain that `domain_of` finds, by default with one in the same file. `checkpoint` may stop it.
    """
    left_out = {rule.CODE for rule in (misplaced_section, not_analysed, unknown_section)}
    errors = {rule.CODE for rule in ALL if rule.SEVERITY is Severity.ERROR}
    spoken = (errors | left_out) - {foreign_sign.CODE, text_outside_definition.CODE}
    unmerged: list[Diagnostic] = []
    if isinstance(file, UnmergedSnapshot):
        # The rule would suppress everything else, but one version of the file is read.
        unmerged = list(conflict_errors(file.text))
        spoken -= {merge_conflict.CODE}
    settings = RuleSettings({rule.CODE: None for rule in ALL if rule.CODE not in spoken})
    found = [
        finding
        for finding in check(file, domain_of, settings, checkpoint=checkpoint)
        if finding.severity is Severity.ERROR or finding.code in left_out
    ]
    return unmerged + found


def lent(file: FileSnapshot, error: Diagnostic) -> str | None:
    """The undeclared object that an error in a domain is about; None for any other error."""
    # A message such as `3 more of these` is about several.
    if error.code != undeclared_object.CODE or not error.message.startswith("undeclared constant"):
        return None
    return file.text[error.span.start : error.span.end].lower()
