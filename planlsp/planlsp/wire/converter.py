"""From JSON to the classes of LSP, and back."""

from __future__ import annotations

from functools import cache

from cattrs import Converter
from pygls.protocol import default_converter


@cache
def message_converter() -> Converter:
    """That of pygls, told not to say of every field where it stood when one cannot be read.

    It writes itself a function for each class that a client ever sends, which takes half as long
    again where it is to say so; what is said to the client is the innermost reason alone. One for
    all servers of a process.
    """
    # pygls does not say what it returns.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.detailed_validation = False
    return converter
