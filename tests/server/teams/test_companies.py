import pytest

from server.teams.industries import INDUSTRIES
from server.teams.models import Member, Team
from tests.cast import Person, make_team

pytestmark = pytest.mark.django_db


def test_an_admin_changes_what_was_given_and_nothing_else(alice: Person) -> None:
    answer = alice.api.put("companies", {"city": " Bandung ", "website": "kopi.example", "zipCode": "40111"})

    assert answer.status_code == 200
    assert (answer.json()["city"], answer.json()["zipCode"]) == ("Bandung", "40111")
    team = Team.objects.get(pk=alice.team.pk)
    assert (team.name, team.city, team.website, team.zipcode) == ("Kopi", "Bandung", "https://kopi.example", "40111")


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
        {"country": "Indonesia"},
        {"slug": "taken"},
        {"city": "a\x00b"},
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


def test_there_are_25_industries() -> None:
    assert (len(INDUSTRIES), INDUSTRIES[0], INDUSTRIES[-1]) == (25, "Agency", "Other")
