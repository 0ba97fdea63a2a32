"""A whole action as PDDL text, laid out like its neighbours."""

from __future__ import annotations

from typing import Final

from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.naming import Naming
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import And, Formula, conjuncts
from plancore.patch.layout import DEFAULT_INDENT, FileLayout

_HAPPENING: Final = (ActionKind.EVENT, ActionKind.PROCESS)


def action_text(
    action: Action, layout: FileLayout, correspondence: Correspondence = SAME_NAMES
) -> str:
    """The reference's `action` in the learned domain's names, one literal per line.

    The first line has no indentation. What is empty is written as `(and)`: some readers take no
    action without a precondition or an effect, nor `()`. The empty precondition of an event or a
    process is `()`, as VAL reads nothing else there, and those that read these at all take both.
    """
    naming = correspondence.to_learned
    line = layout.newline + layout.slot_indent
    condition = ":condition" if action.kind is ActionKind.DURATIVE else ":precondition"
    lines = [
        f"(:{action.kind.value} {action.name}",
        f":parameters ({typed_list(action.parameters, naming)})",
    ]
    if action.duration is not None:
        lines.append(f":duration {formula_text(action.duration, naming)}")
    empty = "()" if action.kind in _HAPPENING else "(and)"
    lines.append(f"{condition} {_conjunction(action.precondition, line, naming, empty)}")
    lines.append(f":effect {_conjunction(action.effect, line, naming)}")
    return line.join(lines) + f"{layout.newline}{layout.section_indent})"


def _conjunction(formula: Formula, line: str, naming: Naming, empty: str = "(and)") -> str:
    if type(formula) is not And:
        return formula_text(formula, naming)
    inner = line + DEFAULT_INDENT
    texts = [formula_text(part, naming) for part in conjuncts(formula)]
    return f"(and{''.join(inner + text for text in texts)}{line})" if texts else empty
