import pytest
from pytest_django.fixtures import Settings

from server.core import network


@pytest.mark.parametrize(
    ("peer", "forwarded", "believed"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.2", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.2", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.2", "198.51.100.1, 10.0.0.7", "198.51.100.1"),
        ("10.0.0.2", "nonsense", "10.0.0.2"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("", "", "0.0.0.0"),
    ],
)
def test_only_a_configured_proxy_is_believed(settings: Settings, peer: str, forwarded: str, believed: str) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/24"]

    assert str(network.believed_address(peer, forwarded)) == believed


def test_neighbours_share_a_24_or_a_64() -> None:
    one = network.believed_address("203.0.113.9", "")
    six = network.believed_address("2001:db8:1:2:3::4", "")

    assert network.neighbourhood(one) == "203.0.113.0/24"
    assert network.neighbourhood(six) == "2001:db8:1:2::/64"
