"""Connections to a URL of a tenant between posts."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.core.egress import posting
from server.core.egress.posting import Poster, PostResponse
from tests.server.delivery.mailing_factory import until
from tests.server.webhooks.receiver import Answer, Receiver, receiving


@pytest.fixture
async def receiver(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Receiver]:
    async with receiving(monkeypatch) as found:
        yield found


async def post(poster: Poster) -> PostResponse:
    return await poster.post(b"{}", {}, most_kept=10, seconds=60)


async def are_open(receiver: Receiver, count: int) -> bool:
    return receiver.open_connections == count


async def test_an_old_connection_closes_after_its_last_post_however_long_that_takes(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "POST_TIMEOUT_SECONDS", 0.0)
    goes_out = asyncio.Event()
    receiver.script = lambda _: Answer(wait=goes_out if len(receiver.requests) == 1 else None)

    async with Poster(receiver.url(), at_once=2) as poster:
        slow = asyncio.ensure_future(post(poster))
        await until(lambda: are_open(receiver, 1))
        monkeypatch.setattr(posting, "MAX_REUSE_SECONDS", -1.0)
        assert (await post(poster)).body == b"ok"
        monkeypatch.setattr(posting, "MAX_REUSE_SECONDS", 300.0)
        assert (await post(poster)).body == b"ok"
        assert (receiver.connections, receiver.open_connections) == (2, 2)

        goes_out.set()
        assert (await slow).body == b"ok"
        await until(lambda: are_open(receiver, 1))

    await until(lambda: are_open(receiver, 0))


async def test_an_unused_old_connection_closes_immediately(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Poster(receiver.url(), at_once=2) as poster:
        await post(poster)
        monkeypatch.setattr(posting, "MAX_REUSE_SECONDS", -1.0)
        await post(poster)
        await until(lambda: are_open(receiver, 1))

    assert receiver.connections == 2
