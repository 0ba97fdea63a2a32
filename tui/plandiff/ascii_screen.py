"""The viewer on a terminal that shows nothing but ASCII."""

from __future__ import annotations

from textual.driver import Driver

from plancore.report.signs import in_ascii


def in_ascii_only(driver: type[Driver]) -> type[Driver]:
    """The same driver, that writes nothing but ASCII: signs, rules and scrollbars included."""

    # The type checker takes no value for a base class.
    class AsciiDriver(driver):  # type: ignore[misc, valid-type]
        def write(self, data: str) -> None:
            """Write `data` as ASCII."""
            super().write(in_ascii(data))

    return AsciiDriver
