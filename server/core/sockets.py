"""Ending and reviewing sockets from server code: through the same feed as the events, so that it comes after them."""

from collections.abc import Sequence
from uuid import UUID

from server.core import outbox, rooms, stream


def close_session(*, session_id: UUID) -> None:
    """Closes all sockets of a session, once the running transaction has committed. Events published before arrive."""
    _close(rooms.session(session_id))


def close_sessions(*, session_ids: Sequence[UUID]) -> None:
    """Closes the sockets of many sessions as `close_session` does, with a few rows for all of them."""
    closed = [rooms.session(session_id) for session_id in session_ids]
    outbox.keep(
        [
            (stream.SOCKETS_CLOSED, closed[start : start + rooms.MOST_ROOMS], {})
            for start in range(0, len(closed), rooms.MOST_ROOMS)
        ]
    )


def close_user(*, user_id: UUID) -> None:
    """Closes all sockets of a user in all browsers, once the running transaction has committed."""
    _close(rooms.user(user_id))


def review_user(*, user_id: UUID) -> None:
    """Looks again at what a user's sockets may hear, in all browsers, once the running transaction has committed.

    For whatever changes the rights of one person: role, membership, lock, operator. Sockets whose session is over are
    closed; the others leave the watched rooms that they may not be in any more.
    """
    _word(stream.SOCKETS_REVIEWED, rooms.user(user_id))


def review_team(*, team_id: UUID) -> None:
    """Looks again at the sockets of everybody who has the team open: suspended, restored, locked, a role edited."""
    _word(stream.SOCKETS_REVIEWED, rooms.team(team_id))


def _close(room: str) -> None:
    _word(stream.SOCKETS_CLOSED, room)


def _word(name: str, room: str) -> None:
    outbox.keep([(name, [room], {})])
