"""Code actions that change a whole document or the selection.

A name that is unused in its own file may be used in files that depend on it. It is not offered for
removal, which would break them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from plancore.diagnostic import Diagnostic, Fix
from plancore.ide.refactor import (
    extract_predicate,
    fix_all,
    inline_predicate,
    remove_unused,
    sort_requirements,
)
from plancore.rules.catalogue import unused_parameter
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from plancore.stop import Checkpoint
from plancore.workspace import diagnostics
from planlsp.session.answers.change_kinds import (
    EXTRACT,
    FIX_ALL,
    INLINE,
    REMOVE_UNUSED,
    SORT_REQUIREMENTS,
)
from planlsp.session.view import View


def not_used_elsewhere(
    view: View, file: FileSnapshot, findings: Iterable[Diagnostic], checkpoint: Checkpoint
) -> list[Diagnostic]:
    """The diagnostics, without those that call a name of `file` unused although its problems or
    plans use it."""
    index = view.index(checkpoint)
    left = []
    for found in findings:
        checkpoint()
        name = _name(file, found) if found.unnecessary else ""
        if not name or not index.is_named_by_dependents(file.name, name):
            left.append(found)
    return left


def _name(file: FileSnapshot, found: Diagnostic) -> str:
    """The name by which other files would use the unused symbol: for a parameter its action, since
    plans give it a value; empty for a variable that other files cannot name."""
    if found.code != unused_parameter.CODE:
        return file.text[found.span.start : found.span.end].lower()
    for definition in file.definitions:
        for model in definition.models:
            for action in model.actions:
                nodes = (parameter.node for parameter in action.parameters)
                if any(node and file.span(node.place) == found.span for node in nodes):
                    return action.name
    return ""


class OfferedChange(NamedTuple):
    """A fix with its kind of code action."""

    fix: Fix
    kind: str


def changes_of_document(
    view: View, key: str, kinds: Iterable[str], checkpoint: Checkpoint
) -> Iterator[OfferedChange]:
    """The changes of the whole document of these `kinds`, a subset of `OF_DOCUMENTS`."""
    file = view.files.file(key)
    if not isinstance(file, FileSnapshot):
        return
    settings = view.settings_of(key).rules

    def check(changed: FileSnapshot) -> Iterable[Diagnostic]:
        return diagnostics(view.files.with_files({key: changed}), key, settings, checkpoint)

    def check_unused(changed: FileSnapshot) -> Iterable[Diagnostic]:
        return not_used_elsewhere(view, changed, check(changed), checkpoint)

    makers: dict[str, Callable[[], Iterable[Fix | None]]] = {
        FIX_ALL: lambda: (fix_all(file, check),),
        REMOVE_UNUSED: lambda: (remove_unused(file, check_unused),),
        SORT_REQUIREMENTS: lambda: (sort_requirements(file, d) for d in file.definitions),
    }
    for kind in kinds:
        yield from (OfferedChange(fix, kind) for fix in makers[kind]() if fix is not None)


def changes_of_selection(view: View, key: str, span: Span) -> Iterator[OfferedChange]:
    """The refactorings of the selection."""
    file = view.files.file(key)
    if not isinstance(file, FileSnapshot):
        return
    for kind, fix in (
        (EXTRACT, extract_predicate(file, span)),
        (INLINE, inline_predicate(file, span.start)),
    ):
        if fix is not None:
            yield OfferedChange(fix, kind)
