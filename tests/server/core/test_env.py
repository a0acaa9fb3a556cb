import pytest

from server.env import Environment, InvalidSetting


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


def test_a_missing_value_without_default_stops_the_start() -> None:
    with pytest.raises(InvalidSetting, match="A is not set"):
        Environment({}).text("A")


def test_an_unknown_variable_with_our_prefix_stops_the_start() -> None:
    env = Environment({"DASH_VENDOR": "mt", "DASH_VENDR": "mt", "PATH": "/"})
    env.text("DASH_VENDOR")

    with pytest.raises(InvalidSetting, match="DASH_VENDR"):
        env.refuse_unknown()
