"""Actions of an operator on a user, and changes to a signed-in member."""

from uuid import uuid4

import pytest

from server.accounts.models import User
from server.core.errors import NotFound
from server.core.models import OutboxEvent
from server.identity.services import locking, membership
from server.teams.models import Member, MemberRole, Role
from tests.cast import Person, make_team, sign_in
from tests.conftest import ApiClient
from tests.server.identity.conftest import post_signin

pytestmark = pytest.mark.django_db


def names() -> list[str]:
    return list(OutboxEvent.objects.order_by("pk").values_list("name", flat=True))


def test_a_locked_user_is_out_everywhere_and_can_not_come_in(
    alice_with_password: Person, bob: Person, anonymous: ApiClient
) -> None:
    other = sign_in(alice_with_password.user, alice_with_password.team)

    assert locking.lock(user_id=alice_with_password.user.pk) is True

    for person in (alice_with_password, other):
        assert person.api.get("ping").json()["code"] == "forceOutException"
    assert post_signin(anonymous, alice_with_password.user.email).json()["code"] == "userLocked"
    assert bob.api.get("ping").status_code == 200
    told = OutboxEvent.objects.order_by("pk")[0]
    assert (told.name, told.rooms) == ("identity.user.locked", [f"user:{alice_with_password.user.pk}"])


def test_locking_twice_is_locking_once(alice: Person) -> None:
    locking.lock(user_id=alice.user.pk)
    before = (User.objects.get().locked_at, names())

    assert locking.lock(user_id=alice.user.pk) is False

    assert (User.objects.get().locked_at, names()) == before


def test_an_unlocked_user_comes_in_again_but_no_session_comes_back(
    alice_with_password: Person, anonymous: ApiClient
) -> None:
    locking.lock(user_id=alice_with_password.user.pk)

    assert locking.unlock(user_id=alice_with_password.user.pk) is True
    assert locking.unlock(user_id=alice_with_password.user.pk) is False

    assert names().count("identity.user.unlocked") == 1
    assert alice_with_password.api.get("ping").json()["code"] == "forceOutException"
    assert post_signin(anonymous, alice_with_password.user.email).status_code == 200


def test_nobody_is_not_locked(alice: Person) -> None:
    for act in (locking.lock, locking.unlock):
        with pytest.raises(NotFound):
            act(user_id=uuid4())
    assert names() == []


def test_another_role_counts_from_the_next_call_on(alice: Person, bob: Person) -> None:
    role = Role.objects.create(team=alice.team, name="Reader", permissions=["contact.view"])
    assert bob.api.get("companies/members").status_code == 200

    membership.change_role(team_id=alice.team.pk, user_id=bob.user.pk, role=MemberRole.CUSTOM, custom_role=role)

    refused = bob.api.get("companies/members")
    assert (refused.status_code, refused.json()["code"]) == (403, "notAuthorized")
    changed, reviewed = OutboxEvent.objects.order_by("pk")
    assert (changed.name, changed.rooms) == ("teams.member.changed", [f"user:{bob.user.pk}"])
    assert changed.payload == {
        "teamId": str(alice.team.pk),
        "userId": str(bob.user.pk),
        "role": "custom",
        "permissions": ["contact.view"],
    }
    assert (reviewed.name, reviewed.rooms) == ("core.sockets.reviewed", [f"user:{bob.user.pk}"])


def test_who_was_removed_is_out_of_this_team_only(alice: Person, bob: Person) -> None:
    gula = make_team("Gula")
    Member.objects.create(team=gula, user=bob.user, role="member")
    elsewhere = sign_in(bob.user, gula)

    membership.remove(team_id=alice.team.pk, user_id=bob.user.pk)

    assert bob.api.get("ping").json()["code"] == "forceOutException"
    assert elsewhere.api.get("ping").status_code == 200
    assert names()[0] == "teams.member.changed"
    assert OutboxEvent.objects.order_by("pk")[0].payload["role"] == ""


def test_nobody_of_another_team_is_changed(alice: Person, mallory: Person) -> None:
    foreign = Role.objects.create(team=mallory.team, name="Foreign", permissions=[])
    before = list(Member.objects.order_by("pk").values())

    with pytest.raises(NotFound):
        membership.change_role(team_id=alice.team.pk, user_id=mallory.user.pk, role=MemberRole.ADMIN)
    with pytest.raises(NotFound):
        membership.change_role(
            team_id=alice.team.pk, user_id=alice.user.pk, role=MemberRole.CUSTOM, custom_role=foreign
        )
    with pytest.raises(NotFound):
        membership.remove(team_id=alice.team.pk, user_id=mallory.user.pk)

    assert list(Member.objects.order_by("pk").values()) == before
    assert names() == []
