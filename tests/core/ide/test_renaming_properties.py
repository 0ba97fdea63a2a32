"""Renamed files say the same under the new name, and no other name can be taken.

Models, findings and bytes are compared, none of which renaming itself looks at. Of a large corpus
20 projects are taken by chance; `RENAMED_PROJECTS=1000` takes more. Of our own every name gets a
fresh one, and 100 of each project one that is taken; `RENAMED_NAMES=1000000` tries all of those.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancore.diagnostic import apply_edits
from support.corpus import LARGE_CORPORA
from support.domain_texts import domain_texts
from support.examples import ROOT
from support.renamed_texts import (
    Named,
    all_names,
    corpus_projects,
    folder_projects,
    project_of,
    wrong_with,
)
from support.token_damage import mutation

LONGEST: Final = 20_000
MOST_PROJECTS: Final = int(os.environ.get("RENAMED_PROJECTS", "20"))
MOST_NAMES: Final = int(os.environ.get("RENAMED_NAMES", "100"))
"""Of a project, to names that are taken: each name to every other are many."""

Texts = dict[str, str]
FOLDERS = [
    *(ROOT / "tests/corpus/validation" / name for name in ("kitchen", "garage", "workshop")),
    ROOT / "examples/delivery",
    ROOT / "examples/archive",
]


def other_names(named: Named, everything: list[Named]) -> list[str]:
    """The names of other things; of variables for a variable."""
    names = {other.name for other in everything} - {named.name}
    return sorted(name for name in names if (name[0] == "?") == (named.name[0] == "?"))


def assert_right_or_refused(projects: Iterable[Texts], most: int, *, to_fresh: bool) -> None:
    """Rename at most so many names of each project, chosen by chance, as the projects are."""
    random = Random(7)
    wrong, count = [], 0
    candidates = list(projects)
    for texts in random.sample(candidates, min(MOST_PROJECTS, len(candidates))):
        project = project_of(texts)
        everything = all_names(project)
        todo = [
            (named, new)
            for named in everything
            for new in (("brand-new",) if to_fresh else other_names(named, everything))
        ]
        for named, new in random.sample(todo, min(most, len(todo))):
            count += 1
            said = wrong_with(project, named, new)
            if said and not said.startswith("refused"):
                wrong.append(f"{next(iter(texts))}: {named} to {new}: {said}")
    assert count > len(FOLDERS)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_a_fresh_name(corpus: Path) -> None:
    assert_right_or_refused(corpus_projects(corpus, LONGEST), 5, to_fresh=True)


@pytest.mark.slow
@pytest.mark.parametrize("corpus", LARGE_CORPORA)
def test_every_other_name(corpus: Path) -> None:
    assert_right_or_refused(corpus_projects(corpus, LONGEST), 10, to_fresh=False)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("to_fresh", "most"), [(True, 1_000_000), (False, MOST_NAMES)])
def test_all_names_of_our_own_corpus(to_fresh: bool, most: int) -> None:
    projects = corpus_projects(ROOT / "tests/corpus/dialects", LONGEST)
    assert_right_or_refused(projects, most, to_fresh=to_fresh)


@pytest.mark.slow
@pytest.mark.parametrize("to_fresh", [True, False])
def test_with_plans(to_fresh: bool) -> None:
    assert_right_or_refused(folder_projects(*FOLDERS), 4, to_fresh=to_fresh)


@pytest.mark.slow
def test_nothing_sound_is_refused_a_fresh_name() -> None:
    """Of our own corpus, in which all text can be read, all that has a name."""
    for texts in corpus_projects(ROOT / "tests/corpus/dialects", 4_000):
        project = project_of(texts)
        for named in all_names(project)[::12]:
            said = wrong_with(project, named, "brand-new")
            assert not said or "cannot rename" in said, (named, said)


@given(domain_texts(rich=True), st.integers(0, 3), st.integers(0, 1 << 32))
def test_random_domains_with_damage(text: str, damage: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(damage):
        text = apply_edits(text, [mutation(random, text)])
    project = project_of({"d.pddl": text})
    everything = all_names(project)
    if everything:
        named = random.choice(everything)
        new = random.choice(["brand-new", *other_names(named, everything)])
        said = wrong_with(project, named, new)
        assert not said or said.startswith("refused"), (named, new, said)
