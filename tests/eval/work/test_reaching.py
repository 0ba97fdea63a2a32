"""Addresses of clusters at which nobody is, or somebody else: told before anybody waits long."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress

import pytest

from planeval.work.engines import dask_cluster, ray_cluster
from planeval.work.engines.dask_cluster import DaskCluster, meanwhile, place_of, reached
from planeval.work.engines.ray_cluster import RayCluster
from planeval.work.executing import Waiting
from planfiles.errors import UserError
from support.fake_units import units
from support.needs import CLUSTERS

HOST = "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("tcp://10.0.0.1:8786", ("10.0.0.1", 8786)),
        ("head:8786", ("head", 8786)),
        ("ray://head:10001", ("head", 10001)),
        ("[::1]:8786", ("::1", 8786)),
        ("tls://[fe80::1]:1", ("fe80::1", 1)),
        ("auto", None),
        ("local", None),
        ("head", None),
        ("head:", None),
        (":8786", None),
        ("head:65536", None),
        ("head:²", None),
        ("ws://head:8786/ws", None),
        ("", None),
    ],
)
def test_where_an_address_is(address: str, place: tuple[str, int] | None) -> None:
    assert place_of(address) == place


def test_who_begins_to_listen_meanwhile_is_reached() -> None:
    with socket.socket() as ours:
        ours.bind((HOST, 0))  # where nobody listens so far
        begin = threading.Timer(0.5, ours.listen)
        begin.start()
        reached(ours.getsockname()).close()
        begin.join()


def test_where_nobody_listens_it_is_told_what_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_cluster, "LISTENS", 0.5)
    with socket.socket() as ours:
        ours.bind((HOST, 0))
        with pytest.raises(UserError, match="no connection: connection refused"):
            reached(ours.getsockname())


def test_a_host_that_has_no_address_is_told() -> None:
    with pytest.raises(UserError, match="no such host: "):
        reached(("no-such-host.invalid", 1))


def test_what_is_asked_elsewhere_is_given_or_raised() -> None:
    assert meanwhile(lambda: 7, never) == 7
    with pytest.raises(ZeroDivisionError):
        meanwhile(lambda: 1 // 0, never)


def never(*_: object) -> None:
    pass


def test_nobody_waits_for_an_answer_that_is_not_wanted_any_more() -> None:
    answered = threading.Event()
    n_called = 0

    def checkpoint(*_: object) -> None:
        nonlocal n_called
        n_called += 1
        if n_called == 3:
            raise InterruptedError

    try:
        with pytest.raises(InterruptedError):
            meanwhile(lambda: answered.wait(60), checkpoint)
        assert not answered.is_set()
    finally:
        answered.set()


# Who else may listen there


def silent(_: socket.socket) -> None:
    pass


def hangs_up(connection: socket.socket) -> None:
    connection.close()


def shell(connection: socket.socket) -> None:
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")


def web(connection: socket.socket) -> None:
    connection.recv(1)
    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


@pytest.fixture
def listening() -> Iterator[Callable[[Callable[[socket.socket], None]], str]]:
    """Begins to listen, does so with each who comes, and gives the address."""
    there: list[socket.socket] = []

    def listen(answer: Callable[[socket.socket], None]) -> str:
        ours = socket.create_server((HOST, 0))
        there.append(ours)

        def work() -> None:
            with suppress(OSError):  # closed, in the end
                while True:
                    connection, _ = ours.accept()
                    there.append(connection)
                    with suppress(OSError):
                        answer(connection)

        threading.Thread(target=work, daemon=True).start()
        return "{}:{}".format(*ours.getsockname())

    yield listen
    for each in there:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@pytest.mark.slow
@pytest.mark.parametrize("answer", [silent, hangs_up, shell, web])
@pytest.mark.parametrize("name", CLUSTERS)
def test_who_is_no_cluster_is_told_from_one(
    name: str,
    answer: Callable[[socket.socket], None],
    listening: Callable[[Callable[[socket.socket], None]], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dask_cluster, "ANSWERS", 0.5)
    monkeypatch.setattr(ray_cluster, "ANSWERS", 0.5)
    address = listening(answer)
    engine = DaskCluster(address) if name == "dask" else RayCluster(address)
    waiting = Waiting()
    asked: list[str] = []

    def checkpoint(*_: object) -> None:
        asked.extend(message.whom for message in waiting.longest(0))

    tasks = iter([unit.task for unit in units(3)])
    with (
        pytest.raises(UserError, match=f"^no {name.capitalize()} [a-z]+ at {address}: .") as raised,
        closing(engine.finished(tasks, checkpoint, waiting)) as finished,
    ):
        next(finished)
    assert not waiting.longest(0)
    if answer is silent:
        assert "no response within" in raised.value.message
        assert {each.partition(" at ")[2] for each in asked} == {address}
