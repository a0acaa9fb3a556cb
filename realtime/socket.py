"""A socket, as the hub, the heart and the handlers see it."""

from collections.abc import Mapping
from typing import Protocol

from realtime.log import Kept, Position
from realtime.packets import Message
from server.core.callers import Caller


class Socket(Protocol):
    """One connection. `caller` is None until its CONNECT was admitted; `rooms` says since when it is in each."""

    pid: str
    token_hash: bytes
    caller: Caller | None
    connected: bool
    closed: bool
    pongs: int
    # How often a review of this socket was asked for.
    reviews: int

    # Those that are open for writing, each with the number of its client.
    documents: dict[str, int]

    @property
    def rooms(self) -> Mapping[str, Position]: ...

    def deliver_kept(self, entry: Kept, /) -> None:
        """Takes the newest entry of the log."""

    def deliver_passing(self, key: str, message: Message, size_bytes: int, /) -> None:
        """Takes an event that a newer one of the same key may stand in for."""

    def ping(self) -> None:
        """Sends Engine.IO's ping; the answer is a pong."""

    def join(self, room: str) -> None:
        """Hears what happens in the room from now on."""

    def leave(self, room: str) -> None:
        """Hears nothing of the room any more."""

    def lose(self, room: str, code: str) -> None:
        """Leaves a room that it may not be in any more; the client is told by `room:left`."""

    def deliver_delta(self, room: str, messages: list[Message]) -> None:
        """Takes a delta of a document; nothing may take its place."""

    def deliver_awareness(self, messages: list[Message]) -> None:
        """Takes what may be dropped when the socket is slow."""

    def rejoin(self, room: str) -> None:
        """Tells the client that it may have missed deltas of the document."""

    def close_document(self, room: str) -> None:
        """Has the document open no more; its cursor is gone."""

    def reviewed(self) -> None:
        """Tells the client that its rights were looked at again: a room that was refused may be asked for."""

    async def save(self) -> None:
        """Writes down what a successor of this connection needs."""

    def end(self) -> None:
        """The session is over: the client is told and does not come back by itself."""

    def restart(self) -> None:
        """Closes so that the client comes back, is told `recovered` false, and fetches."""

    def drop(self, reason: str) -> None:
        """Closes a socket that is not there any more, or never said who it is."""
