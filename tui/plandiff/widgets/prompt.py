"""The line at the bottom that asks for a text."""

from __future__ import annotations

from dataclasses import dataclass

from textual import on
from textual.message import Message
from textual.widgets import Input


class Prompt(Input):
    """Hidden until it asks. One question at a time; Enter answers it."""

    @dataclass
    class Answered(Message):
        """Enter was pressed; `text` may be empty."""

        question: str
        text: str

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, compact=True)

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.has_class("-open")

    def ask(self, question: str, text: str = "") -> None:
        """Open with `text` to begin with."""
        self.placeholder = question
        self.value = text
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Hide."""
        self.remove_class("-open")

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """Close, and tell."""
        event.stop()
        self.close()
        self.post_message(self.Answered(self.placeholder, event.value))
