from collections.abc import Sequence
from ipaddress import ip_address
from uuid import UUID

import pytest
from pytest_django.fixtures import Settings
from structlog.testing import capture_logs

from server.core import network, shared_address
from server.core.network import Address


@pytest.mark.parametrize(
    ("peer", "forwarded", "believed"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.2", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.2", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.2", "198.51.100.1, 10.0.0.7", "198.51.100.1"),
        # nginx behind a TLS proxy: the client's own claim comes first and is never reached.
        ("10.0.0.2", "6.6.6.6, 198.51.100.1, 10.0.0.9", "198.51.100.1"),
        ("10.0.0.2", "nonsense", "10.0.0.2"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("", "", "0.0.0.0"),
    ],
)
def test_only_a_configured_proxy_is_believed(settings: Settings, peer: str, forwarded: str, believed: str) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/24"]

    assert str(network.resolve_client_address(peer, forwarded)) == believed


def test_neighbours_share_a_24_or_a_64() -> None:
    one = network.resolve_client_address("203.0.113.9", "")
    six = network.resolve_client_address("2001:db8:1:2:3::4", "")

    assert network.get_narrowest_network(one) == "203.0.113.0/24"
    assert network.get_narrowest_network(six) == "2001:db8:1:2::/64"


def test_an_address_counts_in_a_narrow_and_a_wide_network() -> None:
    def keys(text: str) -> list[tuple[str, int]]:
        return [
            (key.network, key.factor) for key in network.build_network_keys(network.resolve_client_address(text, ""))
        ]

    assert keys("203.0.113.9") == [("203.0.113.0/24", 1), ("203.0.0.0/16", 64)]
    assert keys("2001:db8:1:2:3::4") == [("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", 16)]


def test_a_site_gets_a_part_of_the_places_and_never_less_than_one_network() -> None:
    def limits(text: str, narrow: int, total: int) -> list[int]:
        return [key.limit(narrow, total=total) for key in network.build_network_keys(ip_address(text))]

    assert limits("2001:db8::1", 10, 1_000) == [10, 160]
    assert limits("2001:db8::1", 400, 4_000) == [400, 3_000]
    assert limits("2001:db8::1", 4_000, 4_000) == [4_000, 4_000]
    assert limits("203.0.113.9", 10, 1_000) == [10, 640]
    assert limits("203.0.113.9", 400, 4_000) == [400, 4_000]


def test_clients_behind_one_internal_address_are_noticed_once_an_hour(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.APP_ORIGINS = ["https://app.example"]
    seconds = [1_000.0]
    monkeypatch.setattr("server.core.shared_address.time.monotonic", lambda: seconds[0])
    watch = shared_address.SharedAddressWatch()
    proxy, office = ip_address("172.29.80.1"), ip_address("81.2.69.160")

    def warnings(requests: Sequence[Address]) -> list[dict[str, object]]:
        with capture_logs() as lines:
            for address in requests:
                watch.note(address, has_forwarded=True)
        return [dict(line) for line in lines]

    assert warnings([proxy] * 199 + [office] * 300 + [proxy] * 199) == []
    [warning] = warnings([proxy] * 300)
    assert (warning["event"], warning["address"]) == ("network.clients_share_one_address", "172.29.80.1")
    assert warning["fix"] == (
        "If a proxy has this address, name it in DASH_TRUSTED_PROXIES and let it send X-Forwarded-For."
        " If it is a NAT of an intranet, this is expected, and its users share the limits of one network."
    )
    seconds[0] += 3_599
    assert warnings([proxy] * 300) == []
    seconds[0] += 1
    assert len(warnings([proxy])) == 1


def test_clients_behind_one_public_address_are_noticed_by_their_sessions(settings: Settings) -> None:
    settings.APP_ORIGINS = ["https://app.example"]
    proxy, other = ip_address("81.2.69.160"), ip_address("81.2.69.161")

    def warnings(sessions: Sequence[UUID | None], *, between: bool = False) -> list[dict[str, object]]:
        watch = shared_address.SharedAddressWatch()
        with capture_logs() as lines:
            for session_id in sessions:
                watch.note(proxy, has_forwarded=True, session_id=session_id)
            if between:
                watch.note(other, has_forwarded=True)
                for session_id in sessions:
                    watch.note(proxy, has_forwarded=True, session_id=session_id)
        return [dict(line) for line in lines]

    people: list[UUID | None] = [UUID(int=number) for number in range(20)]
    # One client, a few of an office, and all that are not signed in.
    assert warnings([people[0]] * 500) == []
    assert warnings(people[:19] * 50) == []
    assert warnings([None] * 500) == []
    assert warnings(people * 9, between=True) == []
    [warning] = warnings(people * 50)
    assert (warning["event"], warning["address"]) == ("network.clients_share_one_address", "81.2.69.160")
    assert warning["fix"] == (
        "If a proxy has this address, name it in DASH_TRUSTED_PROXIES and let it send X-Forwarded-For."
        " If it is a NAT of an office, this is expected, and its users share the limits of one network."
    )
    [warning] = warnings([*people, *[None] * 180])
    assert warning["requests"] == 200


def test_without_tls_and_from_this_machine_nothing_is_noticed(settings: Settings) -> None:
    watch = shared_address.SharedAddressWatch()

    with capture_logs() as lines:
        settings.APP_ORIGINS = ["http://localhost:8000"]
        for _ in range(300):
            watch.note(ip_address("172.29.80.1"), has_forwarded=True)
        settings.APP_ORIGINS = ["https://app.example"]
        for _ in range(300):
            watch.note(ip_address("127.0.0.1"), has_forwarded=False)

    assert lines == []
