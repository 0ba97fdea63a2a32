"""Print Markdown tables row by row, as they are measured."""

from __future__ import annotations


def print_head(*names: str, text: int = 1) -> None:
    """Print the head of a table; the first `text` columns are left-aligned."""
    print_row(*names)
    print(f"|{'---|' * text}{'--:|' * (len(names) - text)}", flush=True)


def print_row(*cells: object) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
