"""The writer on daphne's transport: limits on one peer's parsed and buffered data."""

from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from server.core.patches.websockets.writer import MAX_BYTES_PER_READ, AsgiWriter


@pytest.fixture
def transport() -> Mock:
    """Twisted's transport of one connection."""
    return Mock(spec=["registerProducer", "unregisterProducer", "pauseProducing", "dataBuffer", "bufferSize"])


def writer_on(transport: Mock) -> AsgiWriter:
    """A writer over daphne's `send`, which is a partial of a method and its protocol."""

    async def send(protocol: Any, message: Any) -> None: ...

    return AsgiWriter(partial(send, Mock(transport=transport)), lambda: None)


def test_a_peer_is_read_in_small_parts(transport: Mock) -> None:
    writer_on(transport)

    assert transport.bufferSize == MAX_BYTES_PER_READ == 8192


def test_who_is_refused_is_not_read_any_more(transport: Mock) -> None:
    writer = writer_on(transport)
    transport.pauseProducing.assert_not_called()

    writer.stop_reading()

    transport.pauseProducing.assert_called_once_with()


def test_nothing_is_done_to_a_transport_that_was_let_go(transport: Mock) -> None:
    writer = writer_on(transport)
    writer.release()

    writer.stop_reading()

    transport.pauseProducing.assert_not_called()
