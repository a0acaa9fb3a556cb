import re

import pytest
from django.conf import settings
from django.test import override_settings

from server.vendors.catalogue import VENDORS, get_vendor
from server.vendors.selectors import find_vendor_of_host
from tests.conftest import ApiClient


def test_the_sixteen_codes_are_there_once_each_with_a_colour() -> None:
    codes = [known.code for known in VENDORS]

    assert len(set(codes)) == len(codes) == 16
    assert all(re.fullmatch(r"#[0-9A-F]{6}", known.color) for known in VENDORS)


def test_an_unknown_code_is_the_first_vendor() -> None:
    assert get_vendor("nobody").code == "mt"


def test_the_sign_in_page_gets_the_installation_s_brand(anonymous: ApiClient) -> None:
    with override_settings(VENDOR="cottonink"):
        answer = anonymous.get("client").json()

    assert (answer["vendor"], answer["name"], answer["color"]) == ("cottonink", "Cottonink", "#FFE27A")
    assert answer["feature"] == {"batchStatus": {"enable": True}}


@pytest.mark.parametrize("code", [known.code for known in VENDORS])
def test_a_host_shows_its_own_vendor(anonymous: ApiClient, code: str) -> None:
    with override_settings(VENDOR="mt", VENDOR_HOSTS={settings.APP_HOSTS[0]: code}):
        answer = anonymous.get("client").json()

    assert (answer["vendor"], answer["name"], answer["color"]) == (code, get_vendor(code).name, get_vendor(code).color)


def test_a_host_without_one_shows_the_installation_s() -> None:
    with override_settings(VENDOR="purify", VENDOR_HOSTS={"mail.cottonink.example": "cottonink"}):
        assert find_vendor_of_host("Mail.Cottonink.example").code == "cottonink"
        assert find_vendor_of_host("mail.example").code == "purify"


@pytest.mark.parametrize(
    ("demo", "asked", "shown"), [(True, "obl", "obl"), (True, "nobody", "mt"), (False, "obl", "mt")]
)
def test_a_visitor_may_ask_for_a_vendor_in_demo_mode_only(
    anonymous: ApiClient, demo: bool, asked: str, shown: str
) -> None:
    with override_settings(VENDOR="mt", DEMO=demo):
        assert anonymous.get(f"client?vendor={asked}").json()["vendor"] == shown


def test_sample_data_is_off_until_a_setting_turns_it_on() -> None:
    assert not any(known.sample_data for known in VENDORS)

    with override_settings(SAMPLE_DATA_VENDORS=frozenset({"booking"})):
        assert [known.code for known in VENDORS if known.sample_data] == ["booking"]


def test_six_vendors_are_drawn() -> None:
    drawn = {known.code for known in VENDORS if known.icon and known.decor}

    assert drawn == {"mt", "obl", "seabank", "cottonink", "jatis", "purify"}


def test_the_version_is_told(anonymous: ApiClient) -> None:
    assert anonymous.get("version").json() == {
        "version": "2.3.12",
        "forced": False,
        "policyVersion": "2.0.0",
    }


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("mail.purify.example", "purify"),
        ("MAIL.purify.example", "purify"),
        ("mail.purify.example:8000", "purify"),
        ("other.example:8000", "obl"),
        ("other.example", "cottonink"),
        ("unknown.example", "cottonink"),
        ("strange.example", "cottonink"),
        ("", "cottonink"),
    ],
)
def test_a_host_has_its_vendor_and_all_others_the_installation_s(host: str, code: str) -> None:
    hosts = {"mail.purify.example": "purify", "other.example:8000": "obl", "strange.example": "no-such-vendor"}

    with override_settings(VENDOR="cottonink", VENDOR_HOSTS=hosts):
        assert find_vendor_of_host(host).code == code


def test_the_sign_in_page_of_a_host_gets_its_brand(anonymous: ApiClient) -> None:
    with override_settings(VENDOR_HOSTS={settings.APP_HOSTS[0]: "purify"}):
        assert anonymous.get("client").json()["vendor"] == "purify"


def test_an_update_can_be_forced(anonymous: ApiClient) -> None:
    with override_settings(FORCE_UPDATE=True):
        assert anonymous.get("version").json()["forced"] is True


def test_browsers_learn_where_to_report_and_may_connect_there(
    anonymous: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert anonymous.get("client").json()["errorReportUrl"] == ""

    # As if the process had started with the setting.
    monkeypatch.setattr(ApiClient, "handler", None)
    with override_settings(ERROR_REPORT_URL="https://reports.example/in"):
        answer = ApiClient().get("client")

    assert answer.json()["errorReportUrl"] == "https://reports.example/in"
    assert "connect-src 'self' ws://localhost:8000 https://reports.example/in;" in answer["Content-Security-Policy"]
