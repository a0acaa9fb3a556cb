"""The feature list against the specification's numbers (PLAN-12 to 19, 33 to 69, 80 to 118)."""

from typing import Any

import pytest

from server.plans.features import ACTIONS, AREAS
from server.plans.services.offered_plans import build_feature_groups

SAMPLE = {
    "member": 3,
    "customField": 4,
    "contactTester": 10,
    "contact": 15_000,
    "landingPublish": 5,
    "emailSent": 1_000,
    "storage": 1_073_741_824,
    "senderDomain": 2,
    "sender": 5,
    "templatePage": 5,
    "templateForm": 5,
    "templateEmail": 5,
    "event": 5,
    "product": 5,
    "coupon": 5,
    "formPublish": 10,
    "formSubmit": 40_000,
    "uploadFile": 1_073_741_824,
    "automation": 4,
    "automationEmailSent": 10,
    "abEmailSent": 10,
    "shortenerUrl": 500,
    "socialCampaign": 6,
}
OTHERS = {
    "extraEmail": 0,
    "extraPage": 0,
    "extraForm": 0,
    "bulkEmail": -1,
    "attachment": -1,
    "domain": 1,
    "campaign": -1,
    "whatsappMessage": 1_000,
    "pushSent": 1_000,
    "bannerSent": 1_000,
    "freeDomain": 0,
    "diaQuota": 50,
    "diaTokens": 100_000,
}


def limits_of(groups: list[dict[str, Any]]) -> dict[str, object]:
    return {sub["name"]: sub["limit"] for group in groups for sub in group["subFeatures"]}


@pytest.mark.parametrize(("name", "limit"), list((SAMPLE | OTHERS).items()))
def test_the_sample_plan_has_the_specified_limit(name: str, limit: int) -> None:
    assert limits_of(build_feature_groups())[name] == limit


def test_unlimited_and_nothing_stay_so_in_a_larger_plan() -> None:
    larger = limits_of(build_feature_groups(factor=25))

    assert (larger["contact"], larger["bulkEmail"], larger["extraEmail"]) == (375_000, -1, 0)


def test_a_feature_group_has_the_specified_shape() -> None:
    for group in build_feature_groups():
        assert set(group) == {"name", "enable", "subFeatures"}
        assert all(set(sub) == {"name", "text", "limit", "enable"} for sub in group["subFeatures"])


@pytest.mark.parametrize("area", AREAS)
def test_every_area_switches_its_actions_one_by_one(area: str) -> None:
    [group] = [group for group in build_feature_groups() if group["name"] == area]

    assert {sub["name"] for sub in group["subFeatures"]} >= set(ACTIONS)


def test_builder_components_are_switches_of_the_landing_page() -> None:
    [pages] = [group for group in build_feature_groups() if group["name"] == "landingPage"]

    assert {sub["name"] for sub in pages["subFeatures"]} >= {"payment", "barcode", "qrcode", "video", "disqus"}
