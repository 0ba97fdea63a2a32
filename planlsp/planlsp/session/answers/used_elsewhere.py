"""What nothing uses in its own file may be named by files that belong to it: removing it there
alone would break those."""

from __future__ import annotations

from plancore.diagnostic import Diagnostic
from plancore.index.index import Index
from plancore.rules.catalogue import unused_parameter
from plancore.snapshot import FileSnapshot


def is_used_elsewhere(index: Index, file: FileSnapshot, found: Diagnostic) -> bool:
    """Whether problems or plans of `file` may name what `found` calls unused there."""
    name = _name(file, found) if found.unnecessary else ""
    return bool(name) and index.is_named_by_dependents(file.name, name)


def _name(file: FileSnapshot, found: Diagnostic) -> str:
    """What other files would have to name: of a parameter the action, as plans give it a value;
    empty for a variable that no other file can know of."""
    if found.code != unused_parameter.CODE:
        return file.text[found.span.start : found.span.end].lower()
    for definition in file.definitions:
        for model in definition.models:
            for action in model.actions:
                nodes = (parameter.node for parameter in action.parameters)
                if any(node and file.span(node.place) == found.span for node in nodes):
                    return action.name
    return ""
