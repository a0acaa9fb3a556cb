"""The test of a relay by an operator."""

import asyncio

import pytest

from server.delivery.smtp.connection import HIDDEN
from server.delivery.smtp.dialogue import Dialogue, probe_relay
from server.delivery.smtp.relay import Relay, Tls
from tests.server.delivery.smtp.peer import playing


def lines(dialogue: Dialogue) -> list[str]:
    return [f"{said.who.value}: {said.line}" for said in dialogue.said]


async def test_the_whole_dialogue_is_shown_without_the_password() -> None:
    script = (b"220 peer ready\r\n", "EHLO", b"250-peer\r\n250-AUTH PLAIN\r\n250 PIPELINING\r\n", "AUTH PLAIN ")
    async with playing(*script, b"235 2.7.0 Welcome\r\n", "QUIT", b"221 Bye\r\n") as (_, relay):
        asked = Relay(relay.host, relay.port, tls=Tls.NEVER, user="kopi", password="geheim", helo="out1.example")
        dialogue = await asyncio.to_thread(probe_relay, asked)

    assert dialogue.why == ""
    assert lines(dialogue) == [
        "relay: 220 peer ready",
        "us: EHLO out1.example",
        "relay: 250-peer",
        "relay: 250-AUTH PLAIN",
        "relay: 250 PIPELINING",
        f"us: AUTH PLAIN {HIDDEN}",
        "relay: 235 2.7.0 Welcome",
        "us: QUIT",
        "relay: 221 Bye",
    ]


async def test_a_refusal_is_shown_with_its_reason() -> None:
    greeted = (b"220 peer\r\n", "EHLO", b"250-peer\r\n250 AUTH LOGIN\r\n")
    asked_for = ("AUTH LOGIN\r\n", b"334 VXNlcg==\r\n", "\r\n", b"334 UGFzcw==\r\n", "\r\n")
    async with playing(*greeted, *asked_for, b"535 5.7.8 No\r\n") as (_, relay):
        asked = Relay(relay.host, relay.port, tls=Tls.NEVER, user="kopi", password="geheim")
        dialogue = await asyncio.to_thread(probe_relay, asked)

    assert dialogue.why == "The relay responded to AUTH with 535 5.7.8 No"
    assert not any("geheim" in line or "Z2VoZWlt" in line or "a29waQ" in line for line in lines(dialogue))
    assert lines(dialogue)[-1] == "relay: 535 5.7.8 No"


async def test_a_relay_without_tls_is_refused_where_it_is_required() -> None:
    async with playing(b"220 peer\r\n", "EHLO", b"250 peer\r\n") as (_, relay):
        dialogue = await asyncio.to_thread(probe_relay, Relay(relay.host, relay.port, tls=Tls.REQUIRED))

    assert dialogue.why == "The relay does not offer TLS"


async def test_nobody_there() -> None:
    dialogue = await asyncio.to_thread(probe_relay, Relay("127.0.0.1", 1, tls=Tls.NEVER))

    assert dialogue.said == ()
    assert dialogue.why.startswith("Could not connect to 127.0.0.1:1")


@pytest.mark.parametrize("answer", [b"garbage\r\n", b"554 5.7.1 Go away\r\n"])
async def test_a_greeting_that_is_none(answer: bytes) -> None:
    async with playing(answer) as (_, relay):
        dialogue = await asyncio.to_thread(probe_relay, relay)

    assert dialogue.why != ""
