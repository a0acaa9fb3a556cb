"""Closing and reviewing sockets from server code, through the feed of the events and therefore after them."""

from collections.abc import Sequence
from uuid import UUID

from server.core import outbox, rooms, stream


def close_session(*, session_id: UUID) -> None:
    """Closes all sockets of a session after the running transaction commits. Earlier events are still delivered."""
    _close(rooms.session(session_id))


def close_sessions(*, session_ids: Sequence[UUID]) -> None:
    """Closes the sockets of many sessions as `close_session` does, with a few rows for all of them."""
    closed = [rooms.session(session_id) for session_id in session_ids]
    outbox.store(
        [
            (stream.SOCKETS_CLOSED, closed[start : start + rooms.MAX_ROOMS_PER_EVENT], {})
            for start in range(0, len(closed), rooms.MAX_ROOMS_PER_EVENT)
        ]
    )


def close_user(*, user_id: UUID) -> None:
    """After the running transaction commits."""
    _close(rooms.user(user_id))


def review_user(*, user_id: UUID) -> None:
    """Reviews the rooms of a user's sockets, in all browsers, after the running transaction commits.

    Call it after any change of a user's rights: role, membership, lock, operator. Sockets of ended sessions are closed.
    The others leave watched rooms that they can no longer access.
    """
    _publish_control(stream.SOCKETS_REVIEWED, rooms.user(user_id))


def review_team(*, team_id: UUID) -> None:
    """Reviews the sockets of all users who have the team open: suspended, restored, locked, a role edited."""
    _publish_control(stream.SOCKETS_REVIEWED, rooms.team(team_id))


def _close(room: str) -> None:
    _publish_control(stream.SOCKETS_CLOSED, room)


def _publish_control(name: str, room: str) -> None:
    outbox.store([(name, [room], {})])
