"""Limits on the websockets of a process, in total and per network."""

import pytest

from realtime import socket_limits
from realtime.server import RealtimeServer
from realtime.socket_limits import HANDSHAKE_SECONDS, MAX_HANDSHAKES, SocketLimiter
from tests.realtime.talk import Talk


class Clock:
    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_a_network_has_so_many_sockets_and_the_process_so_many_of_all() -> None:
    counted = SocketLimiter(max_total=4, max_of_network=2)

    admitted = [counted.admit(n, f"203.0.113.{n}") for n in range(3)]
    others = [counted.admit(n, f"198.51.{n}.1") for n in range(3, 6)]
    counted.remove(0)
    counted.remove(0)

    assert admitted == [None, None, "sockets of network"]
    assert others == [None, None, "sockets"]
    assert counted.admit(6, "203.0.113.6") is None
    assert len(counted) == 4


def test_a_network_has_so_many_handshakes_in_a_time() -> None:
    clock = Clock()
    counted = SocketLimiter(max_total=10_000, max_of_network=10_000, clock=clock)

    def shake(address: str = "2001:db8::1") -> str | None:
        reason = counted.admit("socket", address)
        counted.remove("socket")
        return reason

    assert {shake(f"2001:db8::{n:x}") for n in range(MAX_HANDSHAKES)} == {None}
    assert shake() == "handshakes"
    assert shake("2001:db8:0:1::1") is None
    clock.now += HANDSHAKE_SECONDS
    assert shake() is None


def test_a_site_with_many_networks_leaves_sockets_to_others() -> None:
    counted = SocketLimiter(max_total=8, max_of_network=2)

    admitted = [counted.admit(n, f"2001:db8:7:{n:x}::1") for n in range(7)]
    others = [counted.admit(n, f"2001:db8:{n:x}::1") for n in (8, 9)]
    counted.remove(0)

    assert admitted == [None] * 6 + ["sockets of network"]
    assert others == [None, None]
    assert counted.admit(10, "2001:db8:7:7::1") is None


def test_a_site_with_many_networks_has_sixteen_times_the_handshakes_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limits, "MAX_HANDSHAKES", 3)
    monkeypatch.setattr(socket_limits, "MAX_ENTRIES", 20)
    counted = SocketLimiter(max_total=10_000, max_of_network=10_000, clock=Clock())

    def shake(network: int, site: str = "2001:db8:7") -> str | None:
        reason = counted.admit("socket", f"{site}:{network:x}::1")
        counted.remove("socket")
        return reason

    # After the rejection, it counts in no wider network.
    assert [shake(0) for _ in range(50)] == [None] * 3 + ["handshakes"] * 47
    assert {shake(network) for network in range(1, 46)} == {None}
    # Counts of many narrow networks do not evict the count of the wide one.
    assert shake(46) == "handshakes"
    assert shake(46, "2001:db8:8") is None


def test_loopback_is_bounded_by_the_total_only() -> None:
    counted = SocketLimiter(max_total=MAX_HANDSHAKES + 1, max_of_network=1)

    reasons = [counted.admit(n, "127.0.0.1") for n in range(MAX_HANDSHAKES + 2)]

    assert reasons == [None] * (MAX_HANDSHAKES + 1) + ["sockets"]


def test_only_so_many_networks_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_limits, "MAX_ENTRIES", 3)
    counted = SocketLimiter(max_total=10, max_of_network=10)

    for n in range(5):
        counted.admit(n, f"198.51.{n}.1")

    assert list(counted._handshakes) == [f"198.51.{n}.0/24" for n in (2, 3, 4)]


async def test_a_socket_over_the_bound_is_not_accepted_until_another_has_ended(switchboard: RealtimeServer) -> None:
    switchboard.sockets = SocketLimiter(max_total=1)
    first = Talk(switchboard)
    await first.open()

    assert await Talk(switchboard).is_refused()
    await first.leave()

    assert len(switchboard.sockets) == 0
    await Talk(switchboard).open()
