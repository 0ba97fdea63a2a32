"""Requirements, in their section and as what comes with something that needs one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from plancore.diagnostic import Edit
from plancore.ide.completion.items import Completion, ItemKind
from plancore.ide.context.cursor import CursorContext
from plancore.model.requirements import MEANING, closure


def requirements(context: CursorContext) -> Iterator[Completion]:
    """The requirements that are not listed yet; those that are included in others come last."""
    beside = {item.text.lower() for item in (*context.levels[-1].node.items, *context.behind)}
    included = closure(beside)
    for index, (name, meaning) in enumerate(MEANING.items()):
        if name not in beside:
            rank = index + (len(MEANING) if name in included else 0)
            is_old = meaning.startswith("an old name")
            yield Completion(name, ItemKind.REQUIREMENT, (name,), rank=rank, is_old=is_old)


def requirement_edits(
    context: CursorContext, requirement: str, included: Collection[str]
) -> tuple[Edit, ...] | None:
    """What adds a requirement to those of the file, nothing where it is not asked for; None where
    it can be written nowhere."""
    if not requirement or requirement in included or not context.environment.requirements:
        return ()
    # Imported late: most of what is offered needs no requirement that is not there.
    from plancore.patch.declare import declare_name

    assert context.definition is not None
    edit = declare_name(context.definition, ":requirements", requirement)
    return (context.file.edit(edit),) if edit else None
