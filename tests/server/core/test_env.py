import subprocess
import sys
from pathlib import Path

import pytest

from server.env import Environment, InvalidSetting

ROOT = Path(__file__).resolve().parents[3]


def test_values_are_read_strictly() -> None:
    env = Environment({"A": "true", "B": "12", "C": "a, b,,c", "D": "redis://h:1/0", "E": "a=1, b=c=d"})

    assert env.flag("A", default=False) is True
    assert env.whole("B", 1) == 12
    assert env.words("C") == ["a", "b", "c"]
    assert env.url("D", None, ("redis",)) == "redis://h:1/0"
    assert env.pairs("E") == {"a": "1", "b": "c=d"}
    assert env.pairs("F") == {}


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("A", "yes", lambda env: env.flag("A", default=False)),
        ("A", "1.5", lambda env: env.whole("A", 1)),
        ("A", "0", lambda env: env.whole("A", 1, least=1)),
        ("A", "http://x", lambda env: env.url("A", None, ("redis",))),
        ("A", "redis://x:port", lambda env: env.url("A", None, ("redis",))),
        ("A", "b=", lambda env: env.pairs("A")),
        ("A", "b", lambda env: env.pairs("A")),
        ("A", "xml", lambda env: env.choice("A", "json", ("json", "console"))),
    ],
)
def test_a_malformed_value_stops_the_start_with_a_sentence(name: str, value: str, read: object) -> None:
    with pytest.raises(InvalidSetting) as stopped:
        read(Environment({name: value}))  # type: ignore[operator]

    assert str(stopped.value).startswith("A ")
    assert str(stopped.value).endswith(".") or repr(value) in str(stopped.value)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("", []),
        ("192.0.2.1", [("192.0.2.1", 53)]),
        ("192.0.2.1:5353, 192.0.2.2", [("192.0.2.1", 5353), ("192.0.2.2", 53)]),
        ("[2001:db8::1]:5353", [("2001:db8::1", 5353)]),
        ("[2001:db8::1]", [("2001:db8::1", 53)]),
        # Without brackets, its colons belong to the address.
        ("2001:DB8:0::1", [("2001:db8::1", 53)]),
        ("192.0.2.1:65535", [("192.0.2.1", 65535)]),
    ],
)
def test_addresses_are_read_with_their_ports(value: str, read: list[tuple[str, int]]) -> None:
    assert Environment({"A": value}).addresses("A", port=53) == read
    assert Environment({}).addresses("A", port=53) == []


@pytest.mark.parametrize(
    "value",
    [
        "localhost",
        "192.0.2.256",
        "192.0.2",
        "192.0.2.1:0",
        "192.0.2.1:65536",
        "192.0.2.1:",
        "192.0.2.1:x",
        "192.0.2.1:-1",
        "192.0.2.1/24",
        "[192.0.2.1:53",
        "[2001:db8::1]x",
        "[2001:db8::1]:99999",
        "192.0.2.1 192.0.2.2",
        "192.0.2.1, mail.example.com",
    ],
)
def test_what_is_no_address_stops_the_start(value: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^A (holds|has a port)"):
        Environment({"A": value}).addresses("A", port=53)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("", ""),
        ("  ", ""),
        ("mail.example.com", "mail.example.com"),
        (" Mail.Example.COM ", "mail.example.com"),
        ("_spf.example.com", "_spf.example.com"),
        ("a.xn--p1ai", "a.xn--p1ai"),
        (f"{'a' * 63}.example", f"{'a' * 63}.example"),
    ],
)
def test_hosts_are_read_in_lower_case(value: str, read: str) -> None:
    assert Environment({"A": value}).host("A") == read
    assert Environment({}).host("A") == ""


@pytest.mark.parametrize(
    "value",
    [
        "localhost",
        "mail.example.com.",
        "https://mail.example.com",
        "mail.example.com:25",
        "mail example.com",
        "mail..example.com",
        "-mail.example.com",
        "mail-.example.com",
        "mail.example.c",
        "mäil.example.com",
        "mail.example.com\nx",
        f"{'a' * 64}.example",
        ".".join(["abcdefgh"] * 29),
    ],
)
def test_what_is_no_host_stops_the_start(value: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^A is "):
        Environment({"A": value}).host("A")


def test_ports_are_read() -> None:
    assert Environment({"A": "8080, 1"}).ports("A") == [8080, 1]
    assert Environment({}).ports("A") == []


@pytest.mark.parametrize("value", ["0", "65536", "-1", "http", "80;81", "8080 8081", "٣"])
def test_what_is_no_port_stops_the_start(value: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^A is "):
        Environment({"A": value}).ports("A")


@pytest.mark.parametrize(
    ("value", "share"), [("5", 0.05), ("0", 0.0), ("100", 1.0), ("0.3", 0.003), ("0.125", 0.00125)]
)
def test_percentages_are_read_as_shares(value: str, share: float) -> None:
    assert Environment({"A": value}).share("A", "5") == pytest.approx(share, abs=1e-12)


@pytest.mark.parametrize("value", ["", "-1", "101", "100.001", "0.1234", "1e1", "5%", ".5", "٣"])
def test_what_is_no_percentage_stops_the_start(value: str) -> None:
    with pytest.raises(InvalidSetting, match=r"^A is "):
        Environment({"A": value}).share("A", "5")


def test_a_missing_value_without_default_stops_the_start() -> None:
    with pytest.raises(InvalidSetting, match="A is not set"):
        Environment({}).text("A")


def test_an_unknown_variable_with_our_prefix_stops_the_start() -> None:
    env = Environment({"DASH_VENDOR": "mt", "DASH_VENDR": "mt", "PATH": "/"})
    env.text("DASH_VENDOR")

    with pytest.raises(InvalidSetting, match="DASH_VENDR"):
        env.refuse_unknown()


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("x" * 31, lambda env: env.secret("A")),
        ("", lambda env: env.secret("A")),
        (f"{'x' * 32},{'y' * 31}", lambda env: env.secrets("A")),
        (f"1:{'x' * 31}", lambda env: env.numbered_secrets("A")),
        (f"0:{'x' * 32}", lambda env: env.numbered_secrets("A")),
        (f"256:{'x' * 32}", lambda env: env.numbered_secrets("A")),
        (f"one:{'x' * 32}", lambda env: env.numbered_secrets("A")),
        (f"1:{'x' * 32},1:{'y' * 32}", lambda env: env.numbered_secrets("A")),
        ("x" * 40, lambda env: env.numbered_secrets("A")),
    ],
)
def test_a_secret_that_can_be_guessed_stops_the_start_and_is_not_repeated(value: str, read: object) -> None:
    with pytest.raises(InvalidSetting) as stopped:
        read(Environment({"A": value}))  # type: ignore[operator]

    assert str(stopped.value).startswith("A ")
    assert "xxx" not in str(stopped.value)


def test_secrets_are_read_with_their_numbers() -> None:
    env = Environment({"A": "x" * 32, "B": f"1:{'x' * 32}, 255:{'y:' * 16}"})

    assert env.secret("A") == "x" * 32
    assert env.secret("C", "") == ""
    assert env.secrets("A") == ["x" * 32]
    assert env.secrets("C") == []
    assert env.numbered_secrets("B") == {1: "x" * 32, 255: "y:" * 16}
    assert env.numbered_secrets("C") == {}


def test_networks_are_read_and_everyone_is_no_network() -> None:
    env = Environment({"A": "192.0.2.7, 10.0.0.0/8,2001:db8::/32", "B": "0.0.0.0/0", "C": "::/0", "D": "10.0.0.1/8"})

    assert env.networks("A") == ["192.0.2.7/32", "10.0.0.0/8", "2001:db8::/32"]
    assert env.networks("E") == []
    for name in ("B", "C", "D"):
        with pytest.raises(InvalidSetting, match=f"^{name} holds"):
            env.networks(name)


@pytest.mark.parametrize(
    ("changed", "refusal"),
    [
        ({"DASH_APP_ORIGINS": "https://app.example"}, "DASH_TRUSTED_PROXIES is empty"),
        ({"DASH_APP_ORIGINS": "https://app.example", "DASH_TRUSTED_PROXIES": "10.0.0.1"}, ""),
        ({"DASH_PREVIOUS_SECRET_KEYS": "k" * 40}, "DASH_PREVIOUS_SECRET_KEYS contains the current DASH_SECRET_KEY."),
        ({"DASH_PREVIOUS_SECRET_KEYS": "p" * 40}, ""),
        ({"DASH_SMTP_BIND": " ,"}, "DASH_SMTP_BIND is empty."),
        ({"DASH_WEB_BODIES_MB": "79"}, "DASH_WEB_BODIES_MB is '79'. It takes a whole number from 80."),
        ({"DASH_SMTP_BIND": "0.0.0.0, ::"}, ""),
    ],
)
def test_settings_that_would_be_unsafe_stop_the_start(changed: dict[str, str], refusal: str) -> None:
    given = {
        "DASH_SECRET_KEY": "k" * 40,
        "DATABASE_URL": "postgresql://a:b@127.0.0.1/c",
        "REDIS_URL": "redis://127.0.0.1/0",
    }
    code = "import server.settings as settings; assert '0.0.0.0, ::' not in settings.SMTP_BIND"

    done = subprocess.run(
        [sys.executable, "-c", code], env=given | changed, cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr.startswith(refusal)) == (1 if refusal else 0, True)
    assert "kkkk" not in done.stderr
