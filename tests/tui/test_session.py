"""Two files under review, without a screen: the later question counts."""

from __future__ import annotations

import time
from queue import SimpleQueue

import pytest

from plancore.correspondence.pairs import NOTHING_STATED, ActionPair
from plancore.correspondence.stated.decisions import refused
from plancore.report.domain.review import DomainReview
from plandiff.inputs import read_inputs
from plandiff.options import Options
from plandiff.session.session import Compared, Reply, Session, SessionAnswer
from support.examples import DELIVERY

FILES = str(DELIVERY / "learned.pddl"), str(DELIVERY / "reference.pddl")


def _session() -> tuple[SimpleQueue[Reply], Session]:
    told: SimpleQueue[Reply] = SimpleQueue()
    session = Session(read_inputs(FILES, ()), Options())
    session.listen(told.put)
    return told, session


def _ended(told: SimpleQueue[Reply], session: Session) -> list[Reply]:
    end = time.monotonic() + 60
    while session.is_working:
        assert time.monotonic() < end
        time.sleep(0.005)
    return [told.get() for _ in range(told.qsize())]


def received(session: Session, told: list[Reply]) -> list[SessionAnswer]:
    """What the session takes of what was told."""
    return [answer for answer in map(session.receive, told) if answer is not None]


@pytest.mark.viewer_behaviour(26)
def test_an_answer_to_an_earlier_question_does_not_count() -> None:
    told, session = _session()
    session.compare()
    early = _ended(told, session)
    assert any(isinstance(telling.answer, Compared) for telling in early)
    session.toggle_align()
    assert received(session, early) == []
    assert session.review is None
    received(session, _ended(told, session))
    assert isinstance(session.review, DomainReview)
    assert session.review.is_aligned
    assert session.options.align


def test_what_is_toggled_twice_is_as_it_was_though_nothing_was_answered_between() -> None:
    told, session = _session()
    session.toggle_align()
    session.toggle_align()
    received(session, _ended(told, session))
    assert not session.options.align


def test_what_was_cancelled_is_not_answered() -> None:
    told, session = _session()
    session.compare()
    session.cancel()
    assert received(session, _ended(told, session)) == []


def test_what_is_refused_is_no_pair_any_more() -> None:
    told, session = _session()
    session.decide(refused(NOTHING_STATED, "actions", "move", "move"))
    received(session, _ended(told, session))
    assert isinstance(session.review, DomainReview)
    pairs = session.review.diff.pairs.actions
    assert all(isinstance(pair, ActionPair) and pair.learned != "move" for pair in pairs)
    assert session.review.counts.missing == 1
