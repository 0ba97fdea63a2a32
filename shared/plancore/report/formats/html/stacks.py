"""What many things came to, as one bar for each group of them, in parts that say how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from plancore.report.formats.html.drawing import box, centred, picture, wide, words
from plancore.report.formats.html.elements import NOTHING, Html, element
from plancore.report.lines import Tone, cut_in_the_middle

_WIDTH: Final = 420
_HEIGHT: Final = 22
_LINE: Final = 28
_TOP: Final = 28
_LONGEST: Final = 26


def stacks(
    title: str, bars: Sequence[tuple[str, Mapping[str, int]]], tones: Mapping[str, Tone]
) -> Html:
    """A bar for each group; `bars` has its parts, `tones` their names in order, with how each is
    drawn. A part has its name and number in it as far as they fit. Nothing without bars."""
    most = max((sum(parts.values()) for _, parts in bars), default=0)
    if not most:
        return NOTHING
    names = [cut_in_the_middle(name, _LONGEST) for name, _ in bars]
    left = max(map(wide, names)) + 8
    drawn = []
    for number, (name, parts) in enumerate(bars):
        top = _TOP + number * _LINE
        drawn.append(element("g", element("title", name), words(names[number], 0, top + 15)))
        present = {part: parts[part] for part in tones if parts.get(part)}
        drawn.extend(_parts(name, present, tones, left, top, _WIDTH / most))
    said = "; ".join(f"{name}: {_counts(parts, tones)}" for name, parts in bars)
    height = _TOP + len(bars) * _LINE
    return picture(title, said, left + _WIDTH + 4, height, words(title, 0, 14, "name"), *drawn)


def _parts(
    bar: str,
    parts: Mapping[str, int],
    tones: Mapping[str, Tone],
    left: float,
    top: float,
    scale: float,
) -> Iterator[Html]:
    x = left
    total = sum(parts.values())
    for part, count in parts.items():
        width = count * scale
        texts = (f"{part} {count}", str(count), "")
        fitting = next(text for text in texts if wide(text) <= width - 4 or not text)
        yield element(
            "g",
            element("title", f"{bar}: {part} {count} of {total}"),
            box(x, top, width, _HEIGHT),
            centred(fitting, x + width / 2, top + 15) if fitting else NOTHING,
            class_=f"stack {tones[part].value}",
            data_bar=bar,
            data_part=part,
            data_count=count,
        )
        x += width


def _counts(parts: Mapping[str, int], tones: Mapping[str, Tone]) -> str:
    return ", ".join(f"{part} {parts[part]}" for part in tones if parts.get(part)) or "nothing"
