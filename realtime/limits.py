"""What one socket may take, and how long it may be silent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of every socket of a process. Tests narrow them; nothing else does."""

    # Socket.IO's own defaults: a dead peer is noticed within 45 s.
    ping_interval_seconds: float = 25
    ping_timeout_seconds: float = 20
    # From the websocket to the CONNECT packet, which the client sends at once.
    connect_seconds: float = 10
    # The largest update of a document fits (server.documents.limits); a file does not.
    most_bytes_in: int = 320 * 1024
    # A person's screen joins a few rooms at a time; co-editing sends one update at a time.
    events_per_second: float = 50
    burst: int = 200
    # All sockets of one session together: a browser with many tabs comes back with all of them at once.
    session_events_per_second: float = 200
    session_burst: int = 1_000
    # Bytes of updates and joins of documents, of all sockets of a session. A writer needs some hundred a second; the
    # burst is four of the largest updates, for a paste or for what was written without a connection.
    document_bytes_per_second: float = 256 * 1024
    document_burst_bytes: int = 1024 * 1024
    # One that is refused has cost as much to read as one that is stored, and takes this many times its bytes more.
    refused_update_factor: int = 4
    # The least that a rejected join counts: the document may have been read for it.
    min_rejected_join_bytes: int = 128 * 1024
    # Bytes of a join's response, and of stored updates read for it, that count as one byte of an update: a response is
    # encoded, but not parsed, and updates are read only where the process does not have the document. A session can
    # open the largest document twice in a row, then once every two seconds; half as often if it is read each time.
    join_response_divisor: int = 4
    # Told so often that it is too fast, a client is not listening.
    most_refusals: int = 20
    # Handlers of one socket that wait for the database at the same time.
    most_handlers: int = 32
    most_rooms: int = 100
    # Kept events that a slow reader may lag behind before it has to come back and recover.
    most_behind: int = 15_000
    most_passing: int = 200
    most_passing_bytes: int = 128 * 1024
    most_answers: int = 300
    # Of all documents together; over it the client joins them again, which costs one merged update.
    most_deltas: int = 500
    most_deltas_bytes: int = 1024 * 1024
    # How often every session is looked at again, should an event about it have been lost.
    review_seconds: float = 25
