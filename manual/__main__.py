"""`python -m manual site` builds the site."""

from __future__ import annotations

import sys

from manual import site


def main(arguments: list[str]) -> int:
    """Make what is asked for; the exit status."""
    if arguments != ["site"]:
        sys.stderr.write("usage: python -m manual site\n")
        return 2
    return site.build()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
