"""Cutting a stream into messages, and finding the next one after what is none."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from planlsp.wire.transport import MAX_BODY, FrameReader, FramingError, frame

FIRST, LAST = b'{"id": 1}', b'{"id": 2}'


def read(*chunks: bytes) -> list[bytes | str]:
    """The bodies in the stream, with the sentence of each error."""
    reader = FrameReader()
    return [
        str(item) if isinstance(item, FramingError) else item
        for chunk in chunks
        for item in reader.feed(chunk)
    ]


def test_a_length_that_is_not_meant_swallows_nothing() -> None:
    stream = b"Content-Length: 500000000\r\n\r\n" + frame(FIRST) + frame(LAST)
    problem = f"message of 500000000 bytes; expected at most {MAX_BODY}"
    assert read(stream) == [problem, FIRST, LAST]


def test_a_body_that_is_too_long_is_one_error() -> None:
    header = b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1)
    body = [b"[\n\n]" * 10_000] * 20
    found = read(header, *body, frame(LAST))
    assert found == [f"message of {MAX_BODY + 1} bytes; expected at most {MAX_BODY}", LAST]


def test_a_length_that_is_too_short_costs_one_message() -> None:
    short = b"Content-Length: 4\r\n\r\n" + FIRST
    assert read(short + frame(FIRST) + frame(LAST)) == [
        FIRST[:4],
        "missing Content-Length in a header",
        FIRST,
        LAST,
    ]


def test_a_header_without_end_is_told_and_left_behind() -> None:
    endless = b"X: " + b"a" * 40_000 + b"\r\n"
    found = read(endless, b"\r\n\r\n", frame(FIRST), frame(LAST))
    assert found == ["no end of the header within 16384 bytes", FIRST, LAST]


def test_a_field_that_begins_a_header_without_end_is_not_found_for_ever() -> None:
    assert read(b"Content-Length: 3\r\nX: " + b"a" * 40_000, frame(LAST))[-1] == LAST


def test_other_fields_do_not_count() -> None:
    assert read(b"Content-Type: a\r\ncontent-LENGTH :  9 \r\nX: 1\n\n" + FIRST) == [FIRST]


bodies = st.lists(st.binary(max_size=40), min_size=1, max_size=5)
cuts = st.lists(st.integers(min_value=0, max_value=400), max_size=8)


def chunks_of(stream: bytes, cuts: list[int]) -> list[bytes]:
    places = [0, *sorted(min(cut, len(stream)) for cut in cuts), len(stream)]
    return [stream[start:end] for start, end in pairwise(places)]


@given(bodies, cuts)
def test_how_a_stream_is_cut_does_not_matter(sent: list[bytes], where: list[int]) -> None:
    stream = b"".join(map(frame, sent))
    assert read(*chunks_of(stream, where)) == sent


# No field begins in it; it may end one, but then with a letter.
garbage = st.text(alphabet='cC-:{}" \r\n5x', max_size=60).map(
    lambda text: f"{text}\r\n\r\n".encode()
)


@given(garbage, bodies, cuts)
def test_garbage_before_a_message_costs_no_message(
    before: bytes, sent: list[bytes], where: list[int]
) -> None:
    stream = before + b"".join(map(frame, sent))
    found = [each for each in read(*chunks_of(stream, where)) if isinstance(each, bytes)]
    assert found == sent
