"""Reports as a page of HTML: the lines of the format `text` in colours, light or dark.

The page is one file that loads nothing, and runs nothing: its policy forbids both.
"""

from __future__ import annotations

from html import escape
from typing import Final

from plancore.report.lines import Line, Piece, Tone, visible
from plancore.report.registry import Report, Style, part

# For each tone its colour on white and on black; those of the terminal, dark enough to be read.
_COLOURS: Final = {
    Tone.DIM: ("#666", "#999"),
    Tone.MISSING: ("#a84300", "#ff9d5c"),
    Tone.EXTRA: ("#0060a8", "#5cb8ff"),
    Tone.CHANGED: ("#7a5c00", "#e0b93d"),
    Tone.MOVED: ("#6b3fa0", "#c3a1ec"),
    Tone.FAILING: ("#b00020", "#ff6b6b"),
}
_STYLE: Final = """\
:root { color-scheme: light dark; }
body { margin: 2em; }
pre { font: 14px/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-x: auto; }
.title { font-weight: bold; }
.note { font-style: italic; }"""
_PAGE: Final = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<pre>
{lines}</pre>
</body>
</html>
"""


def render(report: Report, _: Style) -> str:
    """The page; its title is the first line of the report."""
    lines = list(part(report, "text").lines(report))
    title = _plain(lines[0]) if lines else report.kind
    return _PAGE.format(
        title=escape(title),
        style="\n".join((_STYLE, *_rules())),
        lines="".join(f"{_line(line)}\n" for line in lines),
    )


def _rules() -> list[str]:
    light = [f".{tone} {{ color: {colour}; }}" for tone, (colour, _) in _COLOURS.items()]
    dark = [f"  .{tone} {{ color: {colour}; }}" for tone, (_, colour) in _COLOURS.items()]
    return [*light, "@media (prefers-color-scheme: dark) {", *dark, "}"]


def _line(line: Line) -> str:
    return "".join(map(_piece, line)).rstrip()


def _piece(piece: Piece) -> str:
    text = escape(visible(piece.text))
    has_style = piece.tone not in (Tone.PLAIN, Tone.SAME)
    return f'<span class="{piece.tone}">{text}</span>' if has_style else text


def _plain(line: Line) -> str:
    return visible("".join(piece.text for piece in line)).strip()
