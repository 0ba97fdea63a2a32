"""The places in a text that name another file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from plancore.directives import directives
from plancore.project import AnySnapshot, PlanSnapshot, ProjectSnapshot
from plancore.source import Span


class NamedFile(NamedTuple):
    """A place that names a file: by a comment, `path` as it is written and `what` its word; or by
    `(:domain d)`, then `file` is the one that is taken."""

    span: Span
    what: str
    path: str | None = None
    file: str | None = None


def document_links(project: ProjectSnapshot, file: AnySnapshot) -> Iterator[NamedFile]:
    """What `file` names: in comments, and the domain of each of its problems that is in another
    file."""
    for directive in directives(file.text).values():
        yield NamedFile(directive.span, directive.name, path=directive.path)
    if isinstance(file, PlanSnapshot):
        return
    for definition in file.definitions:
        if definition.kind != "problem":
            continue
        link = project.domain_of(file, definition)
        for model in definition.models:
            if model.keyword == ":domain" and model.name and link and link.file is not file:
                yield NamedFile(file.span(model.name.place), "domain", file=link.file.name)
