"""Settings for each workspace folder: by the client, and by the file `planlsp.toml` in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.ferry import DOMAIN
from support.lsp_client import Message
from support.lsp_memory import LspMemory

CONFIGURES = {"workspace": {"configuration": True, "workspaceFolders": True}}
CHANGED = 2


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two folders with a learned domain and two references each, of which one is another."""
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gold.pddl").write_text(DOMAIN)
        (tmp_path / name / "bad.pddl").write_text(DOMAIN.replace("(full)", "(empty)"))
    return tmp_path / "one", tmp_path / "other"


@contextmanager
def session(
    folders: tuple[Path, ...], *said: object, capabilities: object = CONFIGURES
) -> Iterator[LspMemory]:
    """A client that says something of everything, then of each folder."""
    with LspMemory() as server:
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        server.initialize(capabilities, workspaceFolders=named)
        if said:
            asked = server.wait_for_method("workspace/configuration")
            scopes = [item.get("scopeUri") for item in asked["params"]["items"]]
            assert scopes == [None, *(folder.as_uri() for folder in folders)]
            assert len(server.calls("workspace/configuration")) == 1
            server.reply(asked, list(said))
        yield server


def codes(server: LspMemory, path: Path, text: str = DOMAIN) -> set[str]:
    """What is found in a document that is opened here."""
    since, uri = len(server.messages), path.as_uri()
    server.open(uri, text)
    found = published(server, uri, since)
    server.close(uri)
    return {finding["code"] for finding in found}


def published(server: LspMemory, uri: str, since: int) -> list[Message]:
    def about(message: Message) -> bool:
        is_published = message.get("method") == "textDocument/publishDiagnostics"
        return is_published and message["params"]["uri"] == uri

    diagnostics: list[Message] = server.wait_for(about, since)["params"]["diagnostics"]
    return diagnostics


@pytest.mark.server_behaviour(46)
def test_each_folder_has_its_own_settings(folders: tuple[Path, Path]) -> None:
    said = {"reference": "bad.pddl"}, {"reference": "gold.pddl"}, {"reference": "bad.pddl"}
    with session(folders, *said) as server:
        one, other = (codes(server, folder / "d.pddl") for folder in folders)
    assert "missing-predicate" not in one
    assert "missing-predicate" in other


def test_what_is_said_of_no_folder_holds_where_nothing_else_is_said(
    folders: tuple[Path, Path],
) -> None:
    with session(folders, {"reference": "bad.pddl"}, None, {"reference": "gold.pddl"}) as server:
        one, other = (codes(server, folder / "d.pddl") for folder in folders)
    assert "missing-predicate" in one
    assert "missing-predicate" not in other


def test_what_is_set_no_more_holds_no_more(folders: tuple[Path, Path]) -> None:
    """What a client starts with counts while its configuration says nothing at all."""
    one, _ = folders
    bad, gold = {"reference": "bad.pddl"}, {"reference": "gold.pddl"}
    with LspMemory() as server:
        server.initialize(CONFIGURES, bad, workspaceFolders=[{"uri": one.as_uri(), "name": "one"}])
        seen = 0
        for said, holds in (
            ((None, None), True),
            ((gold, None), False),
            ((None, bad), True),
            ((None, None), False),
        ):
            asked = server.wait_for_method("workspace/configuration", seen)
            server.reply(asked, list(said))
            assert ("missing-predicate" in codes(server, one / "d.pddl")) == holds
            seen = len(server.messages)
            server.notify("workspace/didChangeConfiguration", {"settings": None})


def test_a_file_in_the_folder_says_the_same_and_is_followed(folders: tuple[Path, Path]) -> None:
    one, other = folders
    (one / "planlsp.toml").write_text('reference = "bad.pddl"\n[severities]\nunused-type = "off"\n')
    with session(folders, capabilities={}) as server:
        assert "missing-predicate" in codes(server, one / "d.pddl")
        assert "missing-predicate" not in codes(server, other / "d.pddl")
        uri = (one / "d.pddl").as_uri()
        server.open(uri, DOMAIN)
        since = len(server.messages)
        (one / "planlsp.toml").write_text('reference = "gold.pddl"\n')
        change = {"uri": (one / "planlsp.toml").as_uri(), "type": CHANGED}
        server.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
        found = {finding["code"] for finding in published(server, uri, since)}
        assert "missing-predicate" not in found


def test_the_file_counts_before_the_client_name_by_name(folders: tuple[Path, Path]) -> None:
    one, _ = folders
    (one / "planlsp.toml").write_text('[planlsp]\nreference = "bad.pddl"\n')
    said = {"reference": "gold.pddl", "severities": {"missing-predicate": "off"}}
    with session(folders, None, said, said) as server:
        found = codes(server, one / "d.pddl")
    assert "missing-predicate" not in found
    assert "missing-precondition" in found


def test_a_file_may_not_point_out_of_the_workspace(folders: tuple[Path, Path]) -> None:
    one, other = folders
    (one / "planlsp.toml").write_text('reference = "../other/bad.pddl"\n')
    with session((one,), capabilities={}) as server:
        assert "unusable-reference" in codes(server, one / "d.pddl")
    with session((one, other), capabilities={}) as server:
        assert "missing-predicate" in codes(server, one / "d.pddl")


def test_what_is_wrong_with_what_the_client_says_is_told_once(folders: tuple[Path, Path]) -> None:
    wrong = {"severities": {"unused-paramter": "off"}}
    with session(folders, wrong, wrong, None) as server:
        codes(server, folders[0] / "d.pddl")
        (told,) = server.calls("window/showMessage")
    assert told["params"]["type"] == 2
    assert told["params"]["message"].endswith("did you mean `unused-parameter`?")


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("reference =", ""),
        ("[" * 5000, "["),
        ("reference = 7", "reference"),
        ("[planlsp]\nreference = 7", "reference"),
        ("\x00", ""),
        ("reference = " + "9" * 5000, ""),
        ("a\nb", "\n"),
        ('align = "on"\n[severities]\nx = "off"\n"y" = "loud"', '"y"'),
        ('severities = { x = "off", y = "loud" }', "y"),
        ('severities.y = "loud"', "severities.y"),
        ('[severities]\nunused-paramter = "off"', "unused-paramter"),
        ('severites = { x = "off" }', "severites"),
        ('[reference]\n"*.pddl" = 3', '"*.pddl"'),
    ],
)
def test_what_is_wrong_with_the_file_is_told_where_it_stands(
    folders: tuple[Path, Path], text: str, marked: str
) -> None:
    one, _ = folders
    path = one / "planlsp.toml"
    path.write_text(text)
    with session((one,), capabilities={}) as server:
        server.open("untitled:any", "")
        uri = path.as_uri()
        (found,) = published(server, uri, 0)
        assert (found["code"], found["severity"]) == ("faulty-settings", 2)
        lines = text.split("\n")
        start, end = found["range"]["start"], found["range"]["end"]
        whole = "\n".join(lines[start["line"] : end["line"] + 1])
        length = len(whole) - len(lines[end["line"]]) + end["character"]
        assert whole[start["character"] : length] == marked
        since = len(server.messages)
        path.write_text("")
        event = {"uri": uri, "type": CHANGED}
        server.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
        assert published(server, uri, since) == []
        assert "Traceback" not in server.log
