"""Fixes of texts with random damage: each removes its finding, and nothing gets worse.

Where parentheses are wrong, mending one may bring to light what it hid: there only what calls
itself safe must not add errors. `FUZZ_FIXES=2000` tries so many of each kind, `FUZZ_SEED=2` others.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from plancore.diagnostic import Diagnostic, apply_edits
from plancore.snapshot import FileSnapshot
from support.corpus import CORPORA, corpus_index, decoded
from support.findings import findings
from support.fixes import (
    Pair,
    added_errors,
    adds_errors,
    compared,
    difference_stays,
    errors,
    fixable,
    offers,
    still_there,
)
from support.token_damage import mutation

FIXES = int(os.environ.get("FUZZ_FIXES", "300"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
OF_ONE_TEXT = 4
LONGEST = 5_000

T = TypeVar("T")


@pytest.mark.server_behaviour(27)
@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("corpus", CORPORA)
def test_fixes_of_rules(corpus: Path) -> None:
    pairs = [
        Pair(decoded(corpus / row["path"]), domain_text(corpus, row["domain_file"]))
        for row in small(corpus)
    ]

    def complaints(rng: random.Random) -> Iterator[str]:
        text, domain = rng.choice(pairs)
        pair = Pair(damaged(rng, text), domain)
        torn = FileSnapshot.of(pair.text).tree.problems
        for offer in some(rng, list(offers(findings(*pair)))):
            yield still_there(pair, offer) or (
                "" if torn and not offer.fix.safe else adds_errors(pair, offer)
            )

    assert_kept(complaints)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("corpus", CORPORA)
def test_fixes_that_come_together(corpus: Path) -> None:
    """One after the other of one kind ends, and so do the safe ones all at once."""
    texts = [decoded(corpus / row["path"]) for row in small(corpus)]

    def complaints(rng: random.Random) -> Iterator[str]:
        text = damaged(rng, rng.choice(texts))
        found = findings(text)
        for code in some(rng, sorted({finding.code for finding, _ in offers(found)})):
            yield "" if converges(text, code) else f"{code} comes again and again in\n{text}"
        edits = {edit for _, fix in offers(found) if fix.safe for edit in fix.edits}
        added = added_errors(found, findings(apply_edits(text, tuple(edits))))
        yield f"together they add {dict(added)} to\n{text}" if added else ""

    assert_kept(complaints)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("corpus", CORPORA)
def test_fixes_that_take_over_from_the_reference(corpus: Path) -> None:
    texts = [decoded(corpus / row["path"]) for row in small(corpus) if row["kind"] != "problem"]
    references = [text for text in texts if not errors(text)]

    def complaints(rng: random.Random) -> Iterator[str]:
        reference = rng.choice(references)
        pair = Pair(damaged(rng, reference), reference)
        review = compared(pair.text, reference)
        if review is None or review.learned.tree.problems:
            return
        for offer in some(rng, list(offers(review.diagnostics))):
            yield difference_stays(pair, offer)
        if review.take_all is not None:
            changed = apply_edits(pair.text, review.take_all.edits)
            yield all_taken(pair.text, changed, reference)

    assert_kept(complaints)


def assert_kept(complaints: Callable[[random.Random], Iterator[str]]) -> None:
    """`FIXES` promises, each of which is empty or the complaint that it was not kept."""
    rng = random.Random(SEED)
    tried = 0
    while tried < FIXES:
        for complaint in complaints(rng):
            tried += 1
            if complaint:
                pytest.fail(complaint, pytrace=False)


def converges(text: str, code: str) -> bool:
    """Whether taking the first fix of that kind again and again comes to an end."""
    # One finding may stand for many of its kind.
    for _ in range(2 * sum(len(found.spans) for found in findings(text))):
        fix = next((o.fix for o in offers(findings(text)) if o.finding.code == code), None)
        if fix is None:
            return True
        text = apply_edits(text, fix.edits)
    return False


def all_taken(learned: str, changed: str, reference: str) -> str:
    """What is left after taking all over, or came with it into a text that had no errors."""
    review = compared(changed, reference)
    left: list[Diagnostic] = [] if review is None else fixable(review)
    if review is None or left:
        return f"{[d.message for d in left]} left in\n{changed}\nof\n{learned}"
    return f"errors in\n{changed}" if errors(changed) and not errors(learned) else ""


def damaged(rng: random.Random, text: str) -> str:
    """`text` after one to three random edits."""
    for _ in range(rng.randint(1, 3)):
        text = apply_edits(text, (mutation(rng, text),))
    return text


def some(rng: random.Random, candidates: list[T]) -> list[T]:
    """A few of `candidates`, in random order."""
    return rng.sample(candidates, min(OF_ONE_TEXT, len(candidates)))


def small(corpus: Path) -> list[dict[str, str]]:
    """The rows of the files that are read in no time."""
    rows = corpus_index(corpus)
    return [row for row in rows if (corpus / row["path"]).stat().st_size <= LONGEST]


def domain_text(corpus: Path, path: str) -> str | None:
    """The text of a problem's domain."""
    return decoded(corpus / path) if path else None
