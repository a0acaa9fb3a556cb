"""Events for tests: specific and random ones."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from server.core.ids import from_milliseconds, to_milliseconds, uuid7
from server.transactional.services.recording import NewEvent
from server.transactional.states import EventType

DOMAIN, KEYS, SUBACCOUNT = UUID(int=11), (UUID(int=21), UUID(int=22)), UUID(int=31)
RECIPIENTS = ("ani@kopi.example", "budi@kopi.example", "budi@teh.example", "citra@gmail.example", "Order@kopi.example")
SUBJECTS = ("Your order 4711", "Your order 12", "Welcome to Kopi", "budi, a code: 99-81", "")
TAGS = ("", "welcome", "order mail", "otp")
SENDERS = ("shop@kopi.example", "Hello@kopi.example")
DOMAINS = ("kopi.example", "mail.kopi.example")
REPLIES = ("", "5.1.1 No such user here", 'quota "full"', "Try later")
CODES = ((0, ""), (250, "2.0.0"), (421, "4.7.0"), (550, "5.1.1"), (552, "5.2.2"))
METADATA: tuple[dict[str, str], ...] = ({}, {"order": "4711"}, {"order": "12", "plan": "free"}, {"plan": "gold"})


def event(at: datetime, kind: EventType = EventType.DELIVERED, **fields: Any) -> NewEvent:
    """One event, of a separate message unless one is given."""
    accepted_at = fields.pop("accepted_at", from_milliseconds(to_milliseconds(at)))
    values: dict[str, Any] = {
        "message_id": uuid7(accepted_at),
        "position": 0,
        "recipient": "ani@kopi.example",
        "subject": "Hello",
        "tag": "",
        "domain": "kopi.example",
        "domain_id": DOMAIN,
        "subaccount_id": None,
        "key_id": KEYS[0],
        "sender": "shop@kopi.example",
    }
    return NewEvent(type=kind, at=at, accepted_at=accepted_at, **values | fields)


def by_chance(random: Random, count: int, *, end: datetime, over: timedelta) -> Sequence[NewEvent]:
    """About `count` random events, whose messages share tags, subjects and the like."""
    made: list[NewEvent] = []
    while len(made) < count:
        accepted_at = from_milliseconds(to_milliseconds(end - random.random() * over))
        metadata = random.choice(METADATA)
        common: dict[str, Any] = {
            "accepted_at": accepted_at,
            "message_id": uuid7(accepted_at),
            "subject": random.choice(SUBJECTS),
            "tag": random.choice(TAGS),
            "domain": random.choice(DOMAINS),
            "domain_id": random.choice((DOMAIN, None)),
            "subaccount_id": random.choice((None, SUBACCOUNT)),
            "key_id": random.choice((*KEYS, None)),
            "sender": random.choice(SENDERS),
        }
        for position in range(random.choice((1, 1, 3))):
            common |= {"position": position, "recipient": random.choice(RECIPIENTS)}
            detail = {"metadata": metadata, "sandbox": random.random() < 0.1}
            made.append(event(accepted_at, EventType.ACCEPTED, detail=detail, **common))
            for _ in range(random.randrange(4)):
                at = min(accepted_at + random.random() * timedelta(hours=5), end)
                made.append(event(at, random.choice(list(EventType)), detail=_detail(random), **common))
    return made


def _detail(random: Random) -> dict[str, Any]:
    code, enhanced = random.choice(CODES)
    flags = {name: True for name in ("machine", "first", "firstOpen", "returned") if random.random() < 0.4}
    found = {
        "code": code,
        "enhanced": enhanced,
        "reply": random.choice(REPLIES),
        "class": random.choice(("hard", "soft", "block", "policy")),
        "url": random.choice(("", "https://kopi.example/orders/4711?x=1", "https://kopi.example/menu#top")),
        "sandbox": False,
        "attempt": random.choice((1, 1, 2, 3)),
    }
    latency = {"latencyMs": random.choice((0, 25, 26, 480, 5_000_000))} if random.random() < 0.8 else {}
    return found | flags | latency
