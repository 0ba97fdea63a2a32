"""Mapping files: what people state of the names of two models, read, used and written."""

from __future__ import annotations

from typing import Final, NamedTuple

from plancore.compare.domains import CompareOptions
from plancore.correspondence.evidence.tasks import NO_TASKS, SharedTasks
from plancore.correspondence.pairs import NOTHING_STATED, Pairs
from plancore.correspondence.stated.mapping import pairs_by_name, pairs_under
from plancore.model.domain import Domain
from plancore.stop import NEVER, Checkpoint
from planfiles.files import read_text
from planfiles.trouble import Trouble
from planfiles.writing import write_text

NO_DOMAIN: Final = Domain("")
"""For names alone: nothing is known of the parameters of actions."""


class MappingFiles(NamedTuple):
    """The files that `--mapping` and `--save-mapping` name."""

    mapping: str | None = None
    save: str | None = None

    def stated(self, learned: Domain, reference: Domain) -> Pairs:
        """The pairs that people state. Raises Trouble."""
        return Pairs() if self.mapping is None else load_mapping(self.mapping, learned, reference)


def compare_options(
    learned: Domain,
    reference: Domain,
    files: MappingFiles,
    align: bool,
    checkpoint: Checkpoint = NEVER,
    tasks: SharedTasks = NO_TASKS,
    decided: Pairs | None = None,
) -> tuple[CompareOptions, tuple[str, ...]]:
    """How two domains are compared under a mapping, and remarks on what of it does not fit them.

    Names that it does not mention are paired by their use with `align`, else with the same name.
    The pairs to be saved are those of `planeval align`; `tasks` are evidence for pairs, and what
    was `decided` counts before the files. Raises Trouble.
    """
    decided = decided if align and decided is not None else NOTHING_STATED
    if not any(files) and decided == NOTHING_STATED:
        return CompareOptions(align=align, tasks=tasks), ()
    stated = files.stated(learned, reference)
    if decided != NOTHING_STATED:
        # Only a person at the viewer decides.
        from plancore.correspondence.stated.mapping_text import with_decisions

        stated = with_decisions(stated, decided)
    if align or files.save:
        mapped = pairs_under(stated, learned, reference, checkpoint, tasks)
        if files.save:
            save_mapping(files.save, mapped.to_save)
    if not align:
        if files.mapping is None:
            return CompareOptions(), ()
        mapped = pairs_by_name(stated, learned, reference)
    return CompareOptions(stated=mapped.pairs), mapped.remarks


def load_mapping(path: str, learned: Domain = NO_DOMAIN, reference: Domain = NO_DOMAIN) -> Pairs:
    """The pairs that a file states; see `read_mapping`.

    Raises Trouble with the file and what of it is wrong.
    """
    # Most comparisons have no such file.
    from plancore.correspondence.stated.mapping_text import read_mapping

    pairs, wrong = read_mapping(read_text(path), learned, reference)
    if wrong:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise Trouble(f"{path}: {wrong[0]}{more}")
    return pairs


def save_mapping(path: str, pairs: Pairs) -> None:
    """Write `pairs` whole or not at all. Raises FileTrouble."""
    from plancore.correspondence.stated.mapping_text import mapping_text

    write_text(path, mapping_text(pairs))
