"""One event to 1,000 sockets of a room, compared with stock Channels in the same run; and 10,000 durable events to 20
sockets."""

import asyncio
import json
import sys
import time
from functools import partial

from bench import report, stage

stage.prepare("fanout")

from channels.layers import get_channel_layer  # noqa: E402 -- after Django is set up
from django.db import transaction  # noqa: E402

from bench.calibration import calibrate  # noqa: E402
from bench.fanning import FILLING, ROUNDS, ServerLoadResult, Ticked, measure, served  # noqa: E402
from bench.stock import GROUP  # noqa: E402
from server.core import events, outbox, rooms, stream  # noqa: E402
from tests.cast import Person, make_person, make_team  # noqa: E402
from tests.realtime.harness import Clients, eventually  # noqa: E402

SOCKETS = 1_000
KEPT_EVENTS = 10_000
KEPT_SOCKETS = 20


def ours(person: Person) -> ServerLoadResult:
    """The product's own application. The events are durable, from the row to the socket."""
    room = rooms.team(person.team.pk)

    def publish(number: int) -> None:
        with transaction.atomic():
            events.publish(Ticked(number=number, sent_at=time.time() * 1000), rooms=[room])

    with served("realtime.asgi:application") as server:
        return measure(
            pid=server.pid, port=server.port, sockets=SOCKETS, mode="socketio", publish=publish, token=person.token
        )


def stock() -> ServerLoadResult:
    """AsyncWebsocketConsumer and group_send, on the channel layer that the product uses."""
    layer = get_channel_layer()
    with served("bench.stock:application") as server, asyncio.Runner() as runner:

        def publish(number: int) -> None:
            body = {"number": number, "sentAt": time.time() * 1000, "filling": FILLING}
            text = json.dumps(["bench.tick.made", {"eventId": number, "data": body}], separators=(",", ":"))
            runner.run(layer.group_send(GROUP, {"type": "stock.event", "text": f"42{text}"}))

        return measure(pid=server.pid, port=server.port, sockets=SOCKETS, mode="plain", publish=publish)


def count_complete(person: Person) -> tuple[int, float]:
    """The number of sockets that have all events in order or know that they must reload, and the duration in
    seconds."""
    room, clients = rooms.team(person.team.pk), Clients()
    names = [f"socket {number}" for number in range(KEPT_SOCKETS)]
    try:
        with served("realtime.asgi:application") as server:
            for name in names:
                clients.do("open", name, url=server.url, origin=server.url, token=person.token, quiet=True)
            for name in names:
                clients.wait(name, "connect", recovered=False)
            start = time.perf_counter()
            for number in range(KEPT_EVENTS):
                with transaction.atomic():
                    events.publish(Ticked(number=number, sent_at=0), rooms=[room])
            whole = [name for name in names if eventually(partial(_whole, clients, name), name)]
            return len(whole), time.perf_counter() - start
    finally:
        clients.close()


def _whole(clients: Clients, name: str) -> bool:
    refetches = any(told["id"] == name and told["what"] == "connect" and not told["recovered"] for told in clients.told)
    if refetches or clients.count(name) < KEPT_EVENTS:
        return refetches
    return [data["number"] for _, _, data in clients.list_events(name)] == list(range(KEPT_EVENTS))


def main() -> int:
    as_json = report.wants_json("fanout")
    report.say(calibrate().line(), as_json=as_json)
    with stream.connect() as client:
        client.flushdb()
    person = make_person("Alice", make_team("Kopi"), role="admin")
    mine, theirs = ours(person), stock()
    report.say(f"{SOCKETS} sockets, {ROUNDS} events: ours {mine}, stock {theirs}", as_json=as_json)
    whole, seconds = count_complete(person)
    outbox.stop()
    return report.finish(
        [
            report.Figure("fanout.p50", mine.p50_ms, "ms", "stock Channels", theirs.p50_ms),
            report.Figure("fanout.p99", mine.p99_ms, "ms", "stock Channels", theirs.p99_ms),
            report.Figure("fanout.cpu", mine.cpu_us, "µs a delivery", "stock Channels", theirs.cpu_us),
            report.Figure("fanout.kept", whole, "sockets that hold all or refetch"),
            report.Figure("fanout.kept_rate", KEPT_EVENTS / seconds, "kept events/s to 20 sockets"),
        ],
        as_json=as_json,
    )


if __name__ == "__main__":
    sys.exit(main())
