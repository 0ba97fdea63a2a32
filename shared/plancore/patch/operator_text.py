"""A whole action as PDDL text, laid out like its neighbours."""

from __future__ import annotations

from plancore.correspondence.names import SAME_NAMES, Correspondence
from plancore.formula.naming import Naming
from plancore.formula.printing import formula_text, typed_list
from plancore.model.domain import Action, ActionKind
from plancore.model.formula import And, Formula, conjuncts
from plancore.patch.layout import DEFAULT_INDENT, FileLayout


def action_text(
    action: Action, layout: FileLayout, correspondence: Correspondence = SAME_NAMES
) -> str:
    """The reference's `action` in the learned domain's names, one literal per line.

    The first line has no indentation. What is empty is written as `(and)`: some readers take no
    action without a precondition or an effect, nor `()`.
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
    lines.append(f"{condition} {_conjunction(action.precondition, line, naming)}")
    lines.append(f":effect {_conjunction(action.effect, line, naming)}")
    return line.join(lines) + f"{layout.newline}{layout.section_indent})"


def _conjunction(formula: Formula, line: str, naming: Naming) -> str:
    if type(formula) is not And:
        return formula_text(formula, naming)
    inner = line + DEFAULT_INDENT
    texts = [formula_text(part, naming) for part in conjuncts(formula)]
    return f"(and{''.join(inner + text for text in texts)}{line})" if texts else "(and)"
