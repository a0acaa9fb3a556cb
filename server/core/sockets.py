"""Ending sockets from server code: through the same feeds as the events, so that it comes after them."""

from uuid import UUID

from django.db import transaction

from server.core import clock, outbox, rooms, stream
from server.core.models import OutboxEvent


def close_session(*, session_id: UUID) -> None:
    """Closes all sockets of a session, once the running transaction has committed. Events published before arrive."""
    _close(rooms.session(session_id))


def close_user(*, user_id: UUID) -> None:
    """Closes all sockets of a user in all browsers, once the running transaction has committed."""
    _close(rooms.user(user_id))


def _close(room: str) -> None:
    OutboxEvent.objects.create(name=stream.SOCKETS_CLOSED, rooms=[room], payload={}, created_at=clock.now())
    transaction.on_commit(outbox.wake, robust=True)
