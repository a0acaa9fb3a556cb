"""A webhook whose receiver is down for three hours, on a clock that jumps from one attempt to the next.

    python -m bench.prove.submission_webhooks       with the settings of a product whose own `webhooks` is halted

Reads its input as JSON from standard input and prints a JSON object. Sometimes the posting process is lost after it has
posted and before it has recorded the result.
"""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")
django.setup()

import time_machine  # noqa: E402 -- after Django is set up
from django.conf import settings  # noqa: E402
from standardwebhooks.webhooks import Webhook, WebhookVerificationError  # noqa: E402

from server.core import clock  # noqa: E402
from server.core.async_database import connect  # noqa: E402
from server.webhooks.sql import posting  # noqa: E402
from server.webhooks.wire.webhooks import Deliverer  # noqa: E402
from tests.server.webhooks.receiver import Answer, Receiver, Request  # noqa: E402

DOWN = timedelta(hours=3)
MAX_DURATION = timedelta(days=3)  # by then every event has either arrived or never will
LOST_SHARE = 0.03  # of the rounds after which the process is lost

_EVENTS = """
SELECT e.id::text FROM transactional_event AS e
JOIN webhooks_webhookendpoint AS w ON w.team_id = e.team_id AND 'message.' || e.type = ANY (w.kinds)
    AND e.at >= w.created_at
WHERE w.id = %s
"""
_STATES = "SELECT state, count(*) FROM webhooks_webhookdelivery WHERE endpoint_id = %s GROUP BY state"
# The next time with work: a waiting delivery once the endpoint can be tried, or the claims of a lost process.
_NEXT = """
SELECT least(
    (SELECT greatest(min(d.due_at), max(w.paused_until)) FROM webhooks_webhookdelivery AS d
     JOIN webhooks_webhookendpoint AS w ON w.id = d.endpoint_id
     WHERE d.endpoint_id = %(id)s AND d.state = 'waiting'),
    (SELECT min(d.lease_until) FROM webhooks_webhookdelivery AS d
     WHERE d.endpoint_id = %(id)s AND d.state = 'sending'))
"""


@dataclass
class Outage:
    """The posts to a receiver, during and after its outage."""

    events: int = 0
    failed_tries: int = 0  # during the outage
    posts: int = 0
    arrived: int = 0
    twice: int = 0
    lost: int = 0  # processes
    hours: float = 0.0  # of the clock, until the last one arrived
    failures: list[str] = field(default_factory=list)


class Play:
    """One endpoint, its receiver and the posting process."""

    def __init__(self, wanted: dict[str, Any]) -> None:
        self._endpoint, self._webhook = wanted["endpoint"], Webhook(wanted["signing"])
        self._draw = random.Random(wanted["seed"])
        self._receiver = Receiver(wanted["port"])
        self._receiver.script = self._handle_request
        self._now = self._began = clock.now()
        self._arrived: Counter[str] = Counter()
        self._deliverer = self._new()
        self.outage = Outage()

    def _new(self) -> Deliverer:
        return Deliverer(seed=self._draw.randrange(1 << 30), seconds=5)

    def _handle_request(self, request: Request) -> Answer:
        try:
            # The library compares the timestamp with the clock.
            with time_machine.travel(self._now, tick=False):
                told = self._webhook.verify(request.body, dict(request.headers))
        except WebhookVerificationError as error:
            self.outage.failures.append(f"{request.event_id} does not verify: {error}")
            return Answer(400)
        if told["data"]["eventId"] != request.event_id:
            self.outage.failures.append(f"{request.event_id} tells of {told['data']['eventId']}")
        self._arrived[request.event_id] += 1
        return Answer()

    async def run(self) -> None:
        """Runs three hours without the receiver, then with it, until nothing waits."""
        setattr(clock, "now", lambda: self._now)  # noqa: B010 -- nothing else may set it
        async with await connect() as connection:
            while self._now < self._began + DOWN:
                self.outage.failed_tries += await self._rounds(connection)
                following = await self._next(connection)
                if following is None:
                    self.outage.failures.append("Nothing waits while the receiver is away")
                    return
                self._now = min(following, self._began + DOWN)
            server = await asyncio.start_server(self._receiver.serve, "127.0.0.1", self._receiver.port)
            while self._now < self._began + MAX_DURATION:
                self.outage.posts += await self._rounds(connection, loses=True)
                following = await self._next(connection)
                if following is None:
                    break
                self._now = following
            server.close()
            await self._check_events(connection)
        await self._deliverer.close()

    async def _rounds(self, connection: Any, *, loses: bool = False) -> int:
        """Posts due deliveries until none is left. Returns the number of posts."""
        posted = 0
        await posting.release_expired(connection, self._now)
        while True:
            deliverer = self._deliverer
            await deliverer.find_due(connection)
            taken = await deliverer.claim(connection)
            await deliverer.wait_for_posts()
            posted += taken
            if not taken:
                return posted
            if loses and self._draw.random() < LOST_SHARE:
                self.outage.lost += 1
                await deliverer.close()
                self._deliverer = self._new()
            else:
                await deliverer.record_results(connection)

    async def _next(self, connection: Any) -> datetime | None:
        """The next time with work, later than now."""
        row = await (await connection.execute(_NEXT, {"id": self._endpoint})).fetchone()
        return None if row[0] is None else max(row[0], self._now) + timedelta(seconds=1)

    async def _check_events(self, connection: Any) -> None:
        outage = self.outage
        rows = await (await connection.execute(_EVENTS, [self._endpoint])).fetchall()
        states = dict(await (await connection.execute(_STATES, [self._endpoint])).fetchall())
        events = {row[0] for row in rows}
        outage.events, outage.arrived = len(events), len(self._arrived)
        outage.twice = sum(times > 1 for times in self._arrived.values())
        outage.hours = round((self._now - self._began) / timedelta(hours=1), 1)
        wrong = {
            "did not arrive": events - self._arrived.keys(),
            "arrived and are none": self._arrived.keys() - events,
        }
        outage.failures += [f"{len(ids)} events {what}: {sorted(ids)[:3]}" for what, ids in wrong.items() if ids]
        if states != {"delivered": len(events)}:
            outage.failures.append(f"The deliveries of {len(events)} events are {states}")
        if not outage.failed_tries or not events:
            outage.failures.append("Nothing was tried while the receiver was away")
        # A lost process can only cause repetitions of its claimed deliveries.
        if outage.twice > 8 * outage.lost:
            outage.failures.append(f"{outage.twice} arrived twice, with {outage.lost} processes lost")


def main() -> None:
    # Logs go to standard output as well, so it is reserved for the result.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    wanted = json.loads(sys.stdin.read())
    settings.EGRESS_LOOPBACK_PORTS = frozenset({wanted["port"]})

    async def play() -> Outage:
        played = Play(wanted)
        await played.run()
        return played.outage

    print(json.dumps(asdict(asyncio.run(play()))), file=answers, flush=True)


if __name__ == "__main__":
    main()
