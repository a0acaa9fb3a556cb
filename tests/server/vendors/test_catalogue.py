import re

from django.test import override_settings

from server.vendors.catalogue import VENDORS, vendor
from tests.conftest import ApiClient


def test_the_sixteen_codes_are_there_once_each_with_a_colour() -> None:
    codes = [known.code for known in VENDORS]

    assert len(set(codes)) == len(codes) == 16
    assert all(re.fullmatch(r"#[0-9A-F]{6}", known.color) for known in VENDORS)


def test_an_unknown_code_is_the_first_vendor() -> None:
    assert vendor("nobody").code == "mt"


def test_the_sign_in_page_gets_the_installation_s_brand(anonymous: ApiClient) -> None:
    with override_settings(VENDOR="cottonink"):
        answer = anonymous.get("client").json()

    assert (answer["vendor"], answer["name"], answer["color"]) == ("cottonink", "Cottonink", "#FFE27A")
    assert answer["feature"] == {"batchStatus": {"enable": True}}


def test_the_version_is_told(anonymous: ApiClient) -> None:
    assert anonymous.get("version").json() == {"version": "2.3.12", "policyVersion": "2.0.0"}
