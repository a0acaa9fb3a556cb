import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from bin.local import ports


@pytest.fixture
def used_port() -> Iterator[int]:
    """A port with a listener."""
    with closing(socket.socket()) as listener:
        listener.bind((ports.LOOPBACK, 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_port_that_somebody_listens_on_is_not_free(used_port: int) -> None:
    assert not ports.is_free(used_port)


def test_a_reserved_port_is_free_for_servers_alone() -> None:
    port = ports.reserve_port()

    assert ports.is_free(port)
    with closing(socket.socket()) as other, pytest.raises(OSError, match="Address already in use"):
        other.bind((ports.LOOPBACK, port))


def test_a_listener_on_the_other_loopback_address_takes_the_port() -> None:
    with closing(socket.socket(socket.AF_INET6)) as listener:
        try:
            listener.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6")
        listener.listen()

        assert not ports.is_free(listener.getsockname()[1])


def test_prefer_keeps_a_free_port() -> None:
    port = ports.reserve_port()

    assert ports.choose_port(port) == port


def test_prefer_leaves_a_taken_port(used_port: int) -> None:
    assert ports.choose_port(used_port) != used_port


def test_require_names_the_taken_port_and_the_way_out(used_port: int) -> None:
    with pytest.raises(ports.PortBusy) as refusal:
        ports.require_port(used_port, option="--port")

    assert str(refusal.value).startswith(f"Port {used_port} is in use by another program. Choose another one: --port ")
