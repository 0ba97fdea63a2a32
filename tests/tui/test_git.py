"""git with `plandiff canon` as textconv, as difftool, and with `plandiff` as external diff."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from plandiff.git import setup
from support.examples import DELIVERY
from support.plandiff_run import plandiff
from support.repository import PLANDIFF, Repository
from support.terminal import Terminal

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.needs("git"),
]


def delivery(name: str) -> str:
    return (DELIVERY / name).read_text()


@pytest.mark.slow
def test_textconv_shows_literals_and_no_reordering(repository: Repository) -> None:
    repository.setup()
    repository.write("domain.pddl", delivery("reference.pddl"))
    repository.commit()
    changed = delivery("reference.pddl").replace("(at ?a ?l)\n      (in ?p ?l)\n", "(IN ?p ?l)\n")
    assert changed != delivery("reference.pddl")
    repository.write("domain.pddl", changed)
    diff = repository.git("diff")
    lines = [
        line for line in diff.splitlines() if line[:1] in "+-" and line[:3] not in ("---", "+++")
    ]
    assert lines == ["-      (at ?a ?l)"]
    assert "(:action pick-up" in diff
    reordered = delivery("reference.pddl").replace(
        "(at ?a ?l)\n      (in ?p ?l)\n", "(in ?p ?l)\n      (at ?a ?l) ; both\n"
    )
    repository.write("domain.pddl", reordered)
    assert "@@" not in repository.git("diff")
    assert "; both" in repository.git("diff", "--no-textconv")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_files_beyond_understanding_end_no_diff(repository: Repository) -> None:
    repository.setup()
    for name, text in (("a.pddl", "(define (domain"), ("b.pddl", "prose"), ("c.plan", "(a\n")):
        repository.write(name, text)
    (repository.folder / "d.pddl").write_bytes(b"\x00\xff\x7fELF")
    repository.commit()
    for name in ("a.pddl", "b.pddl", "c.plan"):
        repository.write(name, f"{(repository.folder / name).read_text()} more\n")
    (repository.folder / "d.pddl").write_bytes(b"\x00\x01")
    diff = repository.git("diff")
    assert "+(define (domain more" in diff
    assert "fatal" not in diff


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_as_external_diff_it_never_ends_the_diff(repository: Repository) -> None:
    for name in ("gone", "changed", "moved", "broken"):
        repository.write(f"{name}.pddl", delivery("reference.pddl").replace("delivery", name))
    repository.write("steps.plan", delivery("reference.plan"))
    repository.commit()
    (repository.folder / "gone.pddl").unlink()
    repository.write("changed.pddl", delivery("learned.pddl").replace("delivery", "changed"))
    repository.git("mv", "moved.pddl", "new-name.pddl")
    repository.write("new-name.pddl", delivery("learned.pddl").replace("delivery", "moved"))
    repository.write("broken.pddl", "no PDDL, nor: a plan?\n")
    repository.write("steps.plan", delivery("learned.plan"))
    repository.write("added.pddl", "(define (domain new) (:action only :effect (p)))\n")
    repository.git("add", "-A")
    diff = repository.git("-c", f"diff.external={PLANDIFF}", "diff", "--cached", "-M")
    assert "similarity 0.743" in diff
    assert "b/changed.pddl vs. a/changed.pddl: 6 differences" in diff
    assert "\n  3 removed\n" in diff
    assert "\n  1 added\n" in diff
    assert "rename from moved.pddl" in diff
    assert "different actions" in diff
    assert "compared line by line" in diff
    assert "+no PDDL, nor: a plan?" in diff
    assert "\x1b" not in diff


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_a_wrong_setting_does_not_end_the_diff(repository: Repository) -> None:
    repository.write("d.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.write("d.pddl", delivery("learned.pddl"))
    repository.environment["PLANDIFF_COLOR"] = "red"
    diff = repository.git("-c", f"diff.external={PLANDIFF}", "diff")
    assert ": 6 differences: 5 in 3 of 3 actions" in diff


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_a_path_with_conflicts_is_named(repository: Repository) -> None:
    repository.write("d.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.git("branch", "other")
    repository.write("d.pddl", delivery("reference.pddl").replace("(available ?a)", "(a ?a)"))
    repository.commit()
    repository.git("checkout", "-q", "other")
    repository.write("d.pddl", delivery("reference.pddl").replace("(available ?a)", "(b ?a)"))
    repository.commit()
    repository.git("merge", "-", fails=True)
    repository.git("config", "diff.external", PLANDIFF)
    assert "* Unmerged path d.pddl" in repository.git("diff", "--cached")
    assert "no differences in what could be read" in repository.git("diff", "--ours")


def test_one_file_is_a_mistake_for_people(tmp_path: Path) -> None:
    assert plandiff("x", folder=tmp_path).status == 2


def test_canon_prints_and_passes_through(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\x7fELF")
    assert plandiff("canon", tmp_path / "binary").out == "\x7fELF"
    assert plandiff("canon", "-", stdin="(GO A)\n; cost = 1\n").out == "(go a)\n; cost = 1\n"
    missing = plandiff("canon", "nowhere.pddl")
    assert (missing.status, missing.out) == (2, "")
    assert missing.err == "plandiff: error: cannot read nowhere.pddl: no such file\n"
    assert plandiff("canon").status == 2
    assert plandiff("canon", "--help").status == 0


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_a_name_that_looks_like_an_option_ends_no_diff(repository: Repository) -> None:
    repository.setup()
    names = ("-x.pddl", "--help.pddl", "--label")
    for name in names:
        repository.write(name, delivery("reference.pddl"))
    repository.commit()
    for name in names:
        repository.write(name, delivery("learned.pddl"))
    diff = repository.git("-c", f"diff.external={PLANDIFF}", "diff")
    assert diff.count(", similarity 0.743\n") == len(names), diff
    assert "fatal" not in repository.git("diff")
    tool = repository.git("difftool", "-t", "plandiff", "--", *(f"./{name}" for name in names))
    assert all(f"b/{name}" in tool for name in names)


@pytest.mark.slow
def test_what_canon_printed_is_kept_until_its_form_changes(repository: Repository) -> None:
    repository.setup()
    repository.write("domain.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.write("domain.pddl", delivery("learned.pddl"))
    repository.commit()
    first = repository.git("log", "-p")
    assert "refs/notes/textconv/pddl" in repository.git("for-each-ref")
    assert repository.git("log", "-p") == first
    form = repository.git("config", "diff.pddl.textconv").strip()
    assert form == "plandiff canon --form=2"
    plain = plandiff("canon", "domain.pddl", folder=repository.folder)
    assert plandiff("canon", "--form=2", "domain.pddl", folder=repository.folder) == plain


STRANGE: Final = (
    b"-x.pddl",
    b"two words.pddl",
    b'it\'s "quoted" $HOME `id` \\n.pddl',
    b"two\nlines.pddl",
    b"\xff\xfe.pddl",
    "Größe.pddl".encode(),
)
"""Names that something between git, a shell and the program might take for something else."""


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_whatever_a_file_is_called_it_is_compared(repository: Repository) -> None:
    repository.setup()
    for name in STRANGE:
        repository.write(name, delivery("reference.pddl"))
    repository.commit()
    for name in STRANGE:
        repository.write(name, delivery("learned.pddl"))
    assert repository.git("diff").count("\n+      (not (available ?a))") == len(STRANGE)
    external = ("-c", f"diff.external={PLANDIFF}", "diff")
    tool = ("difftool", "-t", "plandiff")  # a prompt would take the end of input for "yes"
    for command in (external, tool):
        output = repository.git(*command)
        assert output.count(", similarity 0.743\n") == len(STRANGE), output
        assert "Launch" not in output


@pytest.mark.viewer_behaviour(3)
def test_the_committed_version_is_the_reference_and_a(repository: Repository) -> None:
    repository.setup()
    repository.write("domain.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.write("domain.pddl", delivery("learned.pddl"))
    repository.environment["PLANDIFF_FORMAT"] = "json"
    for command in (("difftool", "-t", "plandiff"), ("-c", f"diff.external={PLANDIFF}", "diff")):
        review = json.loads(repository.git(*command))
        assert review["learned"]["file"] == "b/domain.pddl"
        assert review["reference"]["file"] == "a/domain.pddl"
        assert "(at ?a ?l)" in json.dumps(review)


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_a_mode_alone_and_a_binary_file_end_no_diff(repository: Repository) -> None:
    repository.write("d.pddl", delivery("reference.pddl"))
    repository.write("e.pddl", delivery("reference.pddl"))
    repository.commit()
    (repository.folder / "e.pddl").write_bytes(b"\x00\xff\x7fELF")
    (repository.folder / "d.pddl").chmod(0o755)
    diff = repository.git("-c", f"diff.external={PLANDIFF}", "diff", "--", "e.pddl")
    assert "not a text file" in diff
    assert "external diff died" not in diff
    if repository.version >= (2, 44):  # before that git itself fails
        assert "d.pddl" in repository.git("-c", f"diff.external={PLANDIFF}", "diff")


OTHERS: Final = {
    ".gitignore": ("build\ndist\n", "build\nout\n"),
    "VERSION": ("1.0\n", "1.1\n"),
    "LICENSE": ("free software\nno warranty\n", "free software\n"),
    "README.md": ("# Title\n(run it)\n", "# Title\n(run it now)\n"),
    "empty.txt": ("", "word\n"),
}
"""What stands beside planning files, and might be read as plans: names, and texts then and now."""


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_what_is_no_pddl_and_no_plan_is_compared_line_by_line(repository: Repository) -> None:
    repository.setup()
    for name, (before, _) in OTHERS.items():
        repository.write(name, before)
    repository.write("words.soln", "pick a\nplace b\n")
    (repository.folder / "logo.png").write_bytes(b"\x89PNG1")
    repository.commit()
    for name, (_, now) in OTHERS.items():
        repository.write(name, now)
    repository.write("words.soln", "pick a\nplace c\n")
    (repository.folder / "logo.png").write_bytes(b"\x89PNG2")
    for name, (before, now) in OTHERS.items():
        text = repository.git("difftool", "-t", "plandiff", "--", name)
        assert text.startswith(f"b/{name} vs. a/{name}: ")
        assert "note: compared line by line: neither PDDL nor a plan" in text
        plain = repository.git("diff", "--no-ext-diff", "--no-textconv", "--", name)
        assert hunk_lines(text) == hunk_lines(plain)
        assert hunk_lines(text), before + now
    binary = repository.git("difftool", "-t", "plandiff", "--", "logo.png")
    assert binary == "b/logo.png  a/logo.png  binary files differ: neither PDDL nor a plan\n"
    plan = repository.git("difftool", "-t", "plandiff", "--", "words.soln")
    assert "different actions" in plan
    repository.environment["PLANDIFF_FORMAT"] = "unified"
    patch = repository.git("difftool", "-t", "plandiff", "--", ".gitignore")
    assert patch.splitlines()[:2] == ["--- a/.gitignore", "+++ b/.gitignore"]


@pytest.mark.viewer_behaviour(2)
@pytest.mark.parametrize(
    ("name", "before", "now", "why"),
    [
        ("x.pddl", "prose\n", "(nonsense\n", "neither a domain nor a problem nor a plan"),
        *(
            pytest.param(*values, marks=pytest.mark.slow)
            for values in (
                ("x.pddl", "(define (domain d))\n", "\n", "b/x.pddl: the file is empty"),
                ("x.txt", "(define (domain d))\n", "prose\n", "b/x.txt:1:1: neither a domain nor"),
                (
                    "x.plan",
                    "(a)\n",
                    "no plan: found.\n",
                    "neither a domain nor a problem nor a plan",
                ),
            )
        ),
    ],
)
def test_what_is_not_what_it_was_shows_its_lines_and_why(
    repository: Repository, name: str, before: str, now: str, why: str
) -> None:
    repository.setup()
    repository.write(name, before)
    repository.commit()
    repository.write(name, now)
    text = repository.git("difftool", "-t", "plandiff", "--", name)
    assert "note: compared line by line: " in text
    assert why in text
    assert f"-{before}" in text


def hunk_lines(text: str) -> list[str]:
    """The lines of a diff from its first hunk on, without what stands in the heads of hunks."""
    lines = text.splitlines()
    first = next((n for n, line in enumerate(lines) if line.startswith("@@")), len(lines))
    return [line for line in lines[first:] if not line.startswith("@@")]


@pytest.mark.slow
@pytest.mark.needs("tmux")
@pytest.mark.viewer_behaviour(3)
def test_the_driver_leaves_the_difftool_its_viewer(repository: Repository, tmp_path: Path) -> None:
    repository.setup()
    repository.git("config", "diff.pddl.command", "plandiff")
    repository.write("domain.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.write("domain.pddl", delivery("learned.pddl"))
    piped = repository.git("diff")
    assert "similarity 0.743" in piped
    assert "\x1b" not in piped
    terminal = Terminal(tmp_path / "tmux", env=repository.environment)
    try:
        terminal.enter(f"cd {repository.folder} && git difftool -t plandiff; echo left $?")
        terminal.wait_for("change 1/", "b/domain.pddl", "a/domain.pddl")
        terminal.send("q")
        terminal.wait_for("left 0")
    finally:
        terminal.close()


@pytest.mark.slow
@pytest.mark.viewer_behaviour(2)
def test_a_file_with_conflicts_shows_its_conflicts(repository: Repository) -> None:
    repository.setup()
    original = "; a comment\n" + delivery("reference.pddl")
    repository.write("d.pddl", original)
    repository.commit()
    repository.git("branch", "other")
    repository.write("d.pddl", original.replace("(available ?a)", "(aware ?a)", 1))
    repository.commit()
    repository.git("checkout", "-q", "other")
    repository.write("d.pddl", original.replace("(available ?a)", "(awake ?a)", 1))
    repository.commit()
    repository.git("merge", "-", fails=True)
    shown = [line for line in repository.git("diff").splitlines() if line[:2].strip()]
    head = shown.index("+++ b/d.pddl")
    assert shown[head + 1][:3] == "@@@"
    assert [line.split() for line in shown[head + 2 :]] == [
        ["++<<<<<<<", "HEAD"],
        ["+", "(awake", "?a)"],
        ["++======="],
        ["+", "(aware", "?a)"],
        ["++>>>>>>>", "@{-1}"],
    ]


@pytest.mark.slow
def test_a_new_form_makes_git_forget_the_old_one(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository.setup()
    repository.write("domain.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.git("log", "-p")
    notes = "refs/notes/textconv/pddl"
    assert repository.git("log", "-1", "--format=%B", notes).strip() == "plandiff canon --form=2"
    seen = repository.git("rev-parse", notes)
    repository.git("log", "-p")
    assert repository.git("rev-parse", notes) == seen
    newer = setup.CONFIGURATION.replace("--form=2", "--form=3")
    monkeypatch.setattr(setup, "CONFIGURATION", newer)
    repository.setup()
    repository.git("log", "-p")
    assert repository.git("log", "-1", "--format=%B", notes).strip() == "plandiff canon --form=3"
    assert "--form=2" not in repository.git("log", "--format=%B", notes)


def changed_folder(repository: Repository) -> None:
    """One file of each kind of change, and one that stays."""
    for name in ("same", "changed", "gone"):
        repository.write(f"{name}.pddl", delivery("reference.pddl").replace("delivery", name))
    repository.write("steps.plan", delivery("reference.plan"))
    repository.write("-x\n.pddl", delivery("reference.pddl"))
    repository.commit()
    repository.write("changed.pddl", delivery("learned.pddl").replace("delivery", "changed"))
    repository.write("-x\n.pddl", delivery("learned.pddl"))
    (repository.folder / "gone.pddl").unlink()
    (repository.folder / "sub").mkdir()
    repository.write("sub/new.pddl", delivery("learned.pddl"))
    repository.write("steps.plan", delivery("learned.plan"))
    repository.git("add", "-A")


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
@pytest.mark.parametrize("ending", ["pddl", "plan"])
def test_a_link_that_leads_elsewhere_is_no_plan(repository: Repository, ending: str) -> None:
    repository.setup()
    repository.write(f"target.{ending}", delivery(f"reference.{ending}"))
    link = repository.folder / f"link.{ending}"
    link.symlink_to(f"target.{ending}")
    repository.commit()
    link.unlink()
    link.symlink_to(f"other.{ending}")
    tool = ("difftool", "-t", "plandiff", "HEAD")
    text = repository.git(*tool, "--", link.name)
    assert "note: compared line by line: " in text
    changed = [line for line in hunk_lines(text) if line[0] in "+-"]
    assert changed == [f"-target.{ending}", f"+other.{ending}"]
    repository.environment["PLANDIFF_FORMAT"] = "json"
    (row,) = json.loads(repository.git(*tool, "-d"))["pairs"]
    assert (row["pair"], row["status"], row["note"]) == (
        link.name,
        "failed",
        "neither PDDL nor plans",
    )


@pytest.mark.slow
@pytest.mark.viewer_behaviour(4)
def test_plans_of_two_trees_are_executed_in_what_stands_in_the_tree(
    repository: Repository,
) -> None:
    """Beside the copies of git is what has changed: the learned domain, and not its reference."""
    repository.setup()
    for name in ("learned.pddl", "reference.pddl", "p01.pddl", "learned.plan", "reference.plan"):
        repository.write(name, delivery(name))
    repository.commit()
    for name in ("learned.pddl", "p01.pddl"):
        repository.write(name, f"{delivery(name)}; changed\n")
    repository.write("reference.plan", delivery("learned.plan"))
    repository.environment["PLANDIFF_FORMAT"] = "json"

    def valid(*arguments: str) -> object:
        batch = json.loads(repository.git("difftool", "-d", "-t", "plandiff", *arguments))
        rows = {row["pair"]: row for row in batch["pairs"]}
        return rows["reference.plan"]["figures"]["valid"]

    assert valid() == 0
    repository.write("reference.plan", f"{delivery('reference.plan')}; changed\n")
    assert valid() == 1
    repository.git("add", "-A")
    repository.commit()
    assert valid("HEAD", "HEAD~") is None  # both trees are copies


@pytest.mark.viewer_behaviour(4)
def test_folders_of_the_difftool_are_compared_pair_by_pair(repository: Repository) -> None:
    repository.setup()
    changed_folder(repository)
    repository.environment["PLANDIFF_FORMAT"] = "json"
    batch = json.loads(repository.git("difftool", "-d", "-t", "plandiff", "--cached"))
    rows = {row["pair"]: row["status"] for row in batch["pairs"]}
    assert rows == {
        "changed.pddl": "different",
        "-x␊.pddl": "different",
        "gone.pddl": "missing",
        "sub/new.pddl": "extra",
        "steps.plan": "different",
    }
