from importlib import resources
from typing import Any

import pytest

from server.delivery.tracking.agents import parse_agent
from tests.conftest import ApiClient

AGENTS = [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 "
    "Chrome/125.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)",
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0",
    "Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Thunderbird/115.3.1",
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)",
    "Mozilla/5.0",
    "",
]


def values(api: ApiClient, name: str) -> list[Any]:
    return [row["value"] for row in api.get(f"lookups/{name}").json()]


def test_a_timezone_holds_its_offset_at_characters_4_to_10(anonymous: ApiClient) -> None:
    zones = anonymous.get("lookups/timezone").json()

    jakarta = next(zone for zone in zones if zone["name"] == "Asia/Jakarta")
    assert jakarta == {"value": "(GMT+07:00) Asia/Jakarta", "name": "Asia/Jakarta", "offset": "+07:00"}
    assert all(zone["value"][4:10] == zone["offset"] for zone in zones)
    assert len(zones) > 300


def test_the_timezones_are_those_of_the_package(anonymous: ApiClient) -> None:
    listed = resources.files("tzdata").joinpath("zones").read_text().split()

    assert {zone["name"] for zone in anonymous.get("lookups/timezone").json()} <= set(listed)


def test_countries_have_a_name_in_both_languages(anonymous: ApiClient) -> None:
    countries = anonymous.get("lookups/country").json()

    assert len(countries) == 249
    for country in countries:
        assert set(country["names"]) == {"en", "id"}
        assert min(map(len, country["names"].values())) > 2
    assert {"code": "DE", "names": {"en": "Germany", "id": "Jerman"}} in countries
    assert countries[0]["names"]["en"] == "Afghanistan"
    # Åland is sorted with the A, not after the Z.
    assert countries[1]["code"] == "AX"


def test_the_cities_of_a_country_come_with_the_largest_first(anonymous: ApiClient) -> None:
    cities = [row["name"] for row in anonymous.get("lookups/city/ID").json()]

    assert cities[:3] == ["Jakarta", "Surabaya", "Bekasi"]
    assert len(cities) == 100


@pytest.mark.parametrize(
    ("country", "search", "name"),
    [
        ("ID", "padang", "Padang"),
        ("ID", "tangerang", "South Tangerang"),
        ("BR", "sao pa", "São Paulo"),
        ("FR", "Étienne", "Saint-Étienne"),
    ],
)
def test_a_city_is_found_by_how_a_word_of_it_begins(anonymous: ApiClient, country: str, search: str, name: str) -> None:
    found = [row["name"] for row in anonymous.get(f"lookups/city/{country}?search={search}").json()]

    assert name in found
    assert "Jakarta" not in found


@pytest.mark.parametrize("country", ["XX", "id", "EU"])
def test_what_is_no_country_is_not_found(anonymous: ApiClient, country: str) -> None:
    answer = anonymous.get(f"lookups/city/{country}")

    assert (answer.status_code, answer.json()["code"]) == (404, "noEntity")


@pytest.mark.parametrize("header", AGENTS)
def test_what_events_keep_can_be_chosen(anonymous: ApiClient, header: str) -> None:
    agent = parse_agent(header)

    assert agent.device in values(anonymous, "device")
    assert agent.os in values(anonymous, "os")
    assert agent.browser in values(anonymous, "browser")


def test_the_hours_of_peak_times_are_those_of_a_day(anonymous: ApiClient) -> None:
    hours = anonymous.get("lookups/peak-time").json()

    assert hours[7] == {"value": 7, "name": "07:00 - 08:00"}
    assert hours[-1] == {"value": 23, "name": "23:00 - 00:00"}
    assert len(hours) == 24


def test_a_city_is_found_without_its_country(anonymous: ApiClient) -> None:
    found = [(row["name"], row["country"]) for row in anonymous.get("lookups/city?search=makas").json()]

    assert found == [("Makassar", "ID")]
    london = [row["country"] for row in anonymous.get("lookups/city?search=london").json() if row["name"] == "London"]
    assert london == ["GB", "CA"]
    assert anonymous.get("lookups/city").json() == []
