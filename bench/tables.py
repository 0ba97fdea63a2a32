"""Tables of Markdown, a row at a time, as they are measured."""

from __future__ import annotations


def print_head(*names: str, text: int = 1) -> None:
    """The head of a table; its first columns, as many as `text`, are flush left."""
    print_row(*names)
    print(f"|{'---|' * text}{'--:|' * (len(names) - text)}", flush=True)


def print_row(*cells: object) -> None:
    """A row of it."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
