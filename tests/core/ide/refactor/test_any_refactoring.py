"""Whatever is extracted, inlined or removed brings no error, and the meaning stays."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from plancore.compare.domains import compare_domains
from plancore.diagnostic import Diagnostic, Edit, Fix, Severity, apply_edits
from plancore.ide.refactor import extract_predicate, inline_predicate, remove_unused
from plancore.snapshot import FileSnapshot
from plancore.source import Span
from support.corpus import LARGE_CORPORA, corpus_texts
from support.findings import findings

LARGEST = 12_000
MOST_FILES = 60
OF_EACH = 8


def domains(corpus: Path, random: Random) -> list[FileSnapshot]:
    """Some files of a corpus with one domain and nothing else, without errors."""
    files: list[FileSnapshot] = []
    texts = [*corpus_texts(corpus, max_bytes=LARGEST)]
    for path, text in random.sample(texts, len(texts)):
        file = FileSnapshot.of(text, path)
        alone = len(file.definitions) == 1 and file.domain is not None
        if alone and not errors(file) and len(files) < MOST_FILES:
            files.append(file)
    return files


def errors(file: FileSnapshot) -> Counter[str]:
    return Counter(d.message for d in findings(file.text) if d.severity <= Severity.ERROR)


def applied(file: FileSnapshot, fix: Fix) -> FileSnapshot:
    """The file after a fix, whose edits lie in it and which brings no error."""
    assert all(0 <= start <= end <= len(file.text) for (start, end), _ in fix.edits)
    after = FileSnapshot.of(apply_edits(file.text, fix.edits), file.name)
    assert not errors(after), (file.name, fix.title, errors(after))
    return after


def same_actions(after: FileSnapshot, before: FileSnapshot) -> bool:
    assert after.domain is not None
    assert before.domain is not None
    return all(action.is_same for action in compare_domains(after.domain, before.domain).actions)


def lists(file: FileSnapshot) -> Iterator[Span]:
    """Every list in a file, by its parentheses; texts have none in comments that matter."""
    opened: list[int] = []
    for match in re.finditer(r"[()]|;[^\r\n]*", file.text):
        if match.group() == "(":
            opened.append(match.start())
        elif match.group() == ")" and opened:
            yield Span(opened.pop(), match.end())


def without_last_action(file: FileSnapshot) -> FileSnapshot:
    """The file without what its last action alone may use; the same where that brings an error."""
    actions = [span for span in lists(file) if file.text.startswith("(:action", span.start)]
    if not actions:
        return file
    text = apply_edits(file.text, (Edit(actions[-1], ""),))
    left = FileSnapshot.of(text, file.name)
    return file if errors(left) else left


def new_predicate(after: FileSnapshot, before: FileSnapshot) -> str:
    assert after.domain is not None
    assert before.domain is not None
    names = {p.name for p in after.domain.predicates} - {p.name for p in before.domain.predicates}
    (name,) = names
    return name


@pytest.mark.server_behaviour(28, "a corpus, extracted and inlined: no error, the same actions")
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_what_is_extracted_and_inlined_again_says_the_same(corpus: Path) -> None:
    random, count = Random(11), 0
    for file in domains(corpus, random):
        spans = [*lists(file)]
        chosen = random.sample(spans, len(spans))
        for span, fix in [(s, f) for s in chosen if (f := extract_predicate(file, s))][:OF_EACH]:
            after = applied(file, fix)
            name = new_predicate(after, file)
            # Where it is used, and neither declared nor defined.
            (use,) = (
                at
                for at in lists(after)
                if after.text[at.start :].startswith((f"({name} ", f"({name})"))
                and not re.search(r"(:derived|:predicates.*)\s*$", after.text[: at.start][-400:])
                and inline_predicate(after, at.start + 1)
            )
            written = file.text[span.start : span.end]
            back = FileSnapshot.of(
                after.text[: use.start] + written + after.text[use.end :], file.name
            )
            assert same_actions(back, file), (file.name, written)
            inline = inline_predicate(after, use.start + 1)
            assert inline is not None
            assert same_actions(applied(after, inline), file), (file.name, written)
            count += 1
    assert count > 10


def check(file: FileSnapshot) -> list[Diagnostic]:
    return list(findings(file.text))


@pytest.mark.server_behaviour(27, "a corpus, all unused removed: no error, the same actions")
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_what_is_never_used_goes_and_nothing_else(corpus: Path) -> None:
    count = 0
    for sound in domains(corpus, Random(12)):
        file = without_last_action(sound)
        fix = remove_unused(file, check)
        if fix is None:
            continue
        after = applied(file, fix)
        assert remove_unused(after, check) is None
        told = {d.code for d in check(file) if d.unnecessary}
        # A parameter that goes makes another action; all else must leave actions alone.
        assert "unused-parameter" in told or same_actions(after, file), file.name
        count += 1
    assert count > 4


@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_what_is_added_and_never_used_goes_without_a_trace(corpus: Path) -> None:
    count = 0
    for file in domains(corpus, Random(13)):
        sections = [*re.finditer(r"\(:predicates(?=\s+\()", file.text, re.IGNORECASE)]
        if len(sections) != 1 or remove_unused(file, check) is not None:
            continue
        at = sections[0].end()
        more = FileSnapshot.of(f"{file.text[:at]} (never-used ?x){file.text[at:]}", file.name)
        fix = remove_unused(more, check)
        assert fix is not None
        assert applied(more, fix).text == file.text, file.name
        count += 1
    assert count > 4
