import re
from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from server.core import clock
from server.plans.models import FeatureSwitch, Subscription
from server.teams.industries import INDUSTRIES
from server.teams.models import Member, MemberRole, Team
from server.teams.services import teams
from tests.cast import Person, make_team

pytestmark = pytest.mark.django_db


def test_an_admin_changes_what_was_given_and_nothing_else(alice: Person) -> None:
    answer = alice.api.put("companies", {"city": " Bandung ", "website": "kopi.example", "zipCode": "40111"})

    assert answer.status_code == 200
    assert (answer.json()["city"], answer.json()["zipCode"]) == ("Bandung", "40111")
    team = Team.objects.get(pk=alice.team.pk)
    assert (team.name, team.city, team.website, team.zipcode) == ("Kopi", "Bandung", "https://kopi.example", "40111")


def test_the_update_carries_address_size_and_utm(alice: Person) -> None:
    """TEAM-167, TEAM-168, TEAM-169."""
    body = {"email": " Halo@Kopi.example ", "contactSize": "501-2500", "autoLinkUtm": True}

    answer = alice.api.put("companies", body)

    kept = {"email": "halo@kopi.example", "contactSize": "501-2500", "autoLinkUtm": True}
    assert {name: answer.json()[name] for name in body} == kept
    detail = alice.api.get("companies/detail").json()
    assert {name: detail[name] for name in body} == kept
    assert alice.api.put("companies", {"email": "", "contactSize": ""}).status_code == 200
    team = Team.objects.get(pk=alice.team.pk)
    assert (team.email, team.contact_size, team.auto_link_utm) == ("", "", True)


def test_a_setting_over_what_another_has_written_is_refused_and_shows_it(alice: Person) -> None:
    read = {"city": alice.team.city, "zipCode": alice.team.zipcode}
    alice.api.put("companies", {"zipCode": "40111", "base": {"zipCode": read["zipCode"]}})

    refused = alice.api.put("companies", {"city": "Bogor", "zipCode": "40222", "base": read})

    assert (refused.status_code, refused.json()["code"]) == (409, "editConflict")
    assert refused.json()["payload"] == {"fields": ["zipCode"], "values": {"zipCode": "40111"}}
    alice.team.refresh_from_db()
    assert (alice.team.city, alice.team.zipcode) == (read["city"], "40111")
    own = {"city": alice.team.city, "contactSize": ""}
    assert alice.api.put("companies", {"city": "Bogor", "contactSize": "1-500", "base": own}).status_code == 200
    stale = alice.api.put("companies", {"contactSize": "50001-", "base": {"contactSize": ""}})
    assert stale.json()["payload"]["values"] == {"contactSize": "1-500"}


def test_a_base_value_of_a_field_that_is_not_edited_is_refused(alice: Person) -> None:
    answer = alice.api.put("companies", {"zipCode": "40111", "base": {"zipcode": ""}})

    assert (answer.status_code, answer.json()["payload"]["field"]) == (400, "base.zipcode")
    alice.team.refresh_from_db()
    assert alice.team.zipcode != "40111"


def test_a_member_changes_nothing(bob: Person) -> None:
    answer = bob.api.put("companies", {"name": "Mine"})

    assert (answer.status_code, answer.json()["code"]) == (403, "notAuthorized")
    assert Team.objects.get(pk=bob.team.pk).name == "Kopi"


@pytest.mark.parametrize(
    "body",
    [
        {"name": ""},
        {"timezone": "Asia/Jakarta"},
        {"industry": "Piracy"},
        {"website": "javascript:alert(1)"},
        # Too long once https:// is prepended.
        {"website": "kopi.example/" + "a" * 240},
        {"country": "Indonesia"},
        {"slug": "taken"},
        {"city": "a\x00b"},
        {"email": "nobody"},
        {"email": "a@b.example\r\nBcc: c@d.example"},
        {"contactSize": "many"},
    ],
)
def test_what_makes_no_sense_is_refused(alice: Person, body: dict[str, str]) -> None:
    before = Team.objects.values().get(pk=alice.team.pk)

    answer = alice.api.put("companies", body)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)
    assert answer.json()["payload"]["field"] == next(iter(body))
    assert Team.objects.values().get(pk=alice.team.pk) == before


def test_the_members_are_listed_by_name(alice: Person, bob: Person, mallory: Person) -> None:
    answer = alice.api.get("companies/members").json()

    assert answer["total"] == 2
    assert [(row["fullname"], row["role"]) for row in answer["items"]] == [("Alice", "admin"), ("Bob", "member")]
    assert answer["items"][1]["companyId"] == str(alice.team.pk)


def test_members_are_found_by_the_start_of_a_name(alice: Person, bob: Person) -> None:
    found = alice.api.get("companies/members?search=bo").json()["items"]

    assert [row["fullname"] for row in found] == ["Bob"]


def test_the_user_s_teams_are_listed_the_default_first(alice: Person, mallory: Person) -> None:
    other = make_team("Gula")
    Member.objects.create(team=other, user=alice.user, role="member")

    teams = alice.api.get("companies").json()

    assert [(row["name"], row["default"], row["active"], row["role"]) for row in teams] == [
        ("Kopi", True, True, "admin"),
        ("Gula", False, False, "member"),
    ]


def test_the_active_team_is_told_whole(bob: Person) -> None:
    detail = bob.api.get("companies/detail").json()

    assert (detail["companyId"], detail["role"], detail["packet"]) == (str(bob.team.pk), "member", "SAMPLE")
    assert (detail["timezone"], detail["isExpired"], detail["enable2FA"]) == ("(GMT+07:00) Asia/Jakarta", False, False)


def test_the_active_team_tells_its_names_and_pictures(alice: Person) -> None:
    """TEAM-01 to TEAM-06, TEAM-42, TEAM-50: the same in every response that has them."""
    pictures = {"image": "/m/team.png", "logo": "/m/logo.png", "favicon": "/m/icon.png"}
    Team.objects.filter(pk=alice.team.pk).update(**pictures)
    known = {"companyId": str(alice.team.pk), "slug": alice.team.slug, "name": "Kopi"}

    detail, me = alice.api.get("companies/detail").json(), alice.api.get("me").json()["team"]
    listed = alice.api.get("companies").json()[0]

    for answer in (detail, me):
        assert {name: answer[name] for name in (known | pictures)} == known | pictures
        assert answer["suspend"] is False
    assert {name: listed[name] for name in known} == known
    assert (listed["image"], listed["logo"]) == ("/m/team.png", "/m/logo.png")
    assert datetime.fromisoformat(detail["registerDate"]) == alice.team.created_at


def test_the_active_team_tells_its_role_and_whether_it_is_the_first(alice: Person) -> None:
    """TEAM-16, TEAM-17, TEAM-66."""
    assert (MemberRole.ADMIN.value, MemberRole.MEMBER.value) == ("admin", "member")
    assert [alice.api.get("companies/detail").json()[name] for name in ("role", "default")] == ["admin", True]

    Member.objects.filter(user=alice.user).update(is_default=False, role="member")

    assert [alice.api.get("companies/detail").json()[name] for name in ("role", "default")] == ["member", False]


def test_the_active_team_tells_its_plan(alice: Person) -> None:
    """TEAM-18, TEAM-21, TEAM-23, TEAM-25, TEAM-26, TEAM-28."""
    plan = Subscription.objects.get(team=alice.team).plan
    plan.code, plan.version, plan.price = "GROWTH", 3, 490_000
    plan.save()
    ends = datetime(2026, 1, 31, 17, tzinfo=UTC)
    Subscription.objects.filter(team=alice.team).update(expires_at=ends)
    areas = [group["name"] for group in plan.features if group["enable"]]
    FeatureSwitch.objects.create(name="contactManagement", enabled=False)

    detail = alice.api.get("companies/detail").json()

    assert (detail["packet"], detail["packetVersion"], detail["paid"]) == ("GROWTH", 3, True)
    assert (datetime.fromisoformat(detail["expiredDate"]), detail["isExpired"]) == (ends, True)
    assert sorted(detail["features"]) == sorted(set(areas) - {"contactManagement"})
    plan.price = 0
    plan.save()
    assert alice.api.get("companies/detail").json()["paid"] is False


def test_of_two_teams_of_one_name_each_has_a_slug_of_its_own(alice: Person, bob: Person) -> None:
    """TEAM-64."""
    slugs = [teams.create(name="Teh Manis", owner=person.user).slug for person in (alice, bob)]

    assert slugs[0] == "teh-manis"
    assert re.fullmatch(r"teh-manis-[0-9a-f]{6}", slugs[1])
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.filter(slug=slugs[1]).update(slug=slugs[0])


def test_the_industries_are_25_in_their_order() -> None:
    """TEAM-65."""
    assert INDUSTRIES == (
        "Agency",
        "Automotive",
        "Banking",
        "Communication",
        "Charity/Non-Profit",
        "Education and Training",
        "Entertainment",
        "Financial Services",
        "Financial Technology",
        "Fast Moving Consumer Goods (FMCG)",
        "E-commerce",
        "Government",
        "Insurance",
        "Legal Services",
        "Media and Publishing",
        "Online Shop",
        "Real-Estate / Property",
        "Religious Org.",
        "Restaurant & Food",
        "Retail",
        "Software Company",
        "Transportation",
        "Travel and Tourism",
        "Manufacture",
        "Other",
    )


def test_a_locked_team_s_write_says_that_it_is_not_allowed(alice: Person) -> None:
    """TEAM-93."""
    Team.objects.filter(pk=alice.team.pk).update(locked_at=clock.now())

    answer = alice.api.put("companies", {"name": "Teh"})

    assert (answer.status_code, answer.json()["message"]) == (409, "Action not allowed")
    assert Team.objects.get(pk=alice.team.pk).name == "Kopi"
