"""Parts of pages that a program makes: what stands between `<!-- made: NAME -->` and
`<!-- end -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_PLACE: Final = re.compile(r"(<!-- made: ([\w ]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def places(page: str) -> list[str]:
    """The names of the parts of a page."""
    return [found[2] for found in _PLACE.finditer(page)]


def filled(page: str, parts: Mapping[str, str]) -> str:
    """The page with its parts made anew; those that are not given are left as they are. Raises
    SystemExit for a part that the page has no place for."""
    unknown = sorted(parts.keys() - places(page))
    if unknown:
        raise SystemExit(f"the page has no place for: {', '.join(unknown)}")

    def made(old: re.Match[str]) -> str:
        text = f"\n{parts[old[2]].strip()}\n\n" if old[2] in parts else old[3]
        return f"{old[1]}{text}{old[4]}"

    return _PLACE.sub(made, page)
