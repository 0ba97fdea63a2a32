"""Values of options, as `argparse` reads them."""

from __future__ import annotations

import argparse
import math


def count(text: str) -> int:
    """A number from 1 to 1,000,000."""
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 1,000,000")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, more than none and up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds from above 0 to a day")
    return value


def mebibytes(text: str) -> int:
    """An amount of memory in MiB, from 16 to a tebibyte."""
    if not text.isdecimal() or not 16 <= int(text) <= 1024 * 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of MiB from 16 to 1,048,576")
    return int(text)
