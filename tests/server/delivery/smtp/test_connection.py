"""Dialogues with correct and incorrect relays."""

import asyncio
import base64
from dataclasses import replace

import pytest

from bench.sink import Sink, SinkRule, running
from server.delivery.smtp.connection import RelayRejected, RelayUnavailable, open_connection
from server.delivery.smtp.relay import Relay, Tls
from server.delivery.smtp.replies import BounceClass
from tests.server.delivery.smtp.peer import CLOSE, HELLO, STEPWISE, TIMEOUTS, Script, Tray, playing

OK = b"250 2.0.0 Ok\r\n"
ENVELOPE = ("DATA\r\n", OK + OK + b"354 Go\r\n")
Words = list[bytes | str]
BODY_END = "\r\n.\r\n"


async def asyncio_turn() -> None:
    """Lets the peer continue."""
    await asyncio.sleep(0.001)


async def results(script: Script, tray: Tray, count: int) -> list[str]:
    async with playing(*script) as (_, relay):
        connection = await open_connection(relay, tray)
        connection.kick()
        found = await tray.until(count)
        connection.abort("End of test")
        return found


async def test_messages_are_pipelined() -> None:
    tray = Tray("a@x.example", "b@x.example")
    async with playing(*HELLO, *ENVELOPE, BODY_END, OK + OK + OK + b"354 Go\r\n", BODY_END, OK) as (peer, relay):
        connection = await open_connection(relay, tray)
        connection.kick()

        assert await tray.until(2) == ["sent", "sent"]

    body = b"Subject: x\r\n\r\nbody\r\n.\r\n"
    first, second = (
        b"MAIL FROM:<s@kopi.example>\r\nRCPT TO:<%b>\r\nDATA\r\n" % address
        for address in (b"a@x.example", b"b@x.example")
    )
    assert bytes(peer.heard).startswith(b"EHLO localhost\r\n" + first + body + second + body)


async def test_without_pipelining_it_goes_step_by_step() -> None:
    steps = ("MAIL", OK, "RCPT", OK, "DATA", b"354 Go\r\n", BODY_END, OK)

    assert await results([*STEPWISE, *steps, *steps], Tray("a@x.example", "b@x.example"), 2) == ["sent", "sent"]


async def test_without_pipelining_a_refused_recipient_is_followed_by_a_reset() -> None:
    tray = Tray("a@x.example", "b@x.example")
    first = ("MAIL", OK, "RCPT", b"550 5.1.1 No\r\n", "RSET", OK)
    second = ("MAIL", OK, "RCPT", OK, "DATA", b"354 Go\r\n", BODY_END, OK)

    assert await results([*STEPWISE, *first, *second], tray, 2) == ["failed", "sent"]


async def test_helo_is_tried_when_ehlo_is_unknown() -> None:
    script: Words = [
        b"220 old\r\n",
        "EHLO",
        b"502 What\r\n",
        "HELO",
        b"250 old\r\n",
        "MAIL",
        OK,
        "RCPT",
        OK,
    ]

    assert await results([*script, "DATA", b"354 Go\r\n", BODY_END, OK], Tray("a@x.example"), 1) == ["sent"]


async def test_a_refused_recipient_and_354_is_ended_by_a_lone_dot() -> None:
    tray = Tray("no@x.example", "b@x.example")
    async with playing(*HELLO, "DATA", OK + b"550 5.1.1 No\r\n354 Go\r\n") as (peer, relay):
        connection = await open_connection(relay, tray)
        connection.kick()
        while not bytes(peer.heard).endswith(b"DATA\r\n.\r\n"):
            await asyncio_turn()
        connection.data_received(b"554 5.5.1 No valid recipients\r\n")

        assert await tray.until(1) == ["failed"]
        while b"RSET" not in peer.heard:
            await asyncio_turn()
        connection.abort("End of test")

    assert tray.outcomes[0].bounce is BounceClass.HARD
    assert b"body" not in peer.heard


async def test_a_refused_recipient_and_refused_data_go_on_after_a_reset() -> None:
    tray = Tray("no@x.example", "b@x.example")
    refused = ("DATA\r\n", OK + b"550 5.1.1 No\r\n503 5.5.1 No recipients\r\n")

    found = await results([*HELLO, *refused, "RSET", OK + OK + OK + b"354 Go\r\n", BODY_END, OK], tray, 2)

    assert found == ["failed", "sent"]
    assert tray.outcomes[0].enhanced == "5.1.1"


async def test_replies_may_be_cut_anywhere_and_have_many_lines() -> None:
    replies = b"250-a\r\n250-b\r\n250 c\r\n250 ok\r\n354 Go\r\n"
    pieces = [replies[n : n + 3] for n in range(0, len(replies), 3)]

    assert await results([*HELLO, "DATA\r\n", *pieces, BODY_END, b"25", b"0 2.0.0 O", b"k\r\n"], Tray("a@x"), 1) == [
        "sent"
    ]


async def test_421_in_the_middle_of_a_group_leaves_the_next_untouched() -> None:
    tray = Tray("a@x.example", "b@x.example")

    found = await results([*HELLO, *ENVELOPE, BODY_END, OK + b"421 4.3.2 Going\r\n"], tray, 2)

    assert found == ["sent", "untouched"]


async def test_421_by_policy_to_a_recipient_is_a_refusal_of_it() -> None:
    tray = Tray("a@x.example", "b@x.example")

    found = await results([*HELLO, "DATA\r\n", OK + b"421 4.7.28 Too fast\r\n"], tray, 1)

    assert found == ["retry"]
    assert (tray.outcomes[0].code, tray.outcomes[0].enhanced) == (421, "4.7.28")
    assert len(tray.waiting) == 1


async def test_421_by_policy_to_the_sender_leaves_the_message_untouched() -> None:
    assert await results([*HELLO, "DATA\r\n", b"421 4.7.0 Not now\r\n"], Tray("a@x.example"), 1) == ["untouched"]


async def test_421_to_the_body_is_a_refusal_of_it() -> None:
    tray = Tray("a@x.example", "b@x.example")

    found = await results([*HELLO, *ENVELOPE, BODY_END, b"421 4.3.2 Going\r\n"], tray, 2)

    assert found == ["retry", "untouched"]


async def test_421_while_idle_closes() -> None:
    tray = Tray()
    async with playing(*HELLO) as (_, relay):
        connection = await open_connection(relay, tray)
        connection.data_received(b"421 4.4.2 Idle\r\n")

        assert "421" in await tray.until_closed()


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ([*HELLO, "MAIL", CLOSE], ["untouched"]),
        ([*HELLO, "DATA", OK, CLOSE], ["untouched"]),
        ([*HELLO, *ENVELOPE, "Subject", CLOSE], ["inDoubt", "untouched"]),
        ([*HELLO, *ENVELOPE, BODY_END, CLOSE], ["inDoubt", "untouched"]),
        ([*HELLO, *ENVELOPE, BODY_END, OK, CLOSE], ["sent", "untouched"]),
        ([*HELLO, *ENVELOPE, BODY_END, b"nonsense\r\n"], ["inDoubt", "untouched"]),
        ([*STEPWISE, "MAIL", OK, "RCPT", CLOSE], ["untouched"]),
    ],
)
async def test_a_broken_connection_is_in_doubt_only_after_the_body(script: Script, expected: list[str]) -> None:
    tray = Tray("a@x.example", "b@x.example")
    async with playing(*script) as (_, relay):
        connection = await open_connection(relay, tray)
        connection.kick()
        await tray.until_closed()

    assert [outcome.result.value for _, outcome in sorted(tray.outcomes.items())] == expected
    assert len(tray.outcomes) + len(tray.waiting) == 2


async def test_a_reply_that_does_not_come_ends_the_connection() -> None:
    tray = Tray("a@x.example")
    async with playing(*HELLO, *ENVELOPE, BODY_END) as (_, relay):
        connection = await open_connection(replace(relay, timeouts=replace(TIMEOUTS, dot=0.0)), tray)
        connection.kick()
        while connection._body is None:
            await asyncio_turn()
        connection.check_time()

        assert await tray.until_closed() == "The relay did not respond in time"
    assert tray.outcomes[0].result.value == "inDoubt"


@pytest.mark.parametrize(
    ("script", "error", "part"),
    [
        ([b"554 Go away\r\n"], RelayUnavailable, "554"),
        ([b"hello\r\n"], RelayUnavailable, "not an SMTP reply"),
        ([CLOSE], RelayUnavailable, "clos|reset|lost"),
        ([b"220 x\r\n", "EHLO", b"421 No\r\n", "HELO", b"421 No\r\n"], RelayUnavailable, "421"),
    ],
)
async def test_a_relay_that_does_not_open_is_unavailable(script: Script, error: type[Exception], part: str) -> None:
    async with playing(*script) as (_, relay):
        with pytest.raises(error, match=part):
            await open_connection(relay, Tray())


async def test_no_relay_is_unavailable() -> None:
    with pytest.raises(RelayUnavailable):
        await open_connection(Relay("127.0.0.1", 1, tls=Tls.NEVER, timeouts=TIMEOUTS), Tray())


async def test_auth_plain() -> None:
    expected = base64.b64encode(b"\0user\0p\xc3\xa4ss").decode()
    script: Words = [
        b"220 x\r\n",
        "EHLO",
        b"250-x\r\n250 AUTH LOGIN PLAIN\r\n",
        "AUTH PLAIN " + expected,
        b"235 Ok\r\n",
    ]
    async with playing(*script) as (_, relay):
        connection = await open_connection(replace(relay, user="user", password="päss"), Tray())

        assert connection.is_open


async def test_auth_login() -> None:
    script: Words = [
        b"220 x\r\n",
        "EHLO",
        b"250-x\r\n250 AUTH LOGIN\r\n",
        "AUTH LOGIN\r\n",
        b"334 VXNlcm5hbWU6\r\n",
    ]
    script += [base64.b64encode(b"user").decode(), b"334 UGFzc3dvcmQ6\r\n"]
    async with playing(*script) as (peer, relay):
        with pytest.raises(RelayUnavailable):
            timeouts = replace(TIMEOUTS, command=0.3)
            await open_connection(replace(relay, user="user", password="secret", timeouts=timeouts), Tray())

    assert bytes(peer.heard).endswith(base64.b64encode(b"user") + b"\r\n" + base64.b64encode(b"secret") + b"\r\n")


async def test_a_wrong_password_is_refused_for_good() -> None:
    script: Words = [b"220 x\r\n", "EHLO", b"250-x\r\n250 AUTH PLAIN\r\n", "AUTH", b"535 5.7.8 Wrong\r\n"]
    async with playing(*script) as (_, relay):
        with pytest.raises(RelayRejected, match="535"):
            await open_connection(replace(relay, user="user", password="x"), Tray())


async def test_required_tls_that_is_not_offered_is_refused() -> None:
    async with playing(*HELLO) as (peer, relay):
        with pytest.raises(RelayRejected, match="TLS"):
            await open_connection(replace(relay, tls=Tls.REQUIRED, user="u", password="p"), Tray())

    assert b"AUTH" not in peer.heard


async def test_what_comes_between_starttls_and_tls_is_an_attack() -> None:
    script: Words = [
        b"220 x\r\n",
        "EHLO",
        b"250-x\r\n250 STARTTLS\r\n",
        "STARTTLS",
        b"220 Go\r\n250 injected\r\n",
    ]
    async with playing(*script) as (_, relay):
        with pytest.raises(RelayUnavailable, match="between"):
            await open_connection(replace(relay, tls=Tls.OPPORTUNISTIC), Tray())


async def test_a_message_larger_than_the_relay_takes_fails_here() -> None:
    tray = Tray("a@x.example", data=b"x" * 200 + b"\r\n")

    assert await results([b"220 x\r\n", "EHLO", b"250-x\r\n250 SIZE 100\r\n"], tray, 1) == ["failed"]
    assert tray.outcomes[0].bounce is BounceClass.SENDER


async def test_quit_waits_for_what_is_under_way() -> None:
    tray = Tray("a@x.example")
    async with playing(*HELLO, *ENVELOPE, BODY_END, OK, "QUIT", b"221 Bye\r\n") as (peer, relay):
        connection = await open_connection(relay, tray)
        connection.kick()
        connection.quit()

        await tray.until_closed()

    assert tray.outcomes[0].result.value == "sent"
    assert bytes(peer.heard).endswith(b"QUIT\r\n")


@pytest.mark.parametrize("pipelining", [True, False])
async def test_a_thousand_messages_by_rule(pipelining: bool) -> None:
    rules = [
        SinkRule(match="hard*", at="rcpt", answer="550 5.1.1 No"),
        SinkRule(match="later*", at="dot", answer="451 4.7.1 Later"),
        SinkRule(match="data*", at="data", answer="452 4.3.1 Full"),
        SinkRule(match="s5*", at="mail", answer="550 5.1.8 Sender"),
    ]
    kinds = ["ok", "hard", "later", "ok", "data"]
    tray = Tray(*(f"{kinds[n % 5]}{n}@x.example" for n in range(1000)))
    sink = Sink(rules=rules, pipelining=pipelining)
    async with running(sink) as port:
        connection = await open_connection(Relay("127.0.0.1", port, tls=Tls.NEVER, timeouts=TIMEOUTS), tray)
        connection.kick()
        found = await tray.until(1000)
        connection.abort("End of test")

    expected = {"ok": "sent", "hard": "failed", "later": "retry", "data": "retry"}
    assert found == [expected[kinds[n % 5]] for n in range(1000)]
    assert sink.counts["received"] == 400


def test_a_relay_url_is_read_and_its_password_never_shown() -> None:
    relay = Relay.from_url("smtps://us%40er:p%3Ass@mx.example")

    assert (relay.host, relay.port, relay.user, relay.password, relay.tls) == (
        "mx.example",
        465,
        "us@er",
        "p:ss",
        Tls.IMPLICIT,
    )
    assert "p:ss" not in repr(relay)
    assert Relay.from_url("smtp://u:p@mx.example:587").tls is Tls.REQUIRED
    assert Relay.from_url("smtp://u:p@127.0.0.1:1025").tls is Tls.OPPORTUNISTIC
    assert Relay.from_url("smtp://mx.example?tls=never").tls is Tls.NEVER


async def eight_bits(*offers: bytes, is_utf8: bool) -> tuple[bytes, list[str]]:
    """The commands that a relay with these extensions gets for an 8-bit message, and the outcome."""
    tray = Tray("a@x.example")
    tray.waiting[0].is_8bit, tray.waiting[0].is_utf8 = True, is_utf8
    hello = b"250-peer\r\n" + b"".join(b"250-%b\r\n" % offer for offer in offers) + b"250 PIPELINING\r\n"
    async with playing(b"220 peer\r\n", "EHLO", hello, *ENVELOPE, BODY_END, OK) as (peer, relay):
        connection = await open_connection(relay, tray)
        connection.kick()
        found = await tray.until(1)
        connection.abort("End of test")
    return bytes(peer.heard).partition(b"MAIL ")[2].partition(b"\r\n")[0], found


async def test_eight_bits_are_announced_where_the_relay_knows_them() -> None:
    assert await eight_bits(b"8BITMIME", b"SMTPUTF8", is_utf8=False) == (
        b"FROM:<s@kopi.example> BODY=8BITMIME",
        ["sent"],
    )
    assert await eight_bits(is_utf8=False) == (b"FROM:<s@kopi.example>", ["sent"])
    both = b"FROM:<s@kopi.example> BODY=8BITMIME SMTPUTF8"
    assert await eight_bits(b"8BITMIME", b"SMTPUTF8", is_utf8=True) == (both, ["sent"])


async def test_a_relay_without_utf8_gets_none_of_it() -> None:
    assert await eight_bits(b"8BITMIME", is_utf8=True) == (b"", ["failed"])
