"""A file to begin with, where nothing is written yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from plancore.ide.completion.items import Completion, Completions, Hole, ItemKind, matching
from plancore.project import ProjectSnapshot
from plancore.snapshot import FileSnapshot
from plancore.source import Span

_COMMENT: Final = r"(?:\s|;[^\n\r]*)*+"
_BEGINNING: Final = re.compile(rf"{_COMMENT}(?P<typed>\(?[ \t]*[a-z]*)\)?{_COMMENT}", re.I)


def skeletons(project: ProjectSnapshot, file: FileSnapshot, offset: int) -> Completions | None:
    """A whole domain and a whole problem; None in a file that holds more than a first word."""
    begun = _BEGINNING.fullmatch(file.text)
    if begun is None or file.definitions or not Span(*begun.span("typed")).contains(offset):
        return None
    typed = begun["typed"].lower().lstrip("( \t")
    end = begun.end("typed")
    whole = Span(begun.start("typed"), end + (file.text[end : end + 1] == ")"))
    items, _ = matching(_items(project), typed)
    return Completions(tuple(items), whole, whole)


def _items(project: ProjectSnapshot) -> Iterator[Completion]:
    yield Completion(
        "define domain",
        ItemKind.SECTION,
        (
            *("(define (domain ", Hole("name"), ")\n  (:requirements :strips"),
            *(")\n  (:predicates ", Hole(""), "))\n"),
        ),
    )
    names = (
        d.name
        for file in project.files.values()
        if isinstance(file, FileSnapshot)
        for d in file.definitions
        if d.kind == "domain" and d.name
    )
    domain = next(names, "domain-name")
    yield Completion(
        "define problem",
        ItemKind.SECTION,
        (
            *("(define (problem ", Hole("name"), ")\n  (:domain ", Hole(domain)),
            *(")\n  (:objects ", Hole(""), ")\n  (:init ", Hole("")),
            *(")\n  (:goal (and ", Hole(""), ")))\n"),
        ),
        rank=1,
    )
