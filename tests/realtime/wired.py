"""The application for the tests, with their own kind of record and, on request, narrower limits."""

import json
import os
from uuid import UUID, uuid4

from django.db import connection

from realtime import asgi, handshake
from realtime.consumer import SocketConsumer
from realtime.limits import SocketLimits
from realtime.server import RealtimeServer
from server.core import rooms
from server.teams.permissions import VIEW_MEMBERS

CREATE = "CREATE TABLE IF NOT EXISTS wired_thing (id uuid PRIMARY KEY, team_id uuid)"
DROP = "DROP TABLE wired_thing"

THING = rooms.RoomKind(
    name="thing",
    permission=VIEW_MEMBERS,
    query="SELECT asked.team_id, asked.id FROM asked JOIN wired_thing AS t"
    " ON t.team_id = asked.team_id AND t.id = asked.id::uuid",
)
rooms.register(THING)


def new_thing(team_id: UUID) -> str:
    """The room of a new record that the team can watch."""
    thing = uuid4()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO wired_thing VALUES (%s, %s)", [thing, team_id])
    return rooms.build_room(THING.name, thing)


if "WIRED_LIMITS" in os.environ:
    narrow = RealtimeServer(SocketLimits(**json.loads(os.environ["WIRED_LIMITS"])))
    asgi.composition.RAW_SOCKETS[handshake.PATH] = SocketConsumer.as_asgi(switchboard=narrow)

application = asgi.application
