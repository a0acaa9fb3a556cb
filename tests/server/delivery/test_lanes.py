"""Lanes: priorities, room at a destination, and its rate."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from server.delivery.wire.destinations import Destinations, group_of
from server.delivery.wire.lanes import Entry, Lanes


def entry(domain: str, n: int = 0) -> Entry:
    return Entry(cast(Any, SimpleNamespace()), cast(Any, SimpleNamespace(position=n)), domain)


def taken(lanes: Lanes, count: int) -> list[tuple[str, int]]:
    found = [lanes.take() for _ in range(count)]
    return [(e.domain, e.row.position) for e in found if e is not None]


def test_what_is_urgent_goes_first_and_a_full_destination_holds_up_no_other() -> None:
    lanes = Lanes(concurrency=2)
    for n in range(4):
        lanes.add(entry("google.com", n), 2)
    lanes.add(entry("kopi.example", 9), 2)
    lanes.add(entry("kopi.example", 1), 0)

    assert taken(lanes, 6) == [("kopi.example", 1), ("google.com", 0), ("google.com", 1), ("kopi.example", 9)]
    assert len(lanes) == 2


def test_a_rate_holds_for_each_destination(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("server.delivery.wire.lanes.time.monotonic", lambda: now[0])
    lanes = Lanes(concurrency=1000, rate=10)
    for n in range(40):
        lanes.add(entry("google.com", n), 2)
    lanes.add(entry("kopi.example", 99), 2)

    at_once = taken(lanes, 41)
    now[0] += 0.5
    later = taken(lanes, 41)

    assert at_once == [*(("google.com", n) for n in range(11)), ("kopi.example", 99)]
    assert [n for _, n in later] == list(range(11, 16))


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("aspmx.l.google.com", "google.com"),
        ("kopi-example.mail.protection.outlook.com.", "outlook.com"),
        ("mx.mail.co.id", "mail.co.id"),
        ("MX1.Kopi.Example", "kopi.example"),
        ("localhost", "localhost"),
    ],
)
def test_a_mail_host_belongs_to_who_registered_its_name(host: str, group: str) -> None:
    assert group_of(host) == group


async def test_domains_of_one_provider_are_one_destination_once_the_dns_has_said_so() -> None:
    asked: list[str] = []

    async def mail_host(domain: str) -> str | None:
        asked.append(domain)
        if domain == "down.example":
            raise OSError("timeout")
        return None if domain == "nomail.example" else "aspmx.l.google.com"

    destinations = Destinations(mail_host)
    domains = ["kopi.example", "teh.example", "nomail.example", "down.example"]
    before = [destinations.of(domain) for domain in domains]
    await destinations.settled()
    after = [destinations.of(domain) for domain in domains]

    assert before == domains
    assert after == ["google.com", "google.com", "nomail.example", "down.example"]
    assert asked == domains


async def test_without_a_dns_a_domain_is_its_own_destination() -> None:
    assert Destinations().of("kopi.example") == "kopi.example"
