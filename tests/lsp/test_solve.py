"""`planlsp solve` and the server's command: a planner's plan, executed; or why there is none."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plancore.source import SourceText
from planeval.planners import naming
from planlsp.cli import main
from planlsp.session.settings.folder_settings import read_settings_file
from support import nasty_planner
from support.command import Done, run_command
from support.editor import Editor
from support.examples import DELIVERY
from support.fifo import Fifo
from support.lsp_client import Message
from support.lsp_memory import LspMemory
from support.solving import script

PLAN = (DELIVERY / "reference.plan").read_text()
STEPS = "".join(line + "\n" for line in PLAN.splitlines() if line.startswith("("))
UNSOLVABLE = 'echo "(at ann moon) can never be reached:"; echo "no action adds it"; exit 10'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("reference.pddl", "p01.pddl"):
        (tmp_path / name).write_bytes((DELIVERY / name).read_bytes())
    return tmp_path


def solve(folder: Path, *arguments: str) -> Done:
    return run_command(main, "solve", "reference.pddl", "p01.pddl", *arguments, cwd=folder)


def finding(plan: str) -> str:
    """A planner that finds that plan, on standard output."""
    words = plan.replace("\n", "\\n")
    return f"mine: printf '{words}' {{domain}} {{problem}}"


# The command


def test_a_plan_is_printed_with_its_cost(folder: Path) -> None:
    done = solve(folder, "--planner", finding(STEPS))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{STEPS}; cost = {STEPS.count('(')} (unit cost)\n"


def test_a_plan_is_written_whole(folder: Path) -> None:
    done = solve(folder, "--planner", finding(STEPS), "-o", "new.plan")
    n_steps = STEPS.count("(")
    assert done.stdout == ""
    assert done.stderr.startswith(f"planlsp: new.plan: {n_steps} steps (mine, ")
    assert (folder / "new.plan").read_text().startswith(STEPS)
    assert solve(folder, "-o", "p01.pddl").returncode == 2


def test_a_plan_that_is_wrong_is_not_printed(folder: Path) -> None:
    first = STEPS.splitlines()[0]
    done = solve(folder, "--planner", finding(f"{first}\n{first}\n"), "-o", "new.plan")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("planlsp: invalid plan (mine): unsatisfied precondition")
    assert not (folder / "new.plan").exists()


def test_why_there_is_none_is_reported(folder: Path) -> None:
    done = solve(folder, "--planner", script(UNSOLVABLE))
    assert (done.returncode, done.stdout) == (1, "")
    assert "(at ann moon) can never be reached: no action adds it" in done.stderr
    done = solve(folder, "--planner", script("sleep 60"), "--time", "0.2")
    assert done.returncode == 1
    assert "no plan, time limit reached (mine)" in done.stderr


def test_files_with_errors_are_refused_before_a_planner_runs(folder: Path) -> None:
    (folder / "p01.pddl").write_text("(define (problem p) (:domain delivery) (:goal (at nowhere)))")
    done = solve(folder, "--planner", script("touch ran"))
    assert done.returncode == 2
    assert done.stderr.startswith("planlsp: error: p01.pddl:1:")
    done = run_command(main, "solve", "p01.pddl", "p01.pddl", cwd=folder)
    assert done.stderr == ("planlsp: error: p01.pddl does not define a domain, but a problem\n")


def test_where_no_planner_is_installed_one_sentence_says_how_to_get_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naming, "PLANNERS", ())
    done = solve(folder)
    assert done.returncode == 2
    assert done.stderr.startswith("planlsp: error: no planner is installed; to install one: ")
    assert done.stderr.rstrip().endswith(naming.DEFAULT.package)
    assert done.stderr.count("\n") == 1


@pytest.mark.needs("module:kairos")
def test_kairos_solves_without_being_named(folder: Path) -> None:
    done = solve(folder)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "; cost = 6 (unit cost)"


# The server


SHOWS: Message = {"window": {"workDoneProgress": True, "showDocument": {"support": True}}}


def begun(server: LspMemory, folder: Path, capabilities: Message | None = None) -> Editor:
    folders = [{"uri": folder.as_uri(), "name": "f"}]
    editor = Editor(server, server.initialize(capabilities, workspaceFolders=folders))
    editor.open((folder / "p01.pddl").as_uri(), (folder / "p01.pddl").read_text())
    return editor


def ask(server: LspMemory, folder: Path, *more: object, command: str = "solve") -> int:
    arguments = [(folder / "p01.pddl").as_uri(), *more]
    params = {"command": f"planlsp.{command}", "arguments": arguments}
    return server.start_request("workspace/executeCommand", params)


def answered(server: LspMemory, folder: Path, *more: object) -> Message:
    answer: Message = server.answer(ask(server, folder, *more))
    return answer


def kept(server: LspMemory, since: int, *, is_there: bool) -> Message | None:
    """What is said of an attempt, in the next findings in which it stands or does not stand."""

    def found(message: Message) -> list[Message]:
        return [each for each in message["params"]["diagnostics"] if each["code"] == "no-plan"]

    def about(message: Message) -> bool:
        is_published = message.get("method") == "textDocument/publishDiagnostics"
        return is_published and bool(found(message)) == is_there

    return next(iter(found(server.wait_for(about, since))), None)


def test_the_plan_names_its_files_and_is_found_valid(server: LspMemory, folder: Path) -> None:
    editor = begun(server, folder)
    (folder / "p01.plan").write_text("")
    solved = answered(server, folder, finding(STEPS))["result"]
    assert solved["outcome"] == "solved"
    assert solved["uri"] == (folder / "p01-2.plan").as_uri()
    lines = ";;!domain: reference.pddl\n;;!problem: p01.pddl\n"
    assert solved["plan"].startswith(lines + STEPS)
    # The text that is open counts, saved or not, and so does that of the plan.
    editor.open(solved["uri"], solved["plan"])
    params = {"command": "planlsp.validatePlan", "arguments": [solved["uri"], "text"]}
    report = server.request("workspace/executeCommand", params)
    assert report.startswith("p01-2.plan: valid")


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_plan_that_is_not_saved_yet_has_its_files_beside_it(
    server: LspMemory, tmp_path: Path, folder: Path, *, has_folder: bool
) -> None:
    named = tmp_path / "a b"
    named.mkdir()
    for path in ("reference.pddl", "p01.pddl"):
        (folder / path).rename(named / path)
    folders = [{"uri": named.as_uri(), "name": "f"}] if has_folder else None
    editor = Editor(server, server.initialize(workspaceFolders=folders))
    uri = (named / "p01.plan").as_uri().replace("file://", "untitled:")
    editor.open(uri, f";;!domain: reference.pddl\n;;!problem: p01.pddl\n{STEPS}")
    params = {"command": "planlsp.validatePlan", "arguments": [uri, "text"]}
    report = server.request("workspace/executeCommand", params)
    assert report.startswith("p01.plan: valid")
    assert [each["code"] for each in editor.diagnostics(uri)] == []


def test_what_was_typed_is_solved(server: LspMemory, folder: Path) -> None:
    editor = begun(server, folder)
    editor.replace((folder / "p01.pddl").as_uri(), "(:goal", "(:goal (typed)")
    refused = answered(server, folder, finding(STEPS))["result"]
    assert refused["outcome"] == "parse_error"
    assert refused["message"].startswith("not solved (mine): p01.pddl:23:")


def test_the_reason_stays_on_the_goal_until_a_file_changes(server: LspMemory, folder: Path) -> None:
    editor = begun(server, folder)
    since = len(server.messages)
    solved = answered(server, folder, script(UNSOLVABLE))["result"]
    assert (solved["outcome"], solved["plan"]) == ("planner_error", None)
    reason = kept(server, since, is_there=True)
    assert reason is not None
    assert reason["message"] == solved["message"]
    assert "(at ann moon) can never be reached" in reason["message"]
    assert editor.marked((folder / "p01.pddl").as_uri(), reason["range"]).startswith("(")
    since = len(server.messages)
    editor.type((folder / "p01.pddl").as_uri(), "(define", " ")
    kept(server, since, is_there=False)


@pytest.fixture
def fifo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fifo]:
    """Written to by what `nasty` planners start."""
    written = Fifo(tmp_path / "fifo")
    monkeypatch.setenv("NASTY_FIFO", str(written.path))
    yield written
    written.close()


def nasty(behaviour: str) -> str:
    """The description of a planner that does not end by itself."""
    return f"mine: {sys.executable} {nasty_planner.__file__} {behaviour} {{domain}} {{problem}}"


def test_who_cancels_leaves_nothing_running(server: LspMemory, folder: Path, fifo: Fifo) -> None:
    begun(server, folder, SHOWS)
    request = ask(server, folder, nasty("fork"))
    created = server.wait_for_method("window/workDoneProgress/create")
    server.reply(created)
    begin = server.wait_for_method("$/progress")["params"]["value"]
    assert (begin["title"], begin["cancellable"]) == ("Solving p01.pddl", True)
    assert fifo.wait_for_writing(nasty_planner.SECONDS)
    server.notify("window/workDoneProgress/cancel", {"token": created["params"]["token"]})
    assert server.answer(request)["result"]["outcome"] == "cancelled"
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)


def test_a_request_that_is_cancelled_ends_its_planner(
    server: LspMemory, folder: Path, fifo: Fifo
) -> None:
    begun(server, folder)
    request = ask(server, folder, nasty("double"))
    assert fifo.wait_for_writing(nasty_planner.SECONDS)
    server.notify("$/cancelRequest", {"id": request})
    assert "error" in server.answer(request)
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)


def test_all_planners_are_stopped_by_command(server: LspMemory, folder: Path, fifo: Fifo) -> None:
    begun(server, folder)
    requests = [ask(server, folder, nasty("ignore"))]
    assert fifo.wait_for_writing(nasty_planner.SECONDS)
    requests.append(
        ask(server, folder, nasty("ignore"))
    )  # the same problem: the first has no use now
    assert server.answer(requests[0])["result"]["outcome"] == "cancelled"
    server.request("workspace/executeCommand", {"command": "planlsp.stopSolving"})
    assert server.answer(requests[1])["result"]["outcome"] == "cancelled"
    assert fifo.wait_until_unknown(nasty_planner.SECONDS / 2)


def test_the_lens_opens_the_plan_in_clients_that_send_it_back(
    server: LspMemory, folder: Path
) -> None:
    begun(server, folder, SHOWS)
    params = {"textDocument": {"uri": (folder / "p01.pddl").as_uri()}}
    (lens,) = server.request("textDocument/codeLens", params)
    assert lens["command"]["title"] == "Solve"
    assert lens["command"]["command"] == "planlsp.solveHere"
    settings = {"planlsp": {"planner": finding(STEPS)}}
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    ask(server, folder, command="solveHere")
    server.reply(server.wait_for_method("window/workDoneProgress/create"))
    shown = server.wait_for_method("window/showDocument")
    server.reply(shown, {"success": True})
    told = server.wait_for_method("window/showMessage")["params"]["message"]
    assert told.startswith(f"{STEPS.count('(')} steps (mine")
    path = Path(shown["params"]["uri"].removeprefix("file://"))
    assert path.read_text().startswith(f";;!domain: {folder}/reference.pddl\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([None, 5], "expected a URI, a planner or null"),
        (["reference.pddl"], "reference.pddl is not a problem"),
        (["p01.pddl", "fats-downward"], "unknown planner 'fats-downward'; did you mean"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    server: LspMemory, folder: Path, arguments: list[Any], reason: str
) -> None:
    begun(server, folder)
    name, *more = arguments
    if name is not None:
        editor_uri = (folder / name).as_uri()
        if name != "p01.pddl":
            server.open(editor_uri, (folder / name).read_text())
        arguments = [editor_uri, *more]
    params = {"command": "planlsp.solve", "arguments": arguments}
    error = server.answer(server.start_request("workspace/executeCommand", params))["error"]
    assert reason in error["message"]


# The choice of a planner


def offered(server: LspMemory, folder: Path) -> list[Message]:
    answer: Message = server.answer(ask(server, folder, command="planners"))
    planners: list[Message] = answer["result"]
    return planners


def test_planners_are_offered_with_their_variants(server: LspMemory, folder: Path) -> None:
    begun(server, folder)
    planners = {each["name"]: each for each in offered(server, folder)}
    assert {"kairos/anytime", "fast-downward/seq-opt-lmcut", "pyperplan/bfs"} <= planners.keys()
    optimal = planners["fast-downward/seq-opt-lmcut"]
    assert optimal["supports"].startswith("optimal: A* with the landmark-cut heuristic")
    for each in planners.values():
        assert (each["version"] is None) == (each["install"] is not None)
    assert [each["isSetting"] for each in planners.values()].count(True) <= 1


def test_each_planner_of_the_file_that_the_settings_name_can_be_chosen(
    server: LspMemory, folder: Path
) -> None:
    table = "[planners.{0}]\ncommand = {1!r}\nversion = '{0} 1'\n"
    own = folder / "mine.toml"
    command = finding(STEPS).removeprefix("mine: ")
    own.write_text("".join(table.format(name, command) for name in ("first", "other")))
    begun(server, folder)
    server.notify("workspace/didChangeConfiguration", {"settings": {"planner": str(own)}})
    assert [(each["name"], each["version"]) for each in offered(server, folder)[:2]] == [
        ("first", "1"),
        ("other", "1"),
    ]
    solved = answered(server, folder, "other")["result"]
    assert solved["message"].startswith(f"{STEPS.count('(')} steps (other, ")
    refused = answered(server, folder)["error"]["message"]
    assert refused.endswith("describes several planners (first, other); choose one")


def test_a_setting_that_names_no_planner_leaves_the_known_ones(
    server: LspMemory, folder: Path
) -> None:
    begun(server, folder)
    server.notify("workspace/didChangeConfiguration", {"settings": {"planner": "none.toml"}})
    planners = offered(server, folder)
    assert {each["name"] for each in planners} == set(naming.NAMES)
    assert not any(each["isSetting"] for each in planners)


@pytest.mark.needs("module:kairos")
def test_a_variant_solves_under_its_name(folder: Path) -> None:
    done = solve(folder, "--planner", "kairos/anytime", "--time", "5", "-o", "new.plan")
    assert (done.returncode, done.stdout) == (0, "")
    assert "6 steps (kairos/anytime, " in done.stderr
    done = solve(folder, "--planner", "kairos/anitime")
    assert "unknown planner 'kairos/anitime'; did you mean `kairos/anytime`?" in done.stderr


# The file of the plan


@pytest.mark.parametrize(
    ("setting", "name", "is_saved"),
    [("new", "p01-2.plan", False), ("saved", "p01-2.plan", True), ("overwrite", "p01.plan", True)],
)
def test_the_settings_say_which_file_a_plan_is_for(
    server: LspMemory, folder: Path, setting: str, name: str, *, is_saved: bool
) -> None:
    (folder / "p01.plan").write_text("")
    begun(server, folder)
    server.notify(
        "workspace/didChangeConfiguration",
        {"settings": {"planner": finding(STEPS), "planFile": setting}},
    )
    solved = answered(server, folder)["result"]
    assert (solved["uri"], solved["isSaved"]) == ((folder / name).as_uri(), is_saved)
    assert solved["plan"].startswith(";;!domain: reference.pddl\n;;!problem: p01.pddl\n")


def overwriting(server: LspMemory, folder: Path) -> Editor:
    editor = begun(server, folder)
    settings = {"planner": finding(STEPS), "planFile": "overwrite"}
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    return editor


def test_unsaved_changes_of_a_plan_are_not_overwritten(server: LspMemory, folder: Path) -> None:
    editor = overwriting(server, folder)
    plan = folder / "p01.plan"
    plan.write_bytes(STEPS.replace("\n", "\r\n").encode())
    editor.open(plan.as_uri(), STEPS)
    assert answered(server, folder)["result"]["uri"] == plan.as_uri()
    editor.type(plan.as_uri(), STEPS.splitlines(keepends=True)[0], "; mine\n")
    assert answered(server, folder)["result"]["uri"] == (folder / "p01-2.plan").as_uri()
    editor.open((folder / "p01-2.plan").as_uri(), "; typed, in no file yet\n")
    assert answered(server, folder)["result"]["uri"] == (folder / "p01-3.plan").as_uri()
    plan.unlink()
    assert answered(server, folder)["result"]["uri"] == (folder / "p01-3.plan").as_uri()


@pytest.mark.parametrize("kind", ["link", "dead link", "folder", "read-only"])
def test_what_is_not_a_file_of_ours_is_not_overwritten(
    server: LspMemory, tmp_path_factory: pytest.TempPathFactory, folder: Path, kind: str
) -> None:
    outside, plan = tmp_path_factory.mktemp("outside") / "precious.txt", folder / "p01.plan"
    if kind.endswith("link"):
        plan.symlink_to(outside)
    if kind == "link":
        outside.write_text("precious")
    elif kind == "folder":
        plan.mkdir()
    elif kind == "read-only":
        plan.write_text("")
        plan.chmod(0o444)
    overwriting(server, folder)
    assert answered(server, folder)["result"]["uri"] == (folder / "p01-2.plan").as_uri()


def test_a_link_out_of_the_workspace_does_not_lead_to_files_that_are_overwritten(
    server: LspMemory, tmp_path: Path
) -> None:
    (tmp_path / "outside").mkdir()
    for name in ("reference.pddl", "p01.pddl"):
        (tmp_path / "outside" / name).write_bytes((DELIVERY / name).read_bytes())
    (tmp_path / "outside" / "p01.plan").write_text("precious")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "linked").symlink_to("../outside")
    folders = [{"uri": (tmp_path / "work").as_uri(), "name": "f"}]
    linked = tmp_path / "work" / "linked"
    editor = Editor(server, server.initialize(workspaceFolders=folders))
    for name in ("reference.pddl", "p01.pddl"):
        editor.open((linked / name).as_uri(), (linked / name).read_text())
    settings = {"planner": finding(STEPS), "planFile": "overwrite"}
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert answered(server, linked)["result"]["uri"] == (linked / "p01-2.plan").as_uri()


# Trust


def test_a_file_of_the_folder_never_says_that_files_are_overwritten(
    server: LspMemory, folder: Path
) -> None:
    (folder / "p01.plan").write_text("precious")
    (folder / "planlsp.toml").write_text("planFile = 'overwrite'")
    begun(server, folder)
    settings = {"planner": finding(STEPS), "planFile": "saved"}
    server.notify("workspace/didChangeConfiguration", {"settings": settings})
    solved = answered(server, folder)["result"]
    assert (solved["uri"], solved["isSaved"]) == ((folder / "p01-2.plan").as_uri(), True)
    (fault,) = read_settings_file(SourceText("planFile = 'overwrite'")).faults
    assert fault.message.startswith("planFile: expected new or saved")
    assert read_settings_file(SourceText("planFile = 'saved'")).faults == ()


@pytest.mark.parametrize(
    "text",
    [
        "planner = 'mine: touch {domain} {problem}'",
        "[planlsp]\nplanner = 'mine: touch {domain} {problem}'",
        "'planlsp.planner' = 'mine: touch {domain} {problem}'",
        "[planlsp]\n'planlsp.planner' = 'mine: touch {domain} {problem}'",
        "[planlsp.planlsp]\nplanner = 'mine: touch {domain} {problem}'",
        "planner = 'kairos@evil'",
        "planner = 'evil.toml'",
        "planner = 'all'",
    ],
)
def test_a_file_of_the_folder_never_says_which_program_runs(
    server: LspMemory, folder: Path, text: str
) -> None:
    (folder / "planlsp.toml").write_text(text)
    begun(server, folder)
    server.notify("workspace/didChangeConfiguration", {"settings": {"planner": finding(STEPS)}})
    solved = answered(server, folder)["result"]
    assert solved["message"].startswith(f"{STEPS.count('(')} steps (mine, ")


def test_a_file_of_the_folder_may_name_a_planner_that_we_know() -> None:
    (fault,) = read_settings_file(SourceText("planner = 'mine: x {domain} {problem}'")).faults
    assert fault.message.startswith("planner: expected the name of a planner that `planeval ")
    for name in ("fast-downward", "fast-downward/seq-opt-lmcut"):
        assert read_settings_file(SourceText(f"planner = '{name}'")).faults == ()


@pytest.mark.parametrize("learner", ["locm", "sam"])
def test_a_domain_is_learned_from_plans(server: LspMemory, tmp_path: Path, learner: str) -> None:
    for path in DELIVERY.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "learned.pddl").unlink()
    plan = tmp_path / "reference.plan"
    folders = [{"uri": tmp_path.as_uri(), "name": "w"}]
    Editor(server, server.initialize(workspaceFolders=folders))
    params = {"command": "planlsp.learn", "arguments": [[plan.as_uri()], learner]}
    answer = server.request("workspace/executeCommand", params)
    assert "(:action drop-off" in answer["domain"]
    assert answer["uri"] == (tmp_path / "learned.pddl").as_uri()
    assert answer["message"]
    params = {"command": "planlsp.learn", "arguments": [[plan.as_uri()], "other"]}
    refused = server.answer(server.start_request("workspace/executeCommand", params))
    assert "one of sam, esam, locm" in refused["error"]["message"]
