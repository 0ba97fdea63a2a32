"""Positions for users and programs: file, line and column, counted from one."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from plancore.compare.changes import Part, name_place
from plancore.model.domain import Action
from plancore.phrases import SIDES
from plancore.report.lines import Line, Piece, Tone, visible
from plancore.snapshot import FileSnapshot
from plancore.source import SourceText
from plancore.syntax.nodes import Place


class LineColumn(NamedTuple):
    """A position in a file. `column` counts characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def where(file: FileSnapshot, place: Place | None) -> LineColumn | None:
    """The position of `place` in `file`; None for None."""
    return None if place is None else at_offset(file.name, file.source, file.span(place).start)


def at_offset(name: str, source: SourceText, offset: int) -> LineColumn:
    """The position of `offset` in the text of the file called `name`."""
    line, column = source.position(offset)
    return LineColumn(name, line + 1, column + 1)


def action_places(file: FileSnapshot) -> dict[str, LineColumn]:
    """The positions of the action names in the first domain of a file."""
    definition = file.first("domain")
    domain = None if definition is None else definition.domain
    named = (
        ((action.name, where(file, name_place(action))) for action in domain.actions)
        if domain
        else ()
    )
    return {name: place for name, place in named if place is not None}


def line_places(learned: LineColumn | None, reference: LineColumn | None) -> Line:
    """`23:7, reference 19:3`: positions without names of files, which the report has."""
    return sided_places(("", learned), (f"{SIDES.reference} ", reference))


def sided_places(*sides: tuple[str, LineColumn | None]) -> Line:
    """The same for any number of sides, each a prefix and a position."""
    known = [place_piece(f"{side}{short(at)}", at) for side, at in sides if at is not None]
    gap = Piece(", ", Tone.DIM)
    return tuple(piece for entry in known for piece in (gap, entry))[1:]


def short(at: LineColumn) -> str:
    """`23:7`."""
    return f"{at.line}:{at.column}"


def place_piece(text: str, at: LineColumn | None, tone: Tone = Tone.DIM) -> Piece:
    """`text`, which a click opens at a position."""
    return Piece(visible(text), tone) if at is None else Piece(visible(text), tone, *at)


def part_place(action: Action | None, part: Part) -> Place | None:
    """The place of the part's value, or of the action's name if the part is absent."""
    if action is None:
        return None
    match part:
        case Part.PRECONDITION:
            node = action.precondition_node
        case Part.EFFECT:
            node = action.effect_node
        case Part.DURATION:
            node = None if action.duration is None else action.duration.node
    return name_place(action) if node is None else node.place


# The shortest names that tell files apart.


def short_names(*paths: str) -> tuple[str, ...]:
    """The shortest suffixes that tell paths apart; equal paths get their last component, and whole
    paths are used if no suffix suffices."""
    parts = [visible(path).split("/") for path in paths]
    if len({*paths}) == 1:
        return tuple(names[-1] for names in parts)
    for count in range(1, max(map(len, parts), default=0)):
        short = tuple("/".join(names[-count:]) for names in parts)
        if len({*short}) == len(short):
            return short
    return tuple(map(visible, paths))


def short_name(name: str, n_parts: int = 1) -> str:
    """The last `n_parts` components of a path."""
    return "/".join(visible(name).split("/")[-n_parts:])


class SourceFile(Protocol):
    """A compared file: a snapshot or a plan."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        ...

    @property
    def source(self) -> SourceText:
        """Its text."""
        ...
