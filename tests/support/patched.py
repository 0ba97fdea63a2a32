"""Patches applied, strictly."""

from __future__ import annotations


def patched(patch: str, old: str) -> str:
    """What `patch` makes of `old`: the lines of hunks in the places that they name. Fails where
    the patch tells of other lines, or its heads of other counts."""
    lines = _lines(old)
    made: list[str] = []
    at = behind = new_behind = 0
    sign = ""
    for row in _lines(patch)[2:]:
        if row.startswith("@@"):
            assert (at, len(made)) == (behind, new_behind) or not behind
            (start, count), (new_start, new_count) = (
                map(int, place[1:].split(",")) for place in row.split()[1:3]
            )
            first = start - 1 if count else start
            made += lines[at:first]
            at = first
            assert len(made) == (new_start - 1 if new_count else new_start)
            behind, new_behind = at + count, len(made) + new_count
        elif row.startswith("\\"):
            if sign != "+":
                assert at == len(lines)
                assert not lines[-1].endswith("\n")
            if sign != "-":
                made[-1] = made[-1].removesuffix("\n")
        else:
            sign = row[0]
            if sign != "+":
                assert lines[at].removesuffix("\n") == row[1:].removesuffix("\n")
                at += 1
            made += [row[1:]] if sign != "-" else []
    assert (at, len(made)) == (behind, new_behind)
    return "".join([*made, *lines[at:]])


def _lines(text: str) -> list[str]:
    """Lines as `patch` has them: a carriage return is part of its line."""
    *whole, rest = text.split("\n")
    return [f"{part}\n" for part in whole] + ([rest] if rest else [])
