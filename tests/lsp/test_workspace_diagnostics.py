"""Findings in files of the workspace that nobody has open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planfiles.command import Progress
from planfiles.folders import collect
from planlsp.batch.checking import CheckOptions, check_all, settings_for
from support import ferry
from support.lsp_client import Message
from support.lsp_memory import LspMemory

PULL: Message = {
    "textDocument": {
        "diagnostic": {},
        "publishDiagnostics": {"relatedInformation": True},
    },
    "workspace": {
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
}
PUSH: Message = {
    "textDocument": {"publishDiagnostics": {"relatedInformation": True}},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}
DOMAIN = ferry.DOMAIN
PROBLEM = ferry.PROBLEM.replace(
    "(at red south))", "(at red south) (= (fuel main) 0) (= (fuel south) 0))"
)
WORKSPACE: Message = {"diagnosticMode": "workspace"}
WRONG = PROBLEM.replace("(at red south)", "(at red nowhere)")
CREATED, CHANGED, DELETED = 1, 2, 3


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planlsp.features.workspace_diagnostics.PAUSE", 0.0)


@contextmanager
def session(
    root: Path, capabilities: Message = PULL, options: object = WORKSPACE
) -> Iterator[LspMemory]:
    """A server that has indexed a folder."""
    folders = [{"uri": root.as_uri(), "name": root.name}]
    with LspMemory() as server:
        server.initialize(capabilities, options, workspaceFolders=folders)
        server.wait_until(lambda: server.server.indexer.index.is_complete)
        yield server
        assert server.end() == 0
        assert server.log == ""


class Client:
    """Asks for the findings of the workspace again and again, as editors do."""

    def __init__(self, server: LspMemory, root: Path) -> None:
        self.server, self._root = server, root
        self.ids: dict[str, str] = {}
        self.findings: dict[str, list[str]] = {}

    def ask(self, **more: object) -> int:
        known = [{"uri": uri, "value": value} for uri, value in self.ids.items()]
        return self.server.start_request(
            "workspace/diagnostic", {"previousResultIds": known, **more}
        )

    def take(self, request: int) -> dict[str, str]:
        """The answer: what kind of report there is about each file."""
        return self.keep(self.server.answer(request)["result"]["items"])

    def keep(self, reports: list[Message]) -> dict[str, str]:
        kinds = {}
        for report in reports:
            uri = report["uri"]
            kinds[uri.removeprefix(f"{self._root.as_uri()}/")] = report["kind"]
            if report["kind"] == "full":
                self.findings[uri] = [each["code"] for each in report["items"]]
                self.ids.pop(uri, None)
                if "resultId" in report:
                    self.ids[uri] = report["resultId"]
            else:
                assert self.ids[uri] == report["resultId"]
        return kinds

    def codes(self, name: str) -> list[str]:
        return self.findings.get(f"{self._root.as_uri()}/{name}", [])


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def tell(server: LspMemory, *changes: tuple[Path, int]) -> None:
    events = [{"uri": path.as_uri(), "type": kind} for path, kind in changes]
    server.notify("workspace/didChangeWatchedFiles", {"changes": events})


def is_answered(server: LspMemory, request: int) -> bool:
    """Whether there is an answer, when all else that was to be done is done."""
    server.wait_until(lambda: not server.server.indexer.is_at_work)
    server.request("workspace/symbol", {"query": ""})
    return bool(server.answers(request))


def test_what_is_wrong_in_files_that_are_not_open(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    write(tmp_path / "p" / "right.pddl", PROBLEM)
    write(tmp_path / "p" / "wrong.pddl", WRONG)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        assert client.take(client.ask()) == {"p/wrong.pddl": "full"}
        assert client.codes("p/wrong.pddl") == ["undeclared-object"]


def test_a_client_that_takes_parts_gets_them_as_they_come(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    write(tmp_path / "p.pddl", WRONG)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        request = client.ask(partialResultToken="parts")
        assert client.take(request) == {}
        (part,) = (m["params"] for m in server.calls("$/progress"))
        assert part["token"] == "parts"
        assert client.keep(part["value"]["items"]) == {"p.pddl": "full"}


def test_a_request_is_held_back_until_something_is_new(tmp_path: Path) -> None:
    domain = write(tmp_path / "d.pddl", DOMAIN)
    write(tmp_path / "one.pddl", WRONG)
    other = write(tmp_path / "other.pddl", WRONG.replace("two", "three"))
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        client.take(client.ask())
        request = client.ask()
        assert not is_answered(server, request)
        domain.touch()  # everything is checked anew, and nothing is another
        tell(server, (domain, CHANGED))
        assert not is_answered(server, request)
        other.write_text(PROBLEM)
        tell(server, (other, CHANGED))
        reports = client.take(request)
        assert reports.pop("other.pddl") == "full"
        assert set(reports.values()) <= {"unchanged"}
        assert client.codes("other.pddl") == []
        assert client.codes("one.pddl") == ["undeclared-object"]


def test_findings_of_a_file_that_is_gone_are_taken_back(tmp_path: Path) -> None:
    problem = write(tmp_path / "p.pddl", WRONG)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        client.take(client.ask())
        assert client.codes("p.pddl") == ["unknown-domain"]
        problem.unlink()
        tell(server, (problem, DELETED))
        assert client.take(client.ask()) == {"p.pddl": "full"}
        assert client.codes("p.pddl") == []


@pytest.mark.server_behaviour(10)
def test_an_edit_of_an_open_domain_counts_for_files_that_are_not_open(tmp_path: Path) -> None:
    domain = write(tmp_path / "d.pddl", DOMAIN)
    write(tmp_path / "p.pddl", PROBLEM)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        server.open(domain.as_uri(), DOMAIN)
        request = client.ask()
        assert not is_answered(server, request)
        server.change(domain.as_uri(), 2, {"text": DOMAIN.replace("aboard", "on-board")})
        assert client.take(request) == {"p.pddl": "full"}
        assert client.codes("p.pddl") == ["undeclared-predicate"]


def test_a_file_that_is_open_is_left_to_the_document(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    problem = write(tmp_path / "p.pddl", WRONG)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        client.take(client.ask())
        server.open(problem.as_uri(), PROBLEM)  # the edit that mends it is never saved
        request = client.ask()
        assert not is_answered(server, request)
        server.close(problem.as_uri())
        # VS Code asks a last time, and keeps what it shows.
        asked = {"textDocument": {"uri": problem.as_uri()}, "previousResultId": "7"}
        report = server.request("textDocument/diagnostic", asked)
        assert report == {"kind": "unchanged", "resultId": "7"}
        assert client.take(request) == {"p.pddl": "full"}


def test_only_where_the_settings_ask_for_it(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    write(tmp_path / "p.pddl", WRONG)
    with session(tmp_path, options=None) as server:
        client = Client(server, tmp_path)
        request = client.ask()
        assert not is_answered(server, request)
        server.notify("workspace/didChangeConfiguration", {"settings": WORKSPACE})
        assert client.take(request) == {"p.pddl": "full"}
        request = client.ask()
        off = {"diagnosticMode": "openFilesOnly"}
        server.notify("workspace/didChangeConfiguration", {"settings": off})
        assert client.take(request) == {"p.pddl": "full"}
        assert client.codes("p.pddl") == []


@pytest.mark.server_behaviour(37)
def test_a_request_that_is_held_back_is_answered_once(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    with session(tmp_path) as server:
        client = Client(server, tmp_path)
        cancelled = client.ask()
        assert not is_answered(server, cancelled)
        server.notify("$/cancelRequest", {"id": cancelled})
        assert server.answer(cancelled)["error"]["code"] == -32800
        earlier, later = client.ask(), client.ask()
        assert server.answer(earlier)["result"] == {"items": []}
        assert not is_answered(server, later)
    assert server.answers(later) == [{"jsonrpc": "2.0", "id": later, "result": {"items": []}}]


def test_a_client_that_does_not_pull_is_told(tmp_path: Path) -> None:
    write(tmp_path / "d.pddl", DOMAIN)
    problem = write(tmp_path / "p.pddl", WRONG)
    with session(tmp_path, PUSH) as server:

        def published(since: int) -> list[str]:
            told = server.wait_for(
                lambda m: (
                    m.get("method") == "textDocument/publishDiagnostics"
                    and m["params"]["uri"] == problem.as_uri()
                ),
                since,
            )
            return [each["code"] for each in told["params"]["diagnostics"]]

        assert published(0) == ["undeclared-object"]
        since = len(server.messages)
        server.open(problem.as_uri(), PROBLEM)
        assert published(since) == []
        since = len(server.messages)
        server.close(problem.as_uri())
        assert published(since) == ["undeclared-object"]  # at once: nothing blinks


def many(root: Path) -> None:
    """More than is checked in the server's own process."""
    write(root / "d.pddl", DOMAIN)
    for number in range(40):
        write(root / f"set{number}" / "p.pddl", ferry.crowded_problem(number, 100, "nowhere"))


@pytest.mark.slow
@pytest.mark.server_behaviour(41)
def test_many_files_are_checked_by_other_processes_and_the_user_sees_how_far_it_is(
    tmp_path: Path,
) -> None:
    many(tmp_path)
    capabilities = {**PULL, "window": {"workDoneProgress": True}}
    with session(tmp_path, capabilities) as server:
        client = Client(server, tmp_path)
        request = client.ask(partialResultToken="parts")
        created = server.wait_for_method("window/workDoneProgress/create")
        server.reply(created)
        assert client.take(request) == {}
        parts = [m["params"] for m in server.calls("$/progress")]
        for part in parts:
            if part["token"] == "parts":
                client.keep(part["value"]["items"])
        assert len(client.findings) == 40
        assert {len(codes) for codes in client.findings.values()} == {1}
        shown = [part["value"]["kind"] for part in parts if part["token"] != "parts"]
        assert (shown[0], shown[-1], set(shown[1:-1])) == ("begin", "end", {"report"})
        assert sum(part["token"] == "parts" for part in parts) > 10


@pytest.mark.slow
def test_a_large_file_of_one_line_is_checked_by_another_process(tmp_path: Path) -> None:
    write(tmp_path / "p.pddl", " ".join(WRONG.split()) + " " * 100_000)
    with session(tmp_path, {**PULL, "window": {"workDoneProgress": True}}) as server:
        client = Client(server, tmp_path)
        request = client.ask()
        server.reply(server.wait_for_method("window/workDoneProgress/create"))
        client.take(request)
        assert client.codes("p.pddl")


@pytest.mark.slow
def test_who_has_enough_of_the_progress_is_asked_no_more(tmp_path: Path) -> None:
    many(tmp_path)
    capabilities = {**PULL, "window": {"workDoneProgress": True}}
    with session(tmp_path, capabilities) as server:
        client = Client(server, tmp_path)
        request = client.ask()
        created = server.wait_for_method("window/workDoneProgress/create")
        server.reply(created)
        begun = server.wait_for_method("$/progress")
        token = begun["params"]["token"]
        server.notify("window/workDoneProgress/cancel", {"token": token})
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end"
        )
        if not is_answered(server, request):
            (tmp_path / "d.pddl").touch()
            tell(server, (tmp_path / "d.pddl", CHANGED))
            assert not is_answered(server, request)


FILES = {
    "d.pddl": [DOMAIN, DOMAIN.replace("aboard", "on-board"), DOMAIN[:-3], ""],
    "gold/d.pddl": [DOMAIN, DOMAIN.replace("(full)\n", "(full) (lost)\n")],
    "learned.pddl": [
        ";;!reference: gold/d.pddl\n" + DOMAIN.replace("(not (full))", ""),
        ";;!reference: nowhere.pddl\n" + DOMAIN,
        ";;!reference: gold/d.pddl\n;;!mapping: no.json\n" + DOMAIN.replace("board", "enter"),
    ],
    "p.pddl": [PROBLEM, WRONG, DOMAIN + PROBLEM, ";;!domain: learned.pddl\n" + PROBLEM],
    "deep/p.pddl": [PROBLEM, WRONG, PROBLEM.replace("ferry", "other")],
    "p.plan": ["(board red south)\n", "(leave red south)\n", "0.0: (board red nowhere)\n"],
    "deep/any.plan": [";;!problem: ../p.pddl\n(board red south)\n", "(board\n", ""],
    "planlsp.toml": ['reference = "gold/d.pddl"\n', '[severities]\nunused-type = "error"\n'],
}
folders = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(texts) for name, texts in FILES.items()}
)


Essence = tuple[str, str, int, int, int, int]


def essence(finding: Message) -> Essence:
    """What a finding says, and of which range."""
    start, end = finding["range"]["start"], finding["range"]["end"]
    ends = start["line"], start["character"], end["line"], end["character"]
    return (finding["code"], finding["message"], *ends)


def on_command_line(root: Path) -> dict[str, list[Essence]]:
    """The findings of `planlsp check` about each file below a folder."""
    inputs = collect([str(root)])
    options = CheckOptions(settings_for(inputs.paths, {}), (str(root),))
    with Progress("checking", 0) as progress:
        report = check_all(inputs, options, 1, progress)
    found: dict[str, list[Essence]] = {}
    for finding in report.findings:
        ends = *finding.start, *finding.end
        name = os.path.relpath(finding.file, root)
        found.setdefault(name, []).append((finding.code, finding.message, *ends))
    return found


@pytest.mark.slow
@pytest.mark.server_behaviour(47)
@given(texts=folders)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_file_that_is_not_open_has_the_findings_that_it_has_when_it_is_opened(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]
) -> None:
    root = tmp_path_factory.mktemp("workspace")
    write(root / "z" / "wrong.pddl", "(define (domain last) (")  # so that there is an answer
    for name, text in texts.items():
        write(root / name, text)
    opened: dict[str, list[Message]] = {}
    with session(root) as server:
        report = server.request("workspace/diagnostic", {"previousResultIds": []})
        closed = {each["uri"]: each["items"] for each in report["items"]}
        assert (root / "z" / "wrong.pddl").as_uri() in closed
        for name in texts.keys() - {"planlsp.toml"}:
            uri = (root / name).as_uri()
            server.open(uri, texts[name])
            asked = {"textDocument": {"uri": uri}}
            opened[name] = server.request("textDocument/diagnostic", asked)["items"]
            server.close(uri)
    checked = on_command_line(root)
    for name, items in opened.items():
        assert items == closed.get((root / name).as_uri(), []), name
        if texts[name]:  # of an empty file the command says that it is one
            assert sorted(map(essence, items)) == sorted(checked.get(name, [])), name
