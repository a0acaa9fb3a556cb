"""The interface of a socket for the hub, the heartbeat and the handlers."""

from collections.abc import Mapping
from typing import Protocol

from realtime.log import LoggedEvent, Position
from realtime.packets import Message
from server.core.callers import Caller


class Socket(Protocol):
    """One connection. `caller` is None until its CONNECT is accepted. `rooms` has the position of each join."""

    pid: str
    token_hash: bytes
    caller: Caller | None
    connected: bool
    closed: bool
    pongs: int
    # The number of requested reviews of this socket.
    reviews: int

    # Documents open for editing, each with the number of its client.
    documents: dict[str, int]

    @property
    def rooms(self) -> Mapping[str, Position]: ...

    def deliver_kept(self, entry: LoggedEvent, /) -> None:
        """Delivers the newest entry of the log."""

    def deliver_passing(self, key: str, message: Message, size_bytes: int, /) -> None:
        """Delivers an event that a newer one of the same key can replace."""

    def ping(self) -> None:
        """Sends Engine.IO's ping; the client responds with a pong."""

    def join(self, room: str) -> None:
        """Subscribes to the room's events."""

    def leave(self, room: str) -> None:
        """Unsubscribes from the room's events."""

    def lose(self, room: str, code: str) -> None:
        """Leaves a room after losing access to it, and notifies the client with `room:left`."""

    def deliver_delta(self, room: str, messages: list[Message]) -> None:
        """Delivers a delta of a document. No later message replaces it."""

    def deliver_awareness(self, messages: list[Message]) -> None:
        """Delivers messages that may be dropped if the socket is slow."""

    def rejoin(self, room: str) -> None:
        """Notifies the client that it might have missed deltas of the document."""

    def close_document(self, room: str) -> None:
        """Closes the document and removes the client's cursor."""

    def reviewed(self) -> None:
        """Notifies the client of a review of its rights, so that it can retry rejected rooms."""

    async def save(self) -> None:
        """Saves the state that a successor of this connection needs."""

    def end(self) -> None:
        """Ends the session's socket. The client is notified and does not reconnect automatically."""

    def restart(self) -> None:
        """Closes the socket so that the client reconnects, gets `recovered` false, and reloads its data."""

    def drop(self, reason: str) -> None:
        """Closes an unresponsive socket, or one that never sent CONNECT."""
