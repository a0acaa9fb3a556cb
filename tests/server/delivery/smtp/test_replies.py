"""Responses in pieces, and their meaning."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.delivery.smtp.replies import BounceClass, MalformedReply, Reply, ReplyReader, SendResult, interpret_reply

STREAM = b"250-sink.example\r\n250-PIPELINING\r\n250 SIZE 1000\r\n354 Go\r\n550 5.1.1 No such user\r\n250\r\n"
REPLIES = [
    Reply(250, ("sink.example", "PIPELINING", "SIZE 1000")),
    Reply(354, ("Go",)),
    Reply(550, ("5.1.1 No such user",)),
    Reply(250, ("",)),
]


@given(st.lists(st.integers(min_value=0, max_value=len(STREAM)), max_size=12))
def test_replies_come_in_any_pieces(cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(STREAM)]
    reader = ReplyReader()

    found = [reply for a, b in pairwise(places) for reply in reader.feed(STREAM[a:b])]

    assert found == REPLIES
    assert reader.is_empty


@pytest.mark.parametrize("data", [b"hello\r\n", b"250-a\r\n550 b\r\n", b"99 x\r\n", b"2500 x\r\n", b"x" * 70_000])
def test_what_is_no_smtp_is_refused(data: bytes) -> None:
    with pytest.raises(MalformedReply):
        list(ReplyReader().feed(data))


def test_a_reply_without_end_is_refused() -> None:
    reader = ReplyReader()

    with pytest.raises(MalformedReply):
        for _ in range(10_000):
            list(reader.feed(b"250-more\r\n"))


@pytest.mark.parametrize(
    ("code", "text", "result", "bounce", "enhanced"),
    [
        (250, "2.0.0 Ok", SendResult.SENT, BounceClass.NONE, "2.0.0"),
        (550, "5.1.1 No such user", SendResult.FAILED, BounceClass.HARD, "5.1.1"),
        (550, "No such user", SendResult.FAILED, BounceClass.HARD, ""),
        (550, "5.7.1 Blocked", SendResult.FAILED, BounceClass.BLOCK, "5.7.1"),
        (554, "Spam", SendResult.FAILED, BounceClass.POLICY, ""),
        (552, "5.2.2 Mailbox full", SendResult.FAILED, BounceClass.FULL, "5.2.2"),
        (552, "5.3.4 Too big", SendResult.FAILED, BounceClass.SENDER, "5.3.4"),
        (553, "5.1.8 Bad sender", SendResult.FAILED, BounceClass.SENDER, "5.1.8"),
        (451, "4.7.1 Greylisted", SendResult.RETRY, BounceClass.SOFT, "4.7.1"),
        (450, "4.2.1 Busy", SendResult.RETRY, BounceClass.SOFT, "4.2.1"),
        (421, "Going away", SendResult.RETRY, BounceClass.SOFT, ""),
        (452, "Full", SendResult.RETRY, BounceClass.FULL, ""),
        (503, "Bad sequence", SendResult.FAILED, BounceClass.SENDER, ""),
    ],
)
def test_a_reply_has_a_class(code: int, text: str, result: SendResult, bounce: BounceClass, enhanced: str) -> None:
    outcome = interpret_reply(Reply(code, (text,)))

    assert (outcome.result, outcome.bounce, outcome.enhanced, outcome.text) == (result, bounce, enhanced, text)


def test_control_characters_stay_out_of_the_log() -> None:
    assert interpret_reply(Reply(550, ("a\x1b[31m\0b", "c"))).text == "a [31m b c"
