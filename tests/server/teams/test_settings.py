"""Sign-in settings of a team, and its suspension by an operator."""

from typing import Any
from uuid import uuid4

import pytest

from server.accounts.models import User
from server.core.errors import NotFound
from server.core.models import OutboxEvent
from server.teams.models import Team
from server.teams.services import suspension
from tests.cast import Person

pytestmark = pytest.mark.django_db

AT_FIRST = {"multiLogin": "allow", "showPresence": True, "enable2FA": False}


def test_everybody_sees_the_settings_and_an_admin_changes_them(alice: Person, bob: Person, mallory: Person) -> None:
    assert bob.api.get("companies/settings").json() == AT_FIRST

    answer = alice.api.put("companies/settings", {"multiLogin": "deny", "showPresence": False})

    now = {"multiLogin": "deny", "showPresence": False, "enable2FA": False}
    assert answer.json() == bob.api.get("companies/settings").json() == now
    team = bob.api.get("me").json()["team"]
    assert (team["multiLogin"], team["showPresence"], team["vendor"]) == ("deny", False, "mt")
    assert mallory.api.get("companies/settings").json() == AT_FIRST
    told = OutboxEvent.objects.get()
    assert (told.name, told.rooms, told.payload) == ("teams.settings.changed", [f"team:{alice.team.pk}"], now)


def test_the_event_and_a_fresh_fetch_agree(alice: Person, bob: Person) -> None:
    for change in ({"multiLogin": "ask"}, {"enable2FA": True}, {"showPresence": False}):
        alice.api.put("companies/settings", change)

        assert OutboxEvent.objects.latest("pk").payload == bob.api.get("companies/settings").json()


@pytest.mark.parametrize("body", [{"multiLogin": "never"}, {"showPresence": "perhaps"}, {"enable2Fa": True}])
def test_what_makes_no_sense_is_refused(alice: Person, body: dict[str, Any]) -> None:
    answer = alice.api.put("companies/settings", body)

    assert (answer.status_code, answer.json()["number"]) == (400, 123)
    assert alice.api.get("companies/settings").json() == AT_FIRST


def test_a_member_changes_nothing(bob: Person) -> None:
    for path, body in (("settings", {"multiLogin": "deny"}), ("settings/enable-2FA", {"enable": True})):
        answer = bob.api.put(f"companies/{path}", body)

        assert (answer.status_code, answer.json()["code"]) == (403, "notAuthorized")
    assert bob.api.get("companies/settings").json() == AT_FIRST


def test_two_factor_is_switched_by_a_call_of_its_own(alice: Person) -> None:
    on = alice.api.put("companies/settings/enable-2FA", {"enable": True}).json()["enable2FA"]
    seen = alice.api.get("me").json()
    off = alice.api.put("companies/settings/enable-2FA", {"enable": False}).json()["enable2FA"]

    assert (on, off) == (True, False)
    assert (seen["team"]["enable2FA"], seen["user"]["twoFactor"]) == (True, True)
    assert OutboxEvent.objects.count() == 2


def test_setting_what_is_set_tells_nobody(alice: Person) -> None:
    alice.api.put("companies/settings", AT_FIRST)

    assert not OutboxEvent.objects.exists()


@pytest.mark.parametrize("path", ["settings", "settings/enable-2FA"])
def test_nobody_locks_the_team_out_with_an_address_that_is_not_theirs(alice: Person, path: str) -> None:
    User.objects.update(validated_at=None)
    body = {"enable2FA": True} if path == "settings" else {"enable": True}

    answer = alice.api.put(f"companies/{path}", body)

    assert (answer.status_code, answer.json()["code"], answer.json()["number"]) == (403, "needValidateEmail", 53)
    assert Team.objects.get().enable_2fa is False


def events() -> list[OutboxEvent]:
    """The published events, except notifications, in order."""
    return list(OutboxEvent.objects.exclude(name__startswith="notifications.").order_by("pk"))


def test_a_suspended_team_looks_and_leaves_until_it_is_restored(alice: Person, mallory: Person) -> None:
    assert suspension.suspend(team_id=alice.team.pk, reason="Unpaid") is True

    assert alice.api.get("me").json()["team"]["suspend"] is True
    refused = alice.api.get("companies/settings")
    assert (refused.status_code, refused.json()["code"]) == (403, "userSuspended")
    assert mallory.api.get("companies/settings").status_code == 200
    told, reviewed = events()
    assert (reviewed.name, reviewed.rooms) == ("core.sockets.reviewed", [f"team:{alice.team.pk}"])
    assert (told.name, told.rooms) == ("teams.team.suspended", [f"team:{alice.team.pk}"])
    assert told.payload == {"teamId": str(alice.team.pk), "reason": "Unpaid"}

    assert suspension.restore(team_id=alice.team.pk) is True

    assert alice.api.get("companies/settings").status_code == 200
    assert [event.name for event in events()[2:]] == ["teams.team.restored", "core.sockets.reviewed"]


def test_suspending_and_restoring_again_changes_nothing(alice: Person) -> None:
    assert suspension.restore(team_id=alice.team.pk) is False
    suspension.suspend(team_id=alice.team.pk, reason="Unpaid")
    since = Team.objects.get().suspended_at

    assert suspension.suspend(team_id=alice.team.pk, reason="Again") is False

    assert Team.objects.get().suspended_at == since
    assert OutboxEvent.objects.filter(name__startswith="teams.").count() == 1


def test_no_team_is_not_suspended(db: None) -> None:
    with pytest.raises(NotFound):
        suspension.suspend(team_id=uuid4(), reason="Unpaid")
    with pytest.raises(NotFound):
        suspension.restore(team_id=uuid4())
