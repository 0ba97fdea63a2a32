"""Which names a form mentions and how, as sets: what rules about whole definitions join.

A summary is kept with its form, so after an edit only the edited form is gone through again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from plancore.lower.facts import fact_table, lower_facts
from plancore.lower.section import SectionModel
from plancore.lower.uses import Use, Uses
from plancore.memo import Key
from plancore.model.formula import FunctionTerm
from plancore.syntax.nodes import Form

Names = frozenset[str]


class Summary(NamedTuple):
    """Names in lower case. `predicates` and `functions` include every use."""

    predicates: Names
    added: Names
    """Predicates that an effect adds, or that an axiom derives."""
    derived: Names
    functions: Names
    read: Names
    """Functions whose value is asked for."""
    changed: Names
    """Functions that an effect gives a value or changes."""
    objects: Names
    """Arguments that are no variables."""
    types: Names
    tasks: Names


_NOTHING: Names = frozenset()
_SUMMARY: Final = Key[Summary]("summary")
_FACTS_SUMMARY: Final = Key[Summary]("summary of facts")


def summary(form: Form, model: SectionModel) -> Summary:
    """What a section mentions; kept with its form."""
    return form.memo.get(_SUMMARY, (model,), lambda: summarise(model.uses))


def facts_summary(form: Form) -> Summary:
    """What a piece of `:init` mentions; kept with the form."""
    return form.memo.get(_FACTS_SUMMARY, (), lambda: _summarised(form))


def _summarised(form: Form) -> Summary:
    table = fact_table(form)
    if table is None:
        return summarise(lower_facts(form).uses)
    objects: set[str] = set()
    for rows in (*table.atoms.values(), *table.fluents.values()):
        objects.update(*rows)
    return Summary(
        frozenset(table.atoms),
        _NOTHING,
        _NOTHING,
        frozenset(table.fluents),
        _NOTHING,
        frozenset(table.fluents),
        frozenset(objects),
        _NOTHING,
        _NOTHING,
    )


def summarise(uses: Uses) -> Summary:
    """The names in `uses`."""
    predicates: set[str] = set()
    added: set[str] = set()
    derived: set[str] = set()
    functions: set[str] = set()
    read: set[str] = set()
    changed: set[str] = set()
    objects = {node.key for node in uses.constants}
    for atom_use in uses.atoms:
        atom, use = atom_use.atom, atom_use.use
        predicates.add(atom.predicate)
        if use is Use.ADD:
            added.add(atom.predicate)
        elif use is Use.DERIVED:
            derived.add(atom.predicate)
        for arg in atom.args:
            if type(arg) is str and arg[0] != "?":
                objects.add(arg)
    for term, use, _ in uses.functions:
        functions.add(term.name)
        (changed if use is Use.CHANGE or use is Use.INIT else read).add(term.name)
        for arg in term.args:
            if type(arg) is FunctionTerm:
                read.add(arg.name)
            elif type(arg) is str and arg[0] != "?":
                objects.add(arg)
    return Summary(
        frozenset(predicates),
        frozenset(added),
        frozenset(derived),
        frozenset(functions),
        frozenset(read),
        frozenset(changed),
        frozenset(objects),
        frozenset(uses.type_names()),
        frozenset([task.name for task, _ in uses.tasks]),
    )


def union(summaries: Sequence[Summary]) -> Summary:
    """All names of several forms."""
    if not summaries:
        return Summary(*[_NOTHING] * len(Summary._fields))
    return Summary(*[_NOTHING.union(*column) for column in zip(*summaries, strict=True)])
