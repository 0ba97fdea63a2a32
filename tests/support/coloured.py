"""The tokens of a whole file, and what holds of all of them."""

from __future__ import annotations

from itertools import pairwise

from plancore.ide.tokens import ColouredWord, parts
from plancore.project import AnySnapshot, ProjectSnapshot


def tokens_of(project: ProjectSnapshot, file: AnySnapshot) -> list[ColouredWord]:
    return [
        token._replace(start=token.start + part.span.start, end=token.end + part.span.start)
        for part in parts(project, file)
        for token in part.tokens()
    ]


def assert_in_order(tokens: list[ColouredWord], text: str) -> None:
    assert all(before.end <= after.start for before, after in pairwise(tokens))
    for start, end, *_ in tokens:
        word = text[start:end]
        assert word.strip()
        assert not {"\n", "\r"} & {*word}
