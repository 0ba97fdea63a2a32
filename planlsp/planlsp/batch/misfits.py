"""Check a problem with each of several domains: students write one each for the same problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancore.diagnostic import Diagnostic, Related, Severity
from plancore.phrases import listed
from plancore.project import AnySnapshot, ProjectSnapshot
from plancore.rules.catalogue.ambiguous_domain import CODE, SEVERITY
from plancore.rules.settings import as_set
from plancore.snapshot import FileSnapshot
from plancore.workspace import diagnostics
from planlsp.session.uris import path_of
from planlsp.session.view import AnalysisState


def misfits(
    models: AnalysisState,
    file: FileSnapshot,
    domains: Mapping[str, AnySnapshot],
    found: Iterable[Diagnostic],
) -> Iterator[Diagnostic]:
    """A diagnostic that lists the `domains` with which the problem in `file` has errors or warnings
    that are not `found` with the one that is used.

    It is only information: the problem may not be meant for them. Only domains in folders next to
    each other, in files of the same name, are compared, since variants are often in one folder."""
    problem = file.first("problem")
    if problem is None or not _are_alike(file.name, domains):
        return
    used = models.files.domain_of(file, problem)
    name = next((m.name for m in problem.models if m.keyword == ":domain" and m.name), None)
    if used is None or name is None:
        return
    rules = models.settings.at(path_of(file.name)).rules
    known = {(each.span, each.message) for each in found}
    related: dict[str, Related] = {}
    for path, domain in domains.items():
        if domain.name == used.file.name:
            continue
        files = ProjectSnapshot({file.name: file, domain.name: domain})
        new = [
            each
            for each in diagnostics(files, file.name, rules)
            if each.severity <= Severity.WARNING and (each.span, each.message) not in known
        ]
        if new:
            what = f"{new[0].message}; {len(new) - 1} more" if new[1:] else new[0].message
            if new[0].code == "unknown-domain":  # it declares less than half of the names
                what = new[0].message.partition("; ")[0]
            related[path] = Related(new[0].span, f"with `{path}`: {what}")
    if related:
        misfit = listed([f"`{path}`" for path in related])
        message = f"domain `{name.text}` in {misfit} does not fit the problem"
        remark = Diagnostic(CODE, SEVERITY, file.span(name.place), message, (*related.values(),))
        yield from as_set([remark], rules, file.source)


def _are_alike(problem: str, domains: Mapping[str, AnySnapshot]) -> bool:
    """Whether the files of some domains have the same name, each in a folder of its own next to the
    others, which is not around the problem."""
    parts = [domain.name.rsplit("/", 2) for domain in domains.values()]
    folders = {f"{above}/{home}/" for above, home, *_ in parts}
    return (
        len({(above, name) for above, *_, name in parts}) == 1
        and len(folders) == len(parts)
        and not any(map(problem.startswith, folders))
    )
