"""The limits of a socket."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """The limits of every socket of a process. Only tests change them."""

    # Socket.IO's own defaults: a dead peer is noticed within 45 s.
    ping_interval_seconds: float = 25
    ping_timeout_seconds: float = 20
    # From the websocket handshake to the CONNECT packet, which the client sends immediately.
    connect_seconds: float = 10
    # The largest update of a document fits (server.documents.limits); a file does not.
    most_bytes_in: int = 320 * 1024
    # A screen joins a few rooms at a time; shared editing sends one update at a time.
    events_per_second: float = 50
    burst: int = 200
    # For all sockets of one session: a browser with many tabs reconnects all of them at once.
    session_events_per_second: float = 200
    session_burst: int = 1_000
    # Bytes of document updates and joins, for all sockets of a session. Typing takes some hundred a second. The burst
    # is four of the largest updates, for a paste or for offline edits.
    document_bytes_per_second: float = 256 * 1024
    document_burst_bytes: int = 1024 * 1024
    # A rejected update costs as much to read as a stored one, and is charged this many times its bytes in addition.
    refused_update_factor: int = 4
    # The minimum charge for a rejected join: the document might have been read for it.
    min_rejected_join_bytes: int = 128 * 1024
    # This many bytes of a join's response, or of stored updates read for it, count as one byte of an update. A response
    # is encoded but not parsed, and updates are read only if the process does not have the document. A session can open
    # the largest document twice in a row, then once every two seconds; half as often if it is read each time.
    join_response_divisor: int = 4
    # After so many rate rejections, the client evidently ignores them.
    most_refusals: int = 20
    # Handlers of one socket that wait for the database at the same time.
    most_handlers: int = 32
    most_rooms: int = 100
    # Durable events that a slow reader can lag behind before it has to reconnect and recover.
    most_behind: int = 15_000
    most_passing: int = 200
    most_passing_bytes: int = 128 * 1024
    most_answers: int = 300
    # For all documents together. Above it the client joins them again, which costs one merged update.
    most_deltas: int = 500
    most_deltas_bytes: int = 1024 * 1024
    # The interval of reviews of every session, in case an event about it was lost.
    review_seconds: float = 25
