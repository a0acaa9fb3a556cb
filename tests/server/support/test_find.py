"""Finding teams and users, and the data that an operator can see."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from server.accounts.models import Session, User
from server.activity.models import Activity
from server.core import clock
from server.core.callers import TokenKind
from server.identity.models import Authenticator
from server.plans.models import Subscription
from server.teams.models import Team
from tests.cast import Person, make_person, make_team, sign_in

pytestmark = pytest.mark.django_db


def names(answer: Any) -> list[str]:
    return [item["name"] for item in answer.json()["items"]]


def emails(answer: Any) -> list[str]:
    return [item["email"] for item in answer.json()["items"]]


@pytest.mark.parametrize(
    "search",
    ["Kopi", "opi sel", "kopi-", "ALICE@kopi", "{id}"],
    ids=["start of the name", "within the name", "slug", "a member's address", "id"],
)
def test_a_team_is_found_by(search: str, putri: Person) -> None:
    kopi, _ = make_team("Kopi Selatan"), make_team("Teh")
    Team.objects.filter(pk=kopi.pk).update(slug="kopi-selatan")
    make_person("Alice", kopi)
    User.objects.filter(firstname="Alice").update(email="alice@kopiselatan.example")

    found = putri.api.get(f"admin/teams?search={search.format(id=kopi.pk)}")

    assert names(found) == ["Kopi Selatan"]
    assert found.json()["total"] == 1


def test_a_team_is_told_with_its_state_and_counts(putri: Person, alice: Person, alices_phone: Person) -> None:
    make_person("Bob", alice.team)
    sign_in(alice.user, alice.team, kind=TokenKind.TWO_FACTOR)
    ended, idle, over = (sign_in(alice.user, alice.team).session.pk for _ in range(3))
    now = clock.now()
    Session.objects.filter(pk=ended).update(ended_at=now)
    Session.objects.filter(pk=idle).update(last_seen_at=now - timedelta(hours=24))
    Session.objects.filter(pk=over).update(expires_at=now)

    [row] = putri.api.get("admin/teams?search=Kopi").json()["items"]

    assert (row["companyId"], row["state"], row["plan"]) == (str(alice.team.pk), "normal", "Sample")
    assert (row["members"], row["sessions"]) == (2, 3)


@pytest.mark.parametrize(
    ("state", "of_team", "of_plan"),
    [
        ("suspended", {"suspended_at": "2026-01-01T00:00:00Z", "locked_at": "2026-01-01T00:00:00Z"}, {}),
        ("locked", {"locked_at": "2026-01-01T00:00:00Z"}, {}),
        ("expired", {}, {"expires_at": "2026-01-01T00:00:00Z"}),
        ("normal", {}, {}),
    ],
)
def test_teams_are_narrowed_by_state(
    state: str, of_team: dict[str, str], of_plan: dict[str, str], putri: Person, alice: Person
) -> None:
    Team.objects.filter(pk=alice.team.pk).update(**of_team)
    plan: dict[str, str | None] = {"expires_at": None, **of_plan}
    Subscription.objects.for_team(alice.team).update(**plan)
    others = {"normal", "suspended", "locked", "expired"} - {state}

    found = putri.api.get(f"admin/teams?search=Kopi&state={state}").json()["items"]

    assert [row["state"] for row in found] == [state]
    assert [names(putri.api.get(f"admin/teams?search=Kopi&state={other}")) for other in others] == [[], [], []]


def test_a_list_of_teams_costs_the_same_whatever_its_length(putri: Person) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            assert putri.api.get("admin/teams?size=100").status_code == 200
        return len(seen)

    make_person("Ani", make_team("One"))
    few = queries()
    for number in range(5):
        make_person(f"P{number}", make_team(f"More{number}"))

    assert queries() == few


def test_a_team_s_page_tells_plan_quota_and_who_is_there(putri: Person, alice: Person, alices_phone: Person) -> None:
    page = putri.api.get(f"admin/teams/{alice.team.pk}").json()

    assert (page["name"], page["plan"], page["state"], page["own"]) == ("Kopi", "Sample", "normal", False)
    assert (page["sessions"], page["people"], page["members"]) == (2, 1, 1)
    assert {"feature": "emailMarketing", "name": "emailSent", "used": 0, "reserved": 0, "limit": 1000} in page["quota"]
    assert putri.api.get(f"admin/teams/{putri.team.pk}").json()["own"] is True


def test_members_are_told_with_their_sessions(putri: Person, alice: Person, alices_phone: Person, bob: Person) -> None:
    Session.objects.filter(user=bob.user).delete()

    members = putri.api.get(f"admin/teams/{alice.team.pk}/members").json()["items"]

    assert [(row["fullname"], row["role"], row["sessions"]) for row in members] == [
        ("Alice", "admin", 2),
        ("Bob", "member", 0),
    ]


def test_live_sessions_are_told_with_device_and_place(putri: Person, alice: Person, mallory: Person) -> None:
    Session.objects.filter(pk=alice.session.pk).update(address="103.28.14.9", device="Firefox (Linux)")

    [row] = putri.api.get(f"admin/teams/{alice.team.pk}/sessions").json()["items"]

    assert row["sessionId"] == str(alice.session.pk)
    assert (row["fullname"], row["email"], row["company"]) == ("Alice", alice.user.email, "Kopi")
    assert (row["device"], row["address"], row["current"]) == ("Firefox (Linux)", "103.28.14.9", False)
    assert "token" not in str(row).lower()


def test_activity_is_told_without_the_names_of_contacts(putri: Person, alice: Person) -> None:
    def entry(reference: str, name: str) -> None:
        Activity.objects.create(
            team=alice.team, fullname="Alice", reference=reference, action="CREATED", name=name, created_at=clock.now()
        )

    entry("contact", "ani@pelanggan.example")
    entry("campaign", "June sale")

    told = putri.api.get(f"admin/teams/{alice.team.pk}/activity?size=10").json()

    assert [(row["reference"], row["name"]) for row in told["items"]] == [("campaign", "June sale"), ("contact", "")]
    assert told["total"] == 2


@pytest.mark.parametrize("search", ["alice", "wibi", "ali wib", "ALICE@", "{id}"])
def test_a_person_is_found_by(search: str, putri: Person, alice: Person, mallory: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(lastname="Wibisono")

    found = putri.api.get(f"admin/users?search={search.format(id=alice.user.pk)}")

    assert emails(found) == [alice.user.email]


def test_people_are_narrowed_by_state(putri: Person, alice: Person, bob: Person, settings: Any) -> None:
    User.objects.filter(pk=alice.user.pk).update(locked_at=clock.now())
    User.objects.filter(pk=bob.user.pk).update(validated_at=None)

    assert emails(putri.api.get("admin/users?state=locked")) == [alice.user.email]
    assert emails(putri.api.get("admin/users?state=unvalidated")) == [bob.user.email]
    assert emails(putri.api.get("admin/users?state=operator")) == [putri.user.email]
    settings.DEVELOPER_EMAIL = alice.user.email
    assert emails(putri.api.get("admin/users?state=operator")) == [alice.user.email, putri.user.email]
    settings.DEVELOPER_EMAIL = bob.user.email  # not validated
    assert emails(putri.api.get("admin/users?state=operator")) == [putri.user.email]


def test_a_person_s_page_tells_teams_state_and_two_factor(
    putri: Person, alice: Person, alices_phone: Person, mallory: Person
) -> None:
    Team.objects.filter(pk=alice.team.pk).update(enable_2fa=True)

    page = putri.api.get(f"admin/users/{alice.user.pk}").json()

    assert (page["email"], page["locked"], page["operator"], page["own"]) == (alice.user.email, False, False, False)
    assert (page["sessions"], page["teams"], page["twoFactor"]) == (2, 1, "team")
    assert [(row["name"], row["role"]) for row in page["memberships"]] == [("Kopi", "admin")]
    assert putri.api.get(f"admin/users/{mallory.user.pk}").json()["twoFactor"] == "none"
    assert putri.api.get(f"admin/users/{putri.user.pk}").json()["twoFactor"] == "app"


def test_a_person_s_sessions_are_those_of_all_teams(putri: Person, alice: Person) -> None:
    elsewhere = sign_in(alice.user, make_team("Gula"))

    rows = putri.api.get(f"admin/users/{alice.user.pk}/sessions?sort=createdAt").json()["items"]

    assert [(row["sessionId"], row["company"]) for row in rows] == [
        (str(alice.session.pk), "Kopi"),
        (str(elsewhere.session.pk), "Gula"),
    ]


def test_who_is_no_operator_or_not_validated_sees_nothing(alice: Person, putri: Person) -> None:
    User.objects.filter(pk=putri.user.pk).update(validated_at=None)

    for person in (alice, putri):
        answer = person.api.get(f"admin/teams/{alice.team.pk}")
        assert (answer.status_code, answer.json()["code"]) == (403, "notAuthorized")


def test_an_authenticator_app_is_told_before_what_a_team_asks(putri: Person, alice: Person) -> None:
    Authenticator.objects.create(user=alice.user, sealed_secret=b"x", created_at=clock.now())
    before = putri.api.get(f"admin/users/{alice.user.pk}").json()["twoFactor"]
    Authenticator.objects.update(confirmed_at=clock.now())

    assert (before, putri.api.get(f"admin/users/{alice.user.pk}").json()["twoFactor"]) == ("none", "app")
